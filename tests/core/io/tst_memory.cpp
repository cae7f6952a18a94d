// Too little memory is a Problem like any other, and saving takes no more memory than it must.
#include "io/fileSize.h"
#include "io/npz.h"
#include "io/sessionFile.h"
#include "io/stageFile.h"
#include "session/edits.h"
#include "support/icuMemory.h"
#include "support/memoryTests.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstddef>
#include <fstream>

using namespace headlight;
using namespace headlight::testing;
using namespace headlight::testing::memory;
namespace fs = std::filesystem;

namespace {

const auto fine = [](const auto*) { return std::string(); };

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns the size in memory, where a number takes four bytes; as base64 it takes 16/3.
std::size_t bytesOfNumbers(const Session& session) { return static_cast<std::size_t>(0.75 * bytesInFile(session)); }

} // namespace

class MemoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path in(const char* name) const { return folder_.path().toStdString() + "/" + name; }
    const SessionFile file_{*withSentence(newSession(5, 3, 2, 3, 3), "one two three"), {}};

private slots:
    void parsing_data() { waysToEnd(); }
    void parsing() {
        QFETCH(Ends, how);
        const std::string text = sessionText(file_);
        const auto same = [&](const Result<SessionFile>* read) {
            return read && read->ok() && sessionText(**read) != text ? "another session" : "";
        };
        const Refusals said = everyRequestFails([&] { return parseSession(text); }, same, how);
        report("parsing a session", said, 100);
    }

    void readingAndWriting_data() { waysToEnd(); }
    void readingAndWriting() {
        QFETCH(Ends, how);
        const auto path = in("a");
        QVERIFY(writeSession(path, file_).ok());
        const std::string before = contents(path);
        const Refusals reads = everyRequestFails([&] { return readSession(path); }, fine, how);
        report("reading a session", reads, 100);
        // Whenever memory runs out, the file is whole, and no other file is beside it.
        const auto whole = [&](const Result<void>*) {
            const fs::directory_iterator files(path.parent_path());
            return contents(path) != before                              ? "the file is another"
                   : std::distance(files, fs::directory_iterator()) != 1 ? "something lies beside it"
                                                                         : "";
        };
        const Refusals writes = everyRequestFails([&] { return writeSession(path, file_); }, whole, how);
        report("writing a session", writes, 200);
    }

    /// Two heads have six million numbers, 33 MB of text. The text is there once, with the letters of one matrix beside
    /// it.
    void aLargeSessionIsWritten() {
        Session large = *withEmbeddingSize(file_.session, 1024);
        large = *withKeySize(*withValueSize(large, 0, 1024), 0, 1024);
        while (sizesOf(large, 0).heads > 2) large = *withHeadRemoved(large, 0, 0);
        while (sizesOf(large, 0).heads < 2) large = *withHeadAdded(large, 0);
        const auto path = in("large");
        const std::size_t before = alive;
        peak = before;
        QVERIFY(writeSession(path, {large, {}}).ok());
        const std::size_t taken = peak - before;
        QVERIFY(fs::file_size(path) > 30'000'000);
        const std::size_t text = fs::file_size(path), matrix = std::size_t(6) << 20;
        const std::size_t numbers = kCountsMalloc ? bytesOfNumbers(large) : 0; // read again to compare
        QVERIFY2(taken < text + std::max(2 * matrix, numbers + matrix) + 1'000'000, std::to_string(taken).c_str());
        QVERIFY(contents(path) == sessionText({large, {}}));
    }

    /// The same session takes its text, its numbers, and those of the matrix that is being read.
    void aLargeSessionIsRead() {
        const auto path = in("large");
        const std::size_t numbers = std::size_t(4) << 20, text = fs::file_size(path);
        const std::size_t before = alive;
        peak = before;
        const auto read = readSession(path);
        const std::size_t taken = peak - before;
        QVERIFY2(read.ok(), read ? "" : read.text().c_str());
        const std::size_t session = kCountsMalloc ? bytesOfNumbers(read->session) : 0;
        QVERIFY2(taken < session + numbers + text + 65536, std::to_string(taken).c_str()); // names, paths
        QVERIFY(sessionText(*read) == contents(path));
    }

    /// Arrays beside the same session are compared with it one by one: the numbers of both heads, and the bytes of one.
    void arraysBesideASessionAreReadByParts_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("npz") << "large.npz";
        QTest::newRow("safetensors") << "large.safetensors";
    }
    void arraysBesideASessionAreReadByParts() {
        QFETCH(QString, name);
        const auto path = in(name.toLatin1().constData());
        const auto read = readSession(in("large"));
        QVERIFY(read && writeParameterFile(path, read->session, {}, sessionText(*read)).ok());
        const std::size_t before = alive;
        peak = before;
        const auto others = otherNumbersIn(path, read->session);
        const std::size_t taken = peak - before, matrix = std::size_t(4) << 20;
        QVERIFY2(others && others->empty(), others ? "" : others.text().c_str());
        QVERIFY2(taken < 3 * matrix + (std::size_t(1) << 20), std::to_string(taken).c_str()); // parts, names, the ZIP
    }

    /// One array is read of a file with more numbers than may be taken; the others take no memory.
    void ofALargeFileOneArrayIsRead() {
        const auto path = in("hole.safetensors");
        const std::string header = R"({"a":{"dtype":"F32","shape":[100000001],"data_offsets":[0,400000004]},)"
                                   R"("b":{"dtype":"U8","shape":[2],"data_offsets":[400000004,400000006]}})";
        std::ofstream out(path, std::ios::binary);
        out << static_cast<char>(header.size()) << std::string(7, '\0') << header;
        out.seekp(static_cast<std::streamoff>(8 + header.size() + 400000004)); // a hole, which takes no space
        out << "\1\2";
        out.close();
        const std::size_t before = alive;
        peak = before;
        const auto file = ArrayFile::opened(path);
        QVERIFY2(file, file ? "" : file.text().c_str());
        std::size_t numbersLeft = 2;
        const auto array = file->read(1, numbersLeft);
        const std::size_t taken = peak - before;
        QVERIFY2(array && array->values == std::vector<float>({1, 2}), array ? "" : array.text().c_str());
        QVERIFY2(taken < 65536, std::to_string(taken).c_str());
        QCOMPARE(numbersLeft, std::size_t{0});
        numbersLeft = kMaxArrayNumbers;
        QCOMPARE(file->read(0, numbersLeft).text(),
                 std::string("It cannot be used: there are more than 100000000 numbers in all."));
    }

    /// Files with as much as possible of what takes more memory than letters take at most 100 MB and 4 times
    /// themselves.
    void aFileTakesFourTimesItself_data() {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QString>("problem"); // a part of it; empty: the file is read
        const auto repeated = [](int count, const QByteArray& one) {
            return '[' + (one + ',').repeated(count - 1) + one + ']';
        };
        const auto layers = [&](const QByteArray& first, const QByteArray& others) {
            return "\"layers\":[" + first + ',' + repeated(63, others).mid(1);
        };
        const auto heads = [&](const QByteArray& matrix) { // a layer of 64 heads, each of these three matrices
            return "{\"heads\":" +
                   repeated(64, "{\"W_q\":" + matrix + ",\"W_k\":" + matrix + ",\"W_v\":" + matrix + "}") + "}";
        };
        const QByteArray ones = R"({"init":"zeros","shape":[1,1]})", wide = R"({"init":"zeros","shape":[64,1]})";
        QByteArray pins, unknown;
        for (int i = 0; i < 16; ++i)
            pins += (i == 0 ? "{\"name\":\"" : ",{\"name\":\"") + QByteArray::number(i) +
                    "\",\"session\":{\"sentence\":\"a\"," + layers(heads("null"), heads("null")) + "}}";
        for (int i = 0; i < 2'000'000; ++i) unknown += ",\"m" + QByteArray::number(i) + "\":0";
        QTest::newRow("layers of drawings")
            << "\"drawings\":" + repeated(10'000, "{\"layers\":" + repeated(64, "{}") + "}")
            << "exceeds the limit of 50000 layers";
        QTest::newRow("heads of pins") << layers(heads(ones), heads(wide)) + ",\"pins\":[" + pins + "]"
                                       << "";
        QTest::newRow("unknown members") << unknown.mid(1) << "exceeds the limit of 400000 members";
        QTest::newRow("an unknown list") << "\"m\":" + repeated(20'000'000, "\"\"") << "";
    }
    void aFileTakesFourTimesItself() {
        QFETCH(QByteArray, members);
        const auto path = in("made");
        std::ofstream(path) << R"({"format": "headlight-session", "version": 2, "sentence": "a", )"
                            << members.toStdString() << '}';
        const std::size_t before = alive;
        peak = before;
        const auto read = readSession(path);
        const std::size_t taken = peak - before;
        const std::string said = std::to_string(taken) + (read ? "" : ": " + read.text());
        QVERIFY2(taken < 100'000'000 + 4 * fs::file_size(path), said.c_str());
        QFETCH(QString, problem);
        QVERIFY2(read.ok() == problem.isEmpty() && (read || QString::fromStdString(read.text()).contains(problem)),
                 said.c_str());
    }

    /// The trace has 4 heads with stages of 1000 x 1000, each of 16 MB in all.
    void aTraceTakesSomeRowsAtATime() {
        const Index n = 1000;
        Trace trace;
        trace.add(Stage::X, Matrix::Zero(n, 3));
        for (int h = 0; h < 4; ++h)
            for (const StageInfo& info : stages())
                if (info.scope == Scope::Head) trace.add(info.stage, Matrix::Zero(n, info.isMap() ? n : 3));
        trace.add(Stage::Concat, Matrix::Zero(n, 12));
        HeldTraces held({std::move(trace)});
        const auto path = in("trace.npz");
        const std::size_t before = alive;
        peak = before;
        QVERIFY(writeTrace(path, file_.session, held).ok());
        const std::size_t taken = peak - before, rows = std::size_t(4) << 20;
        QVERIFY(fs::file_size(path) > 48'000'000);
        QVERIFY2(taken < 2 * rows + 65536, std::to_string(taken).c_str()); // names, paths
    }

    void writingATrace_data() { waysToEnd(); }
    void writingATrace() {
        QFETCH(Ends, how);
        Trace trace;
        for (const StageInfo& info : stages()) trace.add(info.stage, Matrix(0, 0));
        HeldTraces held({trace});
        const auto path = in("small.npz");
        const Refusals said = everyRequestFails([&] { return writeTrace(path, file_.session, held); }, fine, how);
        report("writing a trace", said, 30);
    }
};

QTEST_APPLESS_MAIN(MemoryTest)
#include "tst_memory.moc"
