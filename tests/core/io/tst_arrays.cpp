#include "base/memory.h"
#include "io/arrays.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/npz.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>

using namespace headlight;

namespace {

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::filesystem::path dataFile(const QString& name) {
    return std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays" / name.toStdString();
}

/// Returns "a [2, 3]: -2 -1 0 1 2 3", the words of an array of text, or why the array has no values.
QString said(const NamedArray& array) {
    QString text = QString::fromStdString(array.name + " " + shapeText(array.shape) + ":");
    for (const float value : array.values) text += " " + QString::number(value);
    for (const std::string& one : array.texts) text += " " + QString::fromStdString(one);
    return text + (array.whyNot.empty() ? "" : " " + QString::fromStdString(array.whyNot));
}

QStringList saidOf(const Result<std::vector<NamedArray>>& arrays) {
    if (!arrays) return {QString::fromStdString(arrays.text())};
    QStringList all;
    for (const NamedArray& array : *arrays) all << said(array);
    return all;
}

/// Returns a .npy of version 1 with this dict.
std::string npyWith(const std::string& dict, const std::string& numbers = {}) {
    const char length[] = {static_cast<char>(dict.size() & 255U), static_cast<char>(dict.size() >> 8)};
    return std::string("\x93NUMPY\x01\x00", 8) + std::string(length, 2) + dict + numbers;
}

std::string safetensorsWith(const std::string& header, const std::string& numbers = {}) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += static_cast<char>(header.size() >> (8 * i) & 255U);
    return text + header + numbers;
}

/// Returns the arrays of a file of these bytes; a Problem without the name of the file.
Result<std::vector<NamedArray>> parseArrays(const std::string& bytes, ArrayFormat format) {
    static const char* const kEndings[] = {".npy", ".npz", ".safetensors", ".bin"};
    static const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "a";
    const std::string name = path.string() + kEndings[static_cast<int>(format)];
    std::ofstream(name, std::ios::binary) << bytes;
    auto arrays = readArrays(name);
    return arrays ? std::move(arrays) : Problem{arrays.text().substr(quotedPath(name).size() + 2)};
}

QString refusal(const std::string& bytes, ArrayFormat format) {
    const auto arrays = parseArrays(bytes, format);
    return arrays ? "accepted: " + saidOf(arrays).join("; ") : QString::fromStdString(arrays.text());
}

} // namespace

class ArraysTest : public QObject {
    Q_OBJECT

private slots:
    /// The files were written by NumPy and safetensors, see tests/data/arrays/make.py.
    void filesOfTheRealPrograms_data() {
        QTest::addColumn<QStringList>("arrays");
        const QString numbers = " [2, 3]: -2 -1 0 1 2 3", sizes = " [2, 3]: 2 1 0 1 2 3";
        for (const char* file : {"little_f8", "little_f4", "big_f4", "big_f8", "little_f2", "big_f2", "little_i8",
                                 "big_i8", "little_i4", "big_i2", "i1", "bfloat16", "version2", "version3"})
            QTest::newRow(qPrintable(QString(file) + ".npy")) << QStringList{numbers};
        for (const char* file : {"u8.npy", "u4.npy", "u2.npy", "u1.npy"}) QTest::newRow(file) << QStringList{sizes};
        QTest::newRow("bool.npy") << QStringList{" [2, 3]: 0 0 0 1 1 1"};
        QTest::newRow("fortran.npy") << QStringList{
            " [2, 3, 4]: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23"};
        QTest::newRow("scalar.npy") << QStringList{" []: 0.5"};
        QTest::newRow("empty.npy") << QStringList{" [0, 3]:"};
        QTest::newRow("texts.npy") << QStringList{" [3]: My größer 🙂"};
        QTest::newRow("big_texts.npy") << QStringList{" [3]: My größer 🙂"};
        QTest::newRow("complex.npy") << QStringList{" [2, 3]: its numbers are complex"};
        QTest::newRow("fields.npy") << QStringList{" [2]: it has several fields"};
        QTest::newRow("objects.npy") << QStringList{
            " [2]: it is of Python objects (pickle), which can run code when they are read"};
        QTest::newRow("stored.npz") << QStringList{"a" + numbers, "half" + numbers, "name []: x"};
        QTest::newRow("types.safetensors") << QStringList{"F64" + numbers,
                                                          "I64" + numbers,
                                                          "F32" + numbers,
                                                          "I32" + numbers,
                                                          "BF16" + numbers,
                                                          "F16" + numbers,
                                                          "I16" + numbers,
                                                          "BOOL [2, 3]: 1 1 0 1 1 1",
                                                          "F8_E5M2 [2, 3]: its type is \"F8_E5M2\"",
                                                          "I8" + numbers,
                                                          "U8" + sizes};
        QTest::newRow("none.safetensors") << QStringList{};
    }
    void filesOfTheRealPrograms() {
        QFETCH(QStringList, arrays);
        const auto read = readArrays(dataFile(QTest::currentDataTag()));
        QVERIFY2(read, read ? "" : read.text().c_str());
        QStringList found = saidOf(read);
        if (QString(QTest::currentDataTag()).startsWith("types")) found.sort(), arrays.sort();
        QCOMPARE(found, arrays);
    }

