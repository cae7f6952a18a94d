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
        QCOMPARE(roundsToZero(value, text), isLie);
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

    void theMinusIsASign() { QCOMPARE(withMinus("-4e-5"), QStringLiteral(u"−4e−5")); }

    void full_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << "0.0000";
        QTest::newRow("a weight") << 0.0147 << "0.0147";
        QTest::newRow("four digits") << 0.00001046 << "0.00001046";
        QTest::newRow("very small") << 1.2345e-20 << "1.234e-20";
        QTest::newRow("a score") << -1.95304 << "-1.9530";
        QTest::newRow("hundred thousands") << 123456.789 << "123456.789";
        QTest::newRow("millions") << -1234567.89 << "-1234567.89";
        QTest::newRow("the largest float") << 3.4028234663852886e38 << "3.40282347e38";
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << "Infinity";
    }
    void full() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(inFull(value), text);
    }

    void roundedNumbers_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << "0.0000";
        QTest::newRow("small") << 0.0004013 << "0.0004";
        QTest::newRow("very small") << -0.0000321 << "-3.2e-5";
        QTest::newRow("a score") << -1.95304 << "-1.9530";
        QTest::newRow("millions") << -1234567.89 << "-1.2346e6";
        QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << QStringLiteral(u"-∞");
        QTest::newRow("none") << std::numeric_limits<double>::quiet_NaN() << "NaN";
    }
    void roundedNumbers() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(rounded(value), text);
    }
};

QTEST_APPLESS_MAIN(NumberWordsTest)
#include "tst_numberWords.moc"
