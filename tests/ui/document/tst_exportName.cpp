// The name that is proposed for a file made from the document.
#include "document/exportName.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

class ExportNameTest : public QObject {
    Q_OBJECT

private slots:
    void aFileIsNamedByItsFirstWords_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* what, const char* sentence, const char* name) {
            QTest::newRow(what) << QString::fromUtf8(sentence) << QString::fromUtf8(name);
        };
        row("a sentence", "My shoes are small, my feet are big.", "My shoes are small");
        row("fewer words", "one two", "one two");
        row("none", "", "untitled");
        row("nothing but signs", " ... / \\ ", "untitled");
        row("what names may not hold", "a/b\\c: \"d\"?", "a b c d");
        row("what only a command line minds", "don't do R&D #1", "don't do R&D #1");
        row("no hidden file", "..hidden word", "hidden word");
        row("several lines", "first\nsecond", "first second");
        row("long words are left out", "a donaudampfschifffahrtsgesellschaftskapitaen b", "a");
        row("one long word is cut", "0123456789012345678901234567890123456789abc",
            "0123456789012345678901234567890123456789");
        row("another script", "我 喜歡 貓", "我 喜歡 貓");
        row("beyond the first plane", "😀 smile", "😀 smile");
    }
    void aFileIsNamedByItsFirstWords() {
        QFETCH(QString, sentence);
        QTEST(nameForFile(sentence.toStdString()), "name");
    }

    /// Characters that file names must not contain become one space, however many they are.
    void whatNamesMayNotHoldIsASpace() {
        QCOMPARE(allowedInFileName(QStringLiteral(u"1/2: \"what?\"\n<a|b> \\ * it's 50 % \U0001F600")),
                 QStringLiteral(u"1 2 what a b it's 50 % \U0001F600"));
        QCOMPARE(allowedInFileName(QStringLiteral("/?*")), QString());
    }

    void names_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("name");
        QTest::newRow("session") << "mha.headlight"
                                 << "weights"
                                 << "mha-weights";
        for (const char* ending : {".npz", ".npy", ".safetensors", ".txt", ".NPZ"})
            QTest::newRow(ending) << QString("mhaX") + ending << ""
                                  << "mhaX";
        QTest::newRow("example") << "Shoes, three heads"
                                 << "entropy of rows"
                                 << "My-shoes-are-small-entropy-of-rows";
        QTest::newRow("a stage with a sign") << "a.npz"
                                             << "X/2"
                                             << "a-X-2";
        QTest::newRow("Untitled") << "Untitled"
                                  << "W_q"
                                  << "My-shoes-are-small-W_q";
        QTest::newRow("nothing is left") << ".npz"
                                         << ""
                                         << "My-shoes-are-small";
    }
    void names() {
        QFETCH(QString, title);
        QFETCH(QString, what);
        ViewState state;
        state.title = title;
        state.session = *withSentence(blankSession(), "My shoes are small, my feet are big.");
        QTEST(exportName(state, what), "name");
    }

    void aFileMayHaveAnyEnding() {
        ViewState state;
        state.title = "v1.2";
        state.filePath = "/a/v1.2";
        state.session = *withSentence(blankSession(), "My shoes are small, my feet are big.");
        QCOMPARE(exportName(state, "Q"), QString("v1.2-Q"));
    }

    /// An import is named after its file, an example after its first words.
    void savesAreNamed_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("name");
        QTest::newRow("import") << "my mha.npz"
                                << "my mha";
        QTest::newRow("nothing is left") << ".npz"
                                         << "My shoes are small";
        QTest::newRow("example") << "Shoes, three heads"
                                 << "My shoes are small";
        QTest::newRow("Untitled") << "Untitled"
                                  << "My shoes are small";
    }
    void savesAreNamed() {
        QFETCH(QString, title);
        ViewState state;
        state.title = title;
        state.session = *withSentence(blankSession(), "My shoes are small, my feet are big.");
        QTEST(saveName(state), "name");
    }

    /// The title of an example is that of its sentence. With another sentence, the window has the name that a save has.
    void titles_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, const char* title, const char* path, const char* sentence,
                            const char* shown) { QTest::newRow(name) << title << path << sentence << shown; };
        row("example", "Shoes, three heads", "", "My shoes", "Shoes, three heads");
        row("another sentence", "Shoes, three heads", "", "Hello world", "Hello world");
        row("no sentence", "Shoes, three heads", "", "", "Shoes, three heads");
        row("import", "mha.npz", "", "Hello world", "mha");
        row("file", "mine.headlight", "/a/mine.headlight", "Hello world", "mine.headlight");
    }
    void titles() {
        QFETCH(QString, title);
        QFETCH(QString, path);
        QFETCH(QString, sentence);
        ViewState state;
        state.title = title;
        state.filePath = path;
        state.opened = *withSentence(blankSession(), "My shoes");
        state.session = *withSentence(blankSession(), sentence.toStdString());
        QTEST(shownTitle(state), "shown");
    }
};

QTEST_MAIN(ExportNameTest)
#include "tst_exportName.moc"
