#include "import/importArrays.h"
#include "import/openedFile.h"
#include "io/files.h"
#include "io/npz.h"
#include "io/stageFile.h"
#include "session/edits.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headlight;

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

    /// All parameters in a file of arrays are the matrices of the layer again.
    void parametersAreALayer_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("npz") << "p.npz";
        QTest::newRow("safetensors") << "p.safetensors";
    }
    void parametersAreALayer() {
        QFETCH(QString, name);
        Session session = *withSentence(*withTokenizer(blankSession(), {"whitespace", "", {}}), "one two");
        for (Head& head : session.layers[0].allHeads) head[Parameter::Bk] = FrozenMatrix(Matrix(Matrix::Random(1, 3)));
        session.layers[0].allHeads[1][Parameter::Bv] = FrozenMatrix(Matrix(Matrix::Random(1, 3))); // of one head alone
        QVERIFY(writeParameterFile(in(name.toLatin1().constData()), session, {}).ok());
        const auto read = readOpened(in(name.toLatin1().constData()));
        QVERIFY(read && !read->arrays.empty());
        const auto set = arraySet(read->arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        const auto again = withArrays(blankSession(), 0, *set, read->arrays, usualChoices(*set, blankSession()));
        QVERIFY2(again, again ? "" : again.text().c_str());
        forEachParameter(session, [&](const ParameterRef& ref, const ParameterValue& value) {
            const FrozenMatrix found = matrixOf(*again, ref);
            QVERIFY2(bool(value) == bool(found), nameOf(ref).c_str());
            if (value) QVERIFY2(*value == *found, nameOf(ref).c_str());
        });
        QCOMPARE(again->text.tokens->texts.front(), std::string(name == "p.npz" ? "one" : "x1"));
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

    void whatCannotBeOpened_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        QTest::newRow("there.txt") << QByteArray("a \xFF") << "not valid UTF-8";
        QTest::newRow("there.npz") << QByteArray("PK\x03\x04") << "its ZIP archive is damaged";
        QTest::newRow("there.npy") << QByteArray("x") << "it ends too early";
        QTest::newRow("there.headlight") << QByteArray("{}") << "format";
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
