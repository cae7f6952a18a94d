#include "import/fileMask.h"
#include "import/importArrays.h"
#include "import/openedFile.h"
#include "io/JsonReader.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/stageFile.h"
#include "session/edits.h"
#include "support/changing.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <chrono>
#include <fstream>

using namespace headlight;
using namespace headlight::testing;

class OpenedFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path in(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }

    /// Writes a .safetensors whose numbers begin with a hole, which takes no space on the disk.
    static void putSafetensors(const std::filesystem::path& path, const std::string& header, std::size_t hole,
                               const std::string& end) {
        std::string size;
        for (int i = 0; i < 8; ++i) size.push_back(static_cast<char>(header.size() >> (8 * i) & 0xFFU));
        std::ofstream out(path, std::ios::binary);
        out << size << header;
        out.seekp(static_cast<std::streamoff>(8 + header.size() + hole));
        out << end;
    }
    /// Moves all members of a .npz behind a hole.
    static void moveBehindHole(const std::filesystem::path& path, std::size_t hole) {
        std::string bytes = *readFile(path, 1'000'000);
        const auto shift = [&](std::size_t place) {
            std::uint64_t value = hole;
            for (int i = 0; i < 4; ++i)
                value += std::uint64_t(static_cast<unsigned char>(bytes[place + std::size_t(i)])) << (8 * i);
            for (int i = 0; i < 4; ++i) bytes[place + std::size_t(i)] = static_cast<char>(value >> (8 * i) & 0xFFU);
        };
        for (auto entry = bytes.find("PK\x01\x02"); entry != bytes.npos; entry = bytes.find("PK\x01\x02", entry + 1))
            shift(entry + 42);
        shift(bytes.rfind("PK\x05\x06") + 16);
        std::ofstream out(path, std::ios::binary);
        out << bytes.substr(0, 4); // a ZIP begins so
        out.seekp(static_cast<std::streamoff>(hole));
        out << bytes;
    }