    /// A number beyond float32 is told from one that was infinite.
    void tooLargeForFloat32_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("why");
        const QString large = "has numbers that are too large for float32, which ends at 3.4e38";
        for (const char* type : {"<f8", ">f8"}) {
            const auto row = [&](const char* name, double number, const QString& why) {
                QTest::newRow(qPrintable(QString(type) + " " + name)) << QString(type) << number << why;
            };
            row("1e300", 1e300, large);
            row("-1e39", -1e39, large);
            row("3e38", 3e38, "");
            row("inf", -INFINITY, "has numbers that are NaN or infinite");
            row("NaN", NAN, "has numbers that are NaN or infinite");
        }
    }
    void tooLargeForFloat32() {
        QFETCH(QString, type);
        QFETCH(double, number);
        QFETCH(QString, why);
        std::string bytes(8, '\0');
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (int i = 0; i < 8; ++i)
            bytes[static_cast<std::size_t>(type == "<f8" ? i : 7 - i)] = static_cast<char>(bits >> (8 * i));
        const std::string dict = "{'descr': '" + type.toStdString() + "', 'fortran_order': False, 'shape': (1,), }";
        const auto arrays = parseArrays(npyWith(dict, bytes), ArrayFormat::Npy);
        QVERIFY2(arrays, arrays ? "" : arrays.text().c_str());
        QCOMPARE(QString::fromStdString(whyNotFinite(arrays->front())), why);
    }

    void aDeflatedNpzIsTheStoredOne() {
        auto deflated = readArrays(dataFile("deflated.npz")), stored = readArrays(dataFile("stored.npz"));
        QCOMPARE(shapeText(deflated->back().shape), std::string("[100, 50]"));
        QCOMPARE(deflated->back().values, std::vector<float>(5000, 0.0F));
        deflated->pop_back();
        QCOMPARE(saidOf(deflated), saidOf(stored));
    }

    void everyHalfFloat() {
        std::string bytes;
        for (unsigned int bits = 0; bits < 65536; ++bits)
            bytes += {static_cast<char>(bits & 255U), static_cast<char>(bits >> 8)};
        const auto read = parseArrays(npyWith("{'descr': '<f2', 'fortran_order': False, 'shape': (65536,)}", bytes),
                                      ArrayFormat::Npy);
        QVERIFY(read.ok());
        const std::vector<float>& values = read->front().values;
        for (unsigned int bits = 0; bits < 65536; ++bits) { // by the definition of IEEE 754
            const int exponent = static_cast<int>(bits >> 10 & 31U), fraction = static_cast<int>(bits & 1023U);
            const double sign = bits >> 15 ? -1 : 1;
            const double meant = exponent == 31  ? (fraction ? std::nan("") : INFINITY)
                                 : exponent == 0 ? fraction * std::pow(2.0, -24)
                                                 : (1 + fraction / 1024.0) * std::pow(2.0, exponent - 15);
            const double found = values[bits];
            if (std::isnan(meant) ? !std::isnan(found) : found != sign * meant)
                QFAIL(qPrintable(QString("%1: %2 instead of %3").arg(bits).arg(found).arg(sign * meant)));
            QCOMPARE(std::signbit(found), bits >> 15 != 0);
        }
    }

    void headersThatOthersWrite_data() {
        QTest::addColumn<QString>("dict");
        QTest::newRow("other order") << "{'shape': (2,), 'descr': '<f4', 'fortran_order': False}";
        QTest::newRow("other quotes") << "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,)}";
        QTest::newRow("Python 2") << "{'descr': '<f4', 'fortran_order': False, 'shape': (2L,), }";
        QTest::newRow("in Fortran's order") << "{'descr': '<f4', 'fortran_order': True, 'shape': (2,), }\n";
    }
    void headersThatOthersWrite() {
        QFETCH(QString, dict);
        const auto read = parseArrays(npyWith(dict.toStdString(), std::string("\0\0\0\0\0\0\x80?", 8)),
                                      ArrayFormat::Npy);
        QCOMPARE(saidOf(read), QStringList{" [2]: 0 1"});
    }

    void hostileNpy_data() {
        QTest::addColumn<QByteArray>("dict");
        QTest::addColumn<QString>("why");
        const auto add = [](const char* name, const char* dict, const char* why) {
            QTest::newRow(name) << QByteArray(dict) << QString("It cannot be used: ") + why + ".";
        };
        add("no dict", "[1, 2]", "its header is not a Python dict");
        add("nothing", "", "its header is not a Python dict");
        add("open", "{'descr': '<f4'", "its header is not a Python dict");
        add("more behind", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} + f()",
            "its header is not a Python dict");
        add("no shape", "{'descr': '<f4', 'fortran_order': False}", "its header has no \"shape\"");
        add("twice", "{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}",
            "its header has \"descr\" twice");
        add("another key", "{'descr': '<f4', 'x': 1}", "its header has no readable \"x\"");
        add("a negative side", "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
            "its header has no readable \"shape\"");
        add("no tuple", "{'descr': '<f4', 'fortran_order': False, 'shape': (2)}",
            "its header has no readable \"shape\"");
        add("above 2^63", "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}",
            "its header has no readable \"shape\"");
        add("a product above 2^64", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
            "there are more than 100000000 numbers in all");
        add("a product of 2^64", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 9223372036854775807)}",
            "there are more than 100000000 numbers in all");
        add("too many", "{'descr': '|u1', 'fortran_order': False, 'shape': (100000001,)}",
            "there are more than 100000000 numbers in all");
        add("truncated", "{'descr': '<f4', 'fortran_order': False, 'shape': (100000000,)}",
            "it has 8 bytes of numbers, but its shape and type need 400000000");
        add("trailing", "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
            "it has 8 bytes of numbers, but its shape and type need 4");
        add("no code point", "{'descr': '<U1', 'fortran_order': False, 'shape': (2,)}", "its text is not Unicode");
    }
    void hostileNpy() {
        QFETCH(QByteArray, dict);
        QFETCH(QString, why);
        QCOMPARE(refusal(npyWith(dict.toStdString(), "12345678"), ArrayFormat::Npy), why);
    }

    void everyTruncationIsRefused_data() {
        QTest::addColumn<int>("unused"); // size up to which a part is a file of fewer arrays
        for (const char* file : {"little_f4.npy", "version3.npy", "texts.npy", "stored.npz", "deflated.npz",
                                 "types.safetensors", "none.safetensors", "v2.safetensors", "v2.npz"})
            QTest::newRow(file) << 0;
    }
    void everyTruncationIsRefused() {
        const std::string bytes = contents(dataFile(QTest::currentDataTag()));
        const ArrayFormat format = *arrayFormat(bytes);
        QVERIFY(parseArrays(bytes, format).ok());
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY2(!parseArrays(bytes.substr(0, size), format).ok(), qPrintable(QString::number(size)));
        if (format != ArrayFormat::Npz) QVERIFY(!parseArrays(bytes + "x", format).ok());
    }

    /// A checksum protects the numbers of an .npz; any other changed byte must not end the program.
    void changedBytes_data() {
        QTest::addColumn<bool>("isGuarded");
        QTest::newRow("stored.npz") << true;
        QTest::newRow("deflated.npz") << false;
        QTest::newRow("types.safetensors") << false;
        QTest::newRow("texts.npy") << false;
    }
    void changedBytes() {
        QFETCH(bool, isGuarded);
        const std::string bytes = contents(dataFile(QTest::currentDataTag()));
        const ArrayFormat format = *arrayFormat(bytes);
        for (std::size_t at = 0; at < bytes.size(); ++at)
            for (const int bit : {1, 128}) {
                std::string changed = bytes;
                changed[at] = static_cast<char>(changed[at] ^ bit);
                const auto read = parseArrays(changed, format);
                QVERIFY(read || !read.text().empty());
            }
        std::string changed = bytes;
        changed[bytes.find("\n", 60) + 1] = 'x'; // the first number
        if (isGuarded)
            QCOMPARE(refusal(changed, format), QString("It cannot be used: its array \"a\": it is damaged."));
    }

    void hostileSafetensors_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QString>("why");
        const auto add = [](const char* name, const char* header, const char* why) {
            QTest::newRow(name) << QByteArray(header) << QString("It cannot be used: ") + why + ".";
        };
        add("no object", "[]", "its header is not a JSON object");
        add("no type", R"({"a":{"shape":[2],"data_offsets":[0,8]}})",
            "its header: a must have dtype, shape and two data_offsets (line 1, column 37)");
        add("negative", R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})",
            "its header: a.shape[0] must be a whole number from 0 to 9223372036854775807, not -2 (line 1, column 30)");
        add("twice", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{}})",
            "its header: a occurs twice in the same object (line 1, column 55)");
        add("overlap",
            R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
            "its array \"b\" has the bytes 4 to 8, but must begin at 8");
        add("hole", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
            "its array \"a\" has the bytes 4 to 8, but must begin at 0");
        add("backwards", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,18446744073709551615]}})",
            "its header: a.data_offsets[1] must be a whole number from 0 to 9223372036854775807, not "
            "18446744073709551615 (line 1, column 51)");
        add("end before begin",
            R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[8,4]}})",
            "its array \"b\" has the bytes 8 to 4, but must begin at 8");
        add("beyond the end", R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}})",
            "its arrays have 12 bytes, but 8 stand behind its header");
        add("bytes left", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
            "its arrays have 4 bytes, but 8 stand behind its header");
        add("shape is larger", R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})",
            "its array \"a\" has 8 bytes, which do not fit its type F32 and its shape [3]");
        add("shape is smaller", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,8]}})",
            "its array \"a\" has 8 bytes, which do not fit its type U8 and its shape [1]");
        add("no shape", R"({"a":{"dtype":"F64","data_offsets":[0,8]}})",
            "its header: a must have dtype, shape and two data_offsets (line 1, column 39)");
        add("text behind it", R"({"a":{"dtype":"F64","shape":[],"data_offsets":[0,8]}}x)",
            "its header: Line 1, column 54: there is text after the end. Remove it");
        add("product is 0 in 64 bits", R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})",
            "its array \"a\" has 8 bytes, which do not fit its type F32 and its shape [4294967296, 4294967296]");
        add("metadata of numbers", R"({"__metadata__":{"a":1}})",
            "its header: __metadata__.a must be text, not a number (line 1, column 22)");
    }
    void hostileSafetensors() {
        QFETCH(QByteArray, header);
        QFETCH(QString, why);
        QCOMPARE(refusal(safetensorsWith(header.toStdString(), "12345678"), ArrayFormat::Safetensors), why);
    }

    /// Only the bytes of the array "session" are read.
    void theSessionOfSafetensors() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.safetensors";
        std::ofstream(path) << safetensorsWith(
            R"({"session":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"x":{"dtype":"?","shape":[],)"
            R"("data_offsets":[0,4]}})",
            "1234{}");
        const auto file = ArrayFile::opened(path);
        QVERIFY2(file, file ? "" : file.text().c_str());
        QCOMPARE(*file->session(), std::optional<std::string>("{}"));
        QVERIFY(!*ArrayFile::opened(dataFile("types.safetensors"))->session());
    }

    /// A header of very many arrays could keep a reader busy for seconds.
    void manyEmptyArrays() {
        const auto headerOf = [](int count) {
            std::string header = "{";
            for (int i = 0; i < count; ++i)
                header += (i > 0 ? ",\"" : "\"") + std::to_string(i) +
                          "\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}";
            return header + "}";
        };
        QCOMPARE(parseArrays(safetensorsWith(headerOf(100'000)), ArrayFormat::Safetensors)->size(),
                 std::size_t{100'000});
        QVERIFY(refusal(safetensorsWith(headerOf(100'001)), ArrayFormat::Safetensors)
                    .contains("exceeds the limit of 400000 members"));
    }

    void lengthsOfSafetensorsHeaders() {
        const auto with = [](const char* length) { return std::string(length, 8) + "{}"; };
        QCOMPARE(refusal("\1\2\3\4\5", ArrayFormat::Safetensors),
                 QString("It cannot be used: it is shorter than the 8 bytes that it begins with."));
        QCOMPARE(refusal(with("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), ArrayFormat::Safetensors),
                 QString("It cannot be used: its header is longer than 100000000 bytes, the maximum."));
        QCOMPARE(refusal(with("\3\0\0\0\0\0\0\0"), ArrayFormat::Safetensors),
                 QString("It cannot be used: its header has 3 bytes, but it ends after 2."));
    }

    /// The reference implementation accepts these, too.
    void unusualSafetensors() {
        QCOMPARE(
            saidOf(parseArrays(safetensorsWith(" \n{\"a\":{\"dtype\":\"F32\",\"shape\":[2,0],\"data_offsets\":[0,0],"
                                               "\"more\":[1]}} \n"),
                               ArrayFormat::Safetensors)),
            QStringList{"a [2, 0]:"});
    }

    void pickleIsNeverRead() {
        const auto read = readArrays(dataFile("pickle.pt"));
        QVERIFY(!read.ok());
        QVERIFY2(read.text().find("pickle.pt\": It cannot be used: it is made by pickle, as torch.save does, which can "
                                  "run code when it is read; write it with safetensors.torch.save_file") !=
                     std::string::npos,
                 read.text().c_str());
        QCOMPARE(arrayFormat("\x80\x02x"), std::optional(ArrayFormat::Other));
    }

    void arraysUnderAnotherName() { // the bytes say what a file is
        QTemporaryDir folder;
        for (const char* name : {"a.pkl", "a.pt", "a.mat", "a.h5"}) {
            const auto path = std::filesystem::path(folder.path().toStdString()) / name;
            std::ofstream(path, std::ios::binary) << contents(dataFile("v1.safetensors"));
            QVERIFY(readArrays(path));
        }
    }

    void whatAFileIs() {
        QCOMPARE(arrayFormat("{\n  \"format\": \"headlight-session\""), std::optional<ArrayFormat>());
        QCOMPARE(arrayFormat("", "a.npz"), std::optional(ArrayFormat::Npz));
        QCOMPARE(arrayFormat("", "a.headlight"), std::optional<ArrayFormat>());
        QCOMPARE(arrayFormat(contents(dataFile("v1.npz")), "a.headlight"), std::optional(ArrayFormat::Npz));
        QCOMPARE(arrayFormat(contents(dataFile("v1.safetensors"))), std::optional(ArrayFormat::Safetensors));
    }

    void theSameNameTwice() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.npz";
        QVERIFY(
            writeNpz(path, {{"a", 0, [] { return npyOfBytes("1"); }}, {"b", 0, [] { return npyOfBytes("2"); }}}).ok());
        std::string bytes = contents(path);
        for (auto at = bytes.find("b.npy"); at != bytes.npos; at = bytes.find("b.npy")) bytes[at] = 'a';
        QCOMPARE(refusal(bytes, ArrayFormat::Npz), QString("It cannot be used: it has two arrays \"a\"."));
    }

    /// NumPy finds members "Q" and "Q.npy" under the same name.
    void theSameNameWithoutNpy_data() {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QString>("why");
        const QString twice = "It cannot be used: it has two arrays \"query\".";
        QTest::newRow("beside it") << QByteArray("query.npy") << QByteArray("query") << twice;
        QTest::newRow("twice") << QByteArray("query") << QByteArray("query") << twice;
        QTest::newRow("of macOS") << QByteArray("query.npy") << QByteArray("._qry.npy") << "accepted: query [1]: 49";
        QTest::newRow("in a folder of macOS")
            << QByteArray("query.npy") << QByteArray("__MACOSX/._query.npy") << "accepted: query [1]: 49";
        QTest::newRow("once") << QByteArray("W.npy") << QByteArray("query") << "accepted: W [1]: 49";
    }
    void theSameNameWithoutNpy() {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(QString, why);
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.npz";
        const auto named = [](const QByteArray& name, char letter) { // the same length together with ".npy"
            return std::string(std::size_t(name.size()) - 4, letter);
        };
        QVERIFY(writeNpz(path, {{named(first, 'a'), 0, [] { return npyOfBytes("1"); }},
                                {named(second, 'b'), 0, [] { return npyOfBytes("2"); }}})
                    .ok());
        QByteArray bytes = QByteArray::fromStdString(contents(path));
        bytes.replace(QByteArray::fromStdString(named(first, 'a') + ".npy"), first);
        bytes.replace(QByteArray::fromStdString(named(second, 'b') + ".npy"), second);
        QCOMPARE(refusal(bytes.toStdString(), ArrayFormat::Npz), why);
    }

    void tooLittleMemoryIsSaid() {
        setMemoryLeft([] { return 0.0; });
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "large.npy";
        std::ofstream(path) << npyOfBytes(std::string(std::size_t(9) << 20, 'x'));
        const auto read = readArrays(path);
        setMemoryLeft(nullptr);
        QVERIFY(!read.ok());
        QVERIFY2(read.text().ends_with("There is not enough memory to read it. Close other programs and try again."),
                 read.text().c_str());
    }

    void namesInASentence() {
        std::vector<NamedArray> arrays{{"a", {2, 3}}, {"b", {}}};
        QCOMPARE(listOf(arrays), std::string("a [2, 3] and b []"));
        arrays.resize(14, {"c", {1}});
        QVERIFY(listOf(arrays).ends_with(", c [1] and 2 others"));
        QCOMPARE(listOf({}), std::string("no arrays"));
    }
};

QTEST_APPLESS_MAIN(ArraysTest)
#include "tst_arrays.moc"
