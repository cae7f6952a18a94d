#include "words/numberWords.h"

#include <QTest>

using namespace headlight;

class NumberWordsTest : public QObject {
    Q_OBJECT

private slots:
    void lies_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isLie");
        QTest::newRow("zero") << 0.0 << "0.00" << false;
        QTest::newRow("a digit") << 0.01 << "0.01" << false;
        QTest::newRow("none") << 0.004 << "0.00" << true;
        QTest::newRow("half a unit, rounded to even") << 0.5 << "0" << true;
        QTest::newRow("not finite") << std::numeric_limits<double>::quiet_NaN() << "NaN" << false;
    }
    void lies() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QFETCH(bool, isLie);
        QCOMPARE(isLiedAbout(value, text), isLie);
    }

    void decimals_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("decimals");
        QTest::newRow("4e-5") << 0.00004 << 5;
        QTest::newRow("a power") << 0.001 << 3;
        QTest::newRow("almost a power") << 0.000999 << 4;
        QTest::newRow("large") << -1234.0 << 0;
    }
    void decimals() {
        QFETCH(double, value);
        QFETCH(int, decimals);
        QCOMPARE(decimalsToTell(value), decimals);
        QVERIFY(!isLiedAbout(value, QString::number(value, 'f', decimals)));
    }

    void exponents_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 4e-5 << 0 << "4e-5";
        QTest::newRow("two") << -1.25e12 << 2 << "-1.25e12";
        QTest::newRow("no zeros behind") << 1.5e20 << 3 << "1.5e20";
        QTest::newRow("nor a point") << 1e20 << 3 << "1e20";
        QTest::newRow("tens stay") << 1e10 << 0 << "1e10";
    }
    void exponents() {
        QFETCH(double, value);
        QFETCH(int, decimals);
        QFETCH(QString, text);
        QCOMPARE(withExponent(value, decimals), text);
    }

    void marks() { QCOMPARE(notQuiteZero(1e-9) + notQuiteZero(-1e-9), QString(">0<0")); }
};

QTEST_APPLESS_MAIN(NumberWordsTest)
#include "tst_numberWords.moc"
