#include "document/exportName.h"

#include <QTest>

using namespace headlight;

class FileWordsTest : public QObject {
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
};

QTEST_GUILESS_MAIN(FileWordsTest)
#include "tst_fileWords.moc"
