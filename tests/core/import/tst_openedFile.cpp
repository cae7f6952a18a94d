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

#include <fstream>

using namespace headlight;
using namespace headlight::testing;

class OpenedFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path in(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }

private slots:
    void sessions() {
        const SessionFile file{*withSentence(blankSession(), "one two"), {}};
        QVERIFY(writeSession(in("a.headlight"), file).ok());
        Trace trace;
        QVERIFY(writeTrace(in("a.npz"), file.session, {&trace, 1}, sessionText(file)).ok());
        HeldTraces held({&trace, 1});
        QVERIFY(writeStageFile(in("a.safetensors"), file.session, held, {}, sessionText(file)).ok());
        for (const char* name : {"a.headlight", "a.npz", "a.safetensors"}) {
            const auto read = readOpened(in(name));
            QVERIFY2(read, read ? "" : read.text().c_str());
            QVERIFY(read->arrays.empty());
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
        Session session = *withSentence(*withTokenizer(blankSession(), {"whitespace", "", {}}), "one two");
        session.layers.change(0, [](Layer& layer) {
            for (Head& head : layer.allHeads) head[Parameter::Bk] = FrozenMatrix(Matrix(Matrix::Random(1, 3)));
        });
        changing(session)->allHeads[1][Parameter::Bv] = FrozenMatrix(Matrix(Matrix::Random(1, 3))); // of one head alone
        QVERIFY(writeParameterFile(in(name.toLatin1().constData()), session, {}).ok());
        const auto read = readOpened(in(name.toLatin1().constData()));
        QVERIFY(read && !read->arrays.empty());
        const auto set = arraySet(read->arrays);
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
        QVERIFY(read->arrays.empty() && !read->isSessionFile);
        QCOMPARE(sessionText(read->file), sessionText(file));
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
        const auto little = [](std::uint64_t value, int bytes) {
            std::string all;
            for (int i = 0; i < bytes; ++i) all.push_back(static_cast<char>(value >> (8 * i) & 0xFFU));
            return all;
        };
        std::string begin, end; // with a hole between them, which takes no disk space
        if (name.endsWith("npz")) {
            QVERIFY(writeNpz(path, {{"session", 1000, [&] { return npyOfBytes(text); }}}).ok());
            end = *readFile(path, 1'000'000);
            begin = end.substr(0, 4); // the ZIP begins here; its one member is after the hole
            const std::size_t directory = end.find("PK\x01\x02"), last = end.rfind("PK\x05\x06");
            end.replace(directory + 42, 4, little(std::stoul(large), 4));
            end.replace(last + 16, 4, little(std::stoul(large) + directory, 4));
        } else {
            std::string header = R"({"a":{"dtype":"U8","shape":[)" + large + R"(],"data_offsets":[0,)" + large +
                                 R"(]},"session":{"dtype":"U8","shape":[)" + std::to_string(text.size()) +
                                 R"(],"data_offsets":[)" + large + "," +
                                 std::to_string(std::stoul(large) + text.size()) + "]}}";
            begin = little(header.size(), 8) + header;
            end = text;
        }
        std::ofstream out(path, std::ios::binary);
        out << begin;
        out.seekp(static_cast<std::streamoff>(std::stoul(large) + (name.endsWith("npz") ? 0 : begin.size())));
        out << end;
        out.close();
        QVERIFY(!readFile(path, JsonLimits{}.bytes).ok());
        const auto read = readOpened(path);
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(sessionText(read->file), sessionText(file));
    }

    void arrays() {
        for (const char* name : {"v1.npz", "v1.safetensors", "little_f4.npy"}) {
            const auto read = readOpened(std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays" / name);
            QVERIFY2(read && !read->arrays.empty() && !read->isSessionFile, name);
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

    void whatCannotBeOpened_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        QTest::newRow("there.txt") << QByteArray("a \xFF") << "not valid UTF-8";
        QTest::newRow("there.npz") << QByteArray("PK\x03\x04") << "its ZIP archive is damaged";
        QTest::newRow("there.npy") << QByteArray("x") << "it ends too early";
        QTest::newRow("there.headlight") << QByteArray("{}") << "format";
        for (const char* table : {"there.csv", "there.tsv", "there.md"})
            QTest::newRow(table) << QByteArray("1,2") << "It is no session. A table of numbers goes into one matrix";
        QTest::newRow("list.json") << QByteArray("\n[[1, 2]]") << "It is no session. A table of numbers goes into";
        QTest::newRow("there.json") << QByteArray("{}") << "format";
        QTest::newRow("there.h5") << QByteArray("x") << "it is HDF5";
        QTest::newRow("there.pt") << QByteArray("\x80\x02") << "it is made by pickle";
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
