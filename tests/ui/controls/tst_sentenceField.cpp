#include "controls/SentenceField.h"
#include "style/styleSheet.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

using namespace headlight;

class SentenceFieldTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, lightTheme()); }

    /// A press finds a place within the text, wherever marks turn its direction: with letter spacing Qt looks for the
    /// cursor before its beginning and behind its end.
    void aPressFindsItsPlace_data() {
        QTest::addColumn<QString>("sentence");
        QTest::newRow("turned") << QStringLiteral(u"\u202e\u202c\u202eabc\u202c\u202eabc\u202c?   \u200f");
        QTest::newRow("turned, and a break") << QStringLiteral(u"\n\u2067x\u2069\u05e9\u05dc\u05d5\u05dd\u202e\u0e33a");
        QTest::newRow("turned words") << QStringLiteral(
            u"abc\u202eabc\u202cdef \u202eabc\u202c really \u202eabc\u202c");
        QTest::newRow("two scripts") << QStringLiteral(
            u"my \u05e9\u05dc\u05d5\u05dd are \u0645\u0631\u062d\u0628\u0627 \u200f!");
        QTest::newRow("plain") << QStringLiteral("office 10x20 -> flat");
    }
    void aPressFindsItsPlace() {
        QFETCH(QString, sentence);
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QTextCursor")));
        SentenceField field;
        field.resize(600, 44);
        field.setSentence(sentence);
        field.show();
        QVERIFY(QTest::qWaitForWindowExposed(&field));
        for (int y = 6; y < field.viewport()->height(); y += 12)
            for (int x = 0; x < 320; x += 3) QTest::mouseClick(field.viewport(), Qt::LeftButton, {}, {x, y});
        QCOMPARE(field.sentence(), sentence);
    }
};

QTEST_MAIN(SentenceFieldTest)
#include "tst_sentenceField.moc"