private slots:
    void sessions() {
        const SessionFile file{*withSentence(blankSession(), "one two"), {}};
        QVERIFY(writeSession(in("a.headlight"), file).ok());
        HeldTraces held({Trace()});
        QVERIFY(writeTrace(in("a.npz"), file.session, held, sessionText(file)).ok());
        QVERIFY(writeStageFile(in("a.safetensors"), file.session, held, {}, sessionText(file)).ok());
        for (const char* name : {"a.headlight", "a.npz", "a.safetensors"}) {
            const auto read = readOpened(in(name));
            QVERIFY2(read, read ? "" : read.text().c_str());
            QVERIFY(read->arrays.listed.empty());
            QCOMPARE(sessionText(read->file), sessionText(file));
            QCOMPARE(read->isSessionFile, QString(name) == "a.headlight");
        }
    }

    /// A session is recognised by its content, not by its name.
    void aSessionUnderAnotherName() {
        const SessionFile file{*withSentence(blankSession(), "one two"), {}};
        for (const char* name : {"s.npz", "s.npy", "s.safetensors", "s.txt", "s.json", "s.pt"}) {
            std::ofstream(in(name), std::ios::binary) << "\xEF\xBB\xBF" + sessionText(file);
            const auto read = readOpened(in(name));
            QVERIFY2(read, read ? "" : read.text().c_str());
            QVERIFY2(sessionText(read->file) == sessionText(file) && read->isSessionFile, name);
        }
    }

    /// A file of arrays with all parameters gives the matrices of the layer again.
    void parametersAreALayer_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("npz") << "p.npz";
        QTest::newRow("safetensors") << "p.safetensors";
    }
    void parametersAreALayer() {
        QFETCH(QString, name);
        Session session = *withSentence(*withTokenizer(blankSession(), {"whitespace", ""}), "one two");
        session.layers.change(0, [](Layer& layer) {
            for (Head& head : layer.allHeads) head[Parameter::Bk] = FrozenMatrix(Matrix(Matrix::Random(1, 3)));
        });
        changing(session)->allHeads[1][Parameter::Bv] = FrozenMatrix(Matrix(Matrix::Random(1, 3))); // of one head alone
        QVERIFY(writeParameterFile(in(name.toLatin1().constData()), session, {}).ok());
        const auto read = readOpened(in(name.toLatin1().constData()));
        QVERIFY(read && !read->arrays.listed.empty());
        const auto set = arraySet(read->arrays.listed);
        QVERIFY2(set, set ? "" : set.text().c_str());
        const auto again = withArrays(blankSession(), 0, *set, read->arrays, usualChoices(*set));
        QVERIFY2(again, again ? "" : again.text().c_str());
        forEachParameter(session, [&](const ParameterRef& ref, const ParameterValue& value) {
            const FrozenMatrix found = matrixOf(*again, ref);
            QVERIFY2(bool(value) == bool(found), nameOf(ref).c_str());
            if (value) QVERIFY2(*value == *found, nameOf(ref).c_str());
        });
        QCOMPARE(again->text.tokens->texts.front(), std::string(name == "p.npz" ? "one" : "x1"));
    }

    /// With the session's text the arrays are the session, including what is no matrix of a layer.
    void parametersAreTheSession_data() { parametersAreALayer_data(); }
    void parametersAreTheSession() {
        QFETCH(QString, name);
        Session session = *withSentence(*withSecondSentence(blankSession(), true), "one two");
        session = *withGivenMask(session, 0, true);
        const SessionFile file{session, {}};
        const auto path = in(name.toLatin1().constData());
        QVERIFY(writeParameterFile(path, session, {}, sessionText(file)).ok());
        QVERIFY(arraySet(*readArrays(path)).ok()); // a notebook still reads the arrays
        const auto read = readOpened(path);
        QVERIFY2(read, read ? "" : read.text().c_str());
        QVERIFY(read->arrays.listed.empty() && !read->isSessionFile);
        QCOMPARE(sessionText(read->file), sessionText(file));
    }

    /// One layer is taken of a file of 1.2 GB, in which each array of the other has more numbers than may be taken.
    void aLayerOfALargeFile() {
        const auto path = in("layers.safetensors");
        std::string header = "{", numbers;
        std::size_t end = 0;
        for (const int side : {10001, 2})
            for (const char* name : {"W_query", "W_key", "W_value"}) {
                const std::string size = std::to_string(side), begin = std::to_string(end);
                end += sizeof(float) * static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
                header += std::string(header.size() > 1 ? "," : "") + "\"layer" + size + "." + name +
                          "\":{\"dtype\":\"F32\",\"shape\":[" + size + "," + size + "],\"data_offsets\":[" + begin +
                          "," + std::to_string(end) + "]}";
            }
        for (int number = 1; number <= 12; ++number)
            for (int i = 0; i < 4; ++i)
                numbers += static_cast<char>(std::bit_cast<std::uint32_t>(static_cast<float>(number)) >> (8 * i) &
                                             0xFFU);
        putSafetensors(path, header + "}", end - numbers.size(), numbers);
        QVERIFY(!readArrays(path));
        const auto read = readOpened(path);
        QVERIFY2(read, read ? "" : read.text().c_str());
        const auto set = arraySet(read->arrays.listed);
        QVERIFY2(set, set ? "" : set.text().c_str());
        ImportChoices choices = usualChoices(*set, 1);
        choices.heads = 1;
        const auto session = withArrays(blankSession(), 0, *set, read->arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        QVERIFY(*matrixOf(*session, {Parameter::Wq, 0, 0}) == Matrix({{1, 2}, {3, 4}}));
        QVERIFY(*matrixOf(*session, {Parameter::Wv, 0, 0}) == Matrix({{9, 10}, {11, 12}}));
        choices.layer = 0;
        const auto large = withArrays(blankSession(), 0, *set, read->arrays, choices);
        QCOMPARE(large ? "taken" : large.text(),
                 std::string("It cannot be used: there are more than 100000000 numbers in all."));
    }

    /// A model with a mask in each of 25 layers; together these have more numbers than may be taken.
    void theMasksOfAllLayers() {
        const auto path = in("masks.safetensors");
        constexpr int kLayers = 25, kSide = 2048;
        std::string header = "{";
        std::size_t end = 0;
        const auto add = [&](const std::string& name, const char* type, int side, std::size_t bytes) {
            const std::string size = std::to_string(side), begin = std::to_string(end);
            end += bytes * static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
            header += std::string(header.size() > 1 ? "," : "") + "\"" + name + "\":{\"dtype\":\"" + type +
                      "\",\"shape\":[" + size + "," + size + "],\"data_offsets\":[" + begin + "," +
                      std::to_string(end) + "]}";
        };
        for (int layer = 0; layer < kLayers; ++layer) {
            const std::string of = "layer" + std::to_string(layer) + ".";
            add(of + "mask", "BOOL", kSide, 1);
            for (const char* name : {"W_query", "W_key", "W_value"}) add(of + name, "F32", 2, sizeof(float));
        }
        putSafetensors(path, header + "}", end - 1, std::string(1, '\0'));
        const auto read = readOpened(path);
        QVERIFY2(read, read ? "" : read.text().c_str());
        for (const NamedArray& array : read->arrays.listed) QVERIFY(array.values.empty());
        const auto set = arraySet(read->arrays.listed);
        QVERIFY2(set, set ? "" : set.text().c_str());
        QCOMPARE(set->layers.size(), std::size_t{kLayers});
    }

    /// Numbers are read when they are taken: of the file that was opened, if another program has replaced it, and not
    /// at all if it has changed it in place.
    void aFileThatChangesMeanwhile() {
        const auto path = in("X.npy");
        const auto npyOf = [](const Matrix& x) { return npyOfFloats({x.data(), 6}, {x.rows(), x.cols()}); };
        const std::string wide = npyOf(Matrix::Ones(2, 3)), high = npyOf(Matrix::Ones(3, 2));
        QVERIFY(writeFile(path, wide));
        const auto first = listedArrays(path);
        QVERIFY2(first, first ? "" : first.text().c_str());
        QVERIFY(writeFile(path, high));
        const auto set = arraySet(first->listed);
        QVERIFY(set);
        const auto taken = withArrays(blankSession(), 0, *set, *first, usualChoices(*set));
        QVERIFY2(taken, taken ? "" : taken.text().c_str());
        QCOMPARE(taken->text.embeddings.cols(), Index{3});
        for (const std::string& other : {wide, npyOf(Matrix::Constant(3, 2, 5))}) {
            QVERIFY(writeFile(path, high));
            const auto second = listedArrays(path);
            std::ofstream(path, std::ios::binary) << other;
            std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(1));
            QVERIFY(second && arraySet(second->listed));
            const auto none = withArrays(blankSession(), 0, *arraySet(second->listed), *second, usualChoices(*set));
            QCOMPARE(none ? "taken" : none.text(),
                     std::string("It was changed by another program meanwhile. Open it again."));
        }
    }

    /// If a file is too large to be read as a whole, only the session is read.
    void aLargeTrace_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("npz") << "large.npz";
        QTest::newRow("safetensors") << "large.safetensors";
    }
    void aLargeTrace() {
        QFETCH(QString, name);
        const SessionFile file{*withSentence(blankSession(), "one two"), {}};
        const std::string text = sessionText(file), large = "400000000";
        const auto path = in(name.toLatin1().constData());
        if (name.endsWith("npz")) {
            QVERIFY(writeNpz(path, {{"session", 1000, [&] { return npyOfBytes(text); }}}).ok());
            moveBehindHole(path, std::stoul(large));
        } else
            putSafetensors(path,
                           R"({"a":{"dtype":"U8","shape":[)" + large + R"(],"data_offsets":[0,)" + large +
                               R"(]},"session":{"dtype":"U8","shape":[)" + std::to_string(text.size()) +
                               R"(],"data_offsets":[)" + large + "," + std::to_string(std::stoul(large) + text.size()) +
                               "]}}",
                           std::stoul(large), text);
        QVERIFY(!readFile(path, JsonLimits{}.bytes).ok());
        const auto read = readOpened(path);
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(sessionText(read->file), sessionText(file));
    }

    void arrays() {
        for (const char* name : {"v1.npz", "v1.safetensors", "little_f4.npy"}) {
            const auto read = readOpened(std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays" / name);
            QVERIFY2(read && !read->arrays.listed.empty() && !read->isSessionFile, name);
        }
    }

    void tokens_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("in a line") << QByteArray("My shoes, are\n") << "My shoes, are";
        QTest::newRow("one a line") << QByteArray("\xEF\xBB\xBFMy\r\nshoes,\r\nare\r\n\r\n") << "My shoes, are";
        QTest::newRow("lines of old Macs") << QByteArray("My\rshoes,\rare\r") << "My shoes, are";
        QTest::newRow("none") << QByteArray("\n") << "";
    }
    void tokens() {
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        std::ofstream(in("tokens.txt"), std::ios::binary) << text.toStdString();
        const auto read = readOpened(in("tokens.txt"));
        QVERIFY2(read, read ? "" : read.text().c_str());
        const Session& session = read->file.session;
        QCOMPARE(QString::fromStdString(session.text.sentence), sentence);
        QCOMPARE(session.text.tokens->count(), sentence.isEmpty() ? 0 : 3);
        QCOMPARE(session.text.tokenizer.kind, std::string("whitespace"));
        QVERIFY(!read->isSessionFile);
    }

    void aFileOfAnOldMac() {
        const auto read = readOpened(std::filesystem::path(HEADLIGHT_TEST_DATA) / "pasted" / "old-mac-line-ends.txt");
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(read->file.session.text.tokens->texts, (std::vector<std::string>{"first", "line", "second", "line"}));
    }

    /// A table of weights becomes given weights.
    void aTableOfWeights() {
        std::ofstream(in("weights.csv")) << "0.25;0.75\n0.5;0.5\n";
        const auto read = readOpened(in("weights.csv"));
        QVERIFY2(read, read ? "" : read.text().c_str());
        QVERIFY(read->arrays.listed.empty() && read->isOfArrays);
        QCOMPARE(*matrixOf(read->file.session, {Parameter::GivenWeights, 0, 0}),
                 Matrix((Matrix(2, 2) << 0.25F, 0.75F, 0.5F, 0.5F).finished()));
    }

    /// `headlight eval` writes a column of the head and one of the query.
    void weightsOfEval() {
        std::ofstream(in("eval.csv")) << "head,query,the,cat\n1,the,1,0\n1,cat,0.25,0.75\n2,the,0.5,0.5\n2,cat,0,1\n";
        const auto read = readOpened(in("eval.csv"));
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(sizesOf(read->file.session).heads, 2);
        QCOMPARE(*matrixOf(read->file.session, {Parameter::GivenWeights, 0, 1}),
                 Matrix((Matrix(2, 2) << 0.5F, 0.5F, 0, 1).finished()));
        std::ofstream(in("one.csv")) << "head,query,the,cat\n3,the,1,0\n3,cat,0.25,0.75\n";
        const auto one = readOpened(in("one.csv"));
        QVERIFY(one && one->edited.ends_with(" was left out. The names of the rows (the, cat) were left out."));
    }

    /// A file that is only a mask, for two queries and three keys.
    void masks_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("meant"); // the cells, or why not; empty: it is no mask
        const auto npy = [](const std::vector<float>& values, const std::vector<std::int64_t>& shape) {
            return QByteArray::fromStdString(npyOfFloats(values, shape));
        };
        const float hidden = -INFINITY;
        QTest::newRow("square.npy") << npy({1, 0, 1, 1, 1, 0}, {2, 3}) << "1 0 1 1 1 0";
        QTest::newRow("keys.npy") << npy({1, 1, 0}, {3}) << "1 1 0 1 1 0";
        QTest::newRow("batch.npy") << npy({0, hidden, 0, 0, 0, hidden}, {1, 1, 2, 3}) << "1 0 1 1 1 0";
        QTest::newRow("zeros.npy") << npy({0, 0, 0}, {3}) << "";
        QTest::newRow("numbers.npy") << npy({1, 2, 3, 4, 5, 6}, {2, 3}) << "";
        QTest::newRow("words.csv") << QByteArray("True,False,True\nTrue,True,False\n") << "1 0 1 1 1 0";
        QTest::newRow("infinite.tsv") << QByteArray("0\t-inf\t0\n") << "1 0 1 1 0 1";
        QTest::newRow("numbers.csv") << QByteArray("1,2,3\n4,5,6\n") << "";
        QTest::newRow("words.txt") << QByteArray("1 0 1") << "";
        QTest::newRow("missing.npy") << QByteArray() << "";
    }
    void masks() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, meant);
        const auto path = in(QTest::currentDataTag());
        if (!bytes.isEmpty()) std::ofstream(path, std::ios::binary) << bytes.toStdString();
        const auto mask = maskInFile(path, 2, 3);
        QVERIFY2(mask, mask ? "" : mask.text().c_str());
        QStringList cells;
        for (Index i = 0; *mask && i < (*mask)->cells.size(); ++i) cells << QString::number((*mask)->cells.data()[i]);
        QCOMPARE(cells.join(' '), meant);
    }

    /// An array with the name of a mask, of a session with three tokens, is one or is refused.
    void masksByName_data() {
        QTest::addColumn<std::vector<float>>("values");
        QTest::addColumn<QString>("said");
        using Floats = std::vector<float>;
        QTest::newRow("mask") << Floats{1, 0, 0, 1, 1, 0, 1, 1, 1} << "1 means that a query may attend.";
        QTest::newRow("attn_mask") << Floats{0, 1, 1, 0, 0, 1, 0, 0, 0} << "0 means that a query may attend.";
        QTest::newRow("key_padding_mask") << Floats{0, 0, 1} << "0 means that a query may attend.";
        QTest::newRow("attention_mask") << Floats{0, 0, 0} << "All numbers are 0, which may mean that all keys are";
        QTest::newRow("causal_mask") << Floats{1, 1} << "A mask has 3 x 3 numbers (queries x keys) or 3 (keys).";
    }
    void masksByName() {
        QFETCH(std::vector<float>, values);
        QFETCH(QString, said);
        const std::int64_t count = std::ssize(values);
        const std::vector<std::int64_t> shape = count == 9 ? std::vector<std::int64_t>{3, 3} : std::vector{count};
        QVERIFY(
            writeNpz(in("m.npz"), {{QTest::currentDataTag(), 1000, [=] { return npyOfFloats(values, shape); }}}).ok());
        const auto mask = maskInFile(in("m.npz"), 3, 3);
        const QString text = QString::fromStdString(mask ? (*mask)->said : mask.text());
        QVERIFY2(text.startsWith(said), qPrintable(text));
        if (mask) QCOMPARE((*mask)->cells(0, 2), 0.0F);
    }

    void whatCannotBeOpened_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        QTest::newRow("there.txt") << QByteArray("a \xFF") << "not valid UTF-8";
        QTest::newRow("there.npz") << QByteArray("PK\x03\x04") << "its ZIP archive is damaged";
        QTest::newRow("there.npy") << QByteArray("\1") << "it ends too early";
        QTest::newRow("page.npz") << QByteArray("<!doctype html>") << "it is a web page (HTML)";
        QTest::newRow("model.safetensors")
            << QByteArray("version https://git-lfs.github.com/spec/v1\n") << "run git lfs pull";
        QTest::newRow("there.headlight") << QByteArray("{}") << "format";
        for (const char* table : {"there.csv", "there.tsv", "there.md"})
            QTest::newRow(table) << QByteArray("1,2") << "sum to 1. A table of numbers goes into one matrix";
        QTest::newRow("list.json") << QByteArray("\n[[1, 2]]") << "It is no session, and no table of weights";
        QTest::newRow("there.json") << QByteArray("{}") << "format";
        QTest::newRow("there.h5") << QByteArray("x") << "it is HDF5";
        QTest::newRow("there.pt") << QByteArray("\x80\x02") << "it is made by pickle";
        QTest::newRow("pytorch_model.bin") << QByteArray("\x80\x02") << "model.save_pretrained(\"model\")";
        QTest::newRow("model.gguf") << QByteArray("GGUF\x03") << "it is GGUF of llama.cpp";
    }
    void whatCannotBeOpened() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        const auto path = in(QTest::currentDataTag());
        std::ofstream(path, std::ios::binary) << bytes.toStdString();
        const auto read = readOpened(path);
        QVERIFY(!read.ok());
        QVERIFY2(QString::fromStdString(read.text()).contains(why), read.text().c_str());
        QVERIFY2(read.text().find(path.filename().string()) != std::string::npos, read.text().c_str());
        QVERIFY(!readOpened(in("missing.npz")).ok());
        QVERIFY(readOpened(std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays/none.safetensors")
                    .text()
                    .ends_with("none.safetensors\": It has no arrays."));
    }
};

QTEST_APPLESS_MAIN(OpenedFileTest)
#include "tst_openedFile.moc"
