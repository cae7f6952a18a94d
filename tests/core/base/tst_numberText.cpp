#include "base/numberText.h"

#include <QTest>

#include <limits>

using namespace headlight;

class NumberTextTest : public QObject {
    Q_OBJECT

private slots:
    void shortestReadsBack_data() {
        QTest::addColumn<float>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("tenth") << 0.1F << "0.1";
        QTest::newRow("third") << 1.0F / 3.0F << "0.33333334";
        QTest::newRow("small") << 1e-5F << "1e-05";
        QTest::newRow("whole") << 3.0F << "3";
        QTest::newRow("negative zero") << -0.0F << "-0";
        QTest::newRow("largest") << std::numeric_limits<float>::max() << "3.4028235e+38";
        QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN() << "NaN";
        QTest::newRow("-inf") << -std::numeric_limits<float>::infinity() << "-Infinity";
    }
    void shortestReadsBack() {
        QFETCH(float, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(shortest(value)), text);
    }

    void fixedPointRounds_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<QString>("text");
        QTest::newRow("four") << 0.47134 << 4 << "0.4713";
        QTest::newRow("no negative zero") << -0.00001 << 4 << "0.0000";
        QTest::newRow("negative") << -1.5 << 2 << "-1.50";
        QTest::newRow("none") << 2.6 << 0 << "3";
        QTest::newRow("huge") << 1e30 << 1 << "1000000000000000019884624838656.0";
    }
    void fixedPointRounds() {
        QFETCH(double, value);
        QFETCH(int, decimals);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(fixedPoint(value, decimals)), text);
    }

    void inputIsUnderstood_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<float>("value");
        QTest::newRow("exponent") << "1e-3" << 1e-3F;
        QTest::newRow("negative") << "-0.5" << -0.5F;
        QTest::newRow("fraction") << "1/3" << 1.0F / 3.0F;
        QTest::newRow("fraction, blanks") << " -1 / 4 " << -0.25F;
        QTest::newRow("plus") << "+2" << 2.0F;
        QTest::newRow("bare point") << ".5" << 0.5F;
        QTest::newRow("decimal comma") << "0,5" << 0.5F;
        QTest::newRow("typographic minus") << QStringLiteral(u"\u22120.5") << -0.5F;
        QTest::newRow("underflow") << "1e-400" << 0.0F;
        QTest::newRow("many zeros") << "0." + QString(400, '0') + "1" << 0.0F;
        QTest::newRow("rounded once") << "1.00000005960464477539062500000000001" << 1.0000001F;
    }
    void inputIsUnderstood() {
        QFETCH(QString, typed);
        QFETCH(float, value);
        const auto number = numberFromInput(typed.toStdString());
        QVERIFY2(number.ok(), number ? "" : number.text().c_str());
        QCOMPARE(*number, value);
    }

    void nonsenseIsRefused_data() {
        QTest::addColumn<QString>("typed");
        for (const char* typed : {"abc", "", "1e", "--1", "1/0", "1/2/3", "1e39", "nan", "inf", "0x10", "1 2", "1,2,3",
                                  "+-1", "1e400", ".", "-", "e5"})
            QTest::newRow(typed) << typed;
        QTest::newRow("1 and 400 zeros, e-10") << "1" + QString(400, '0') + "e-10";
    }
    void tooLargeIsSaidSo() {
        for (const QString& typed : {QString("1e39"), QString("1e400"), "1" + QString(400, '0'), QString("1e30/1e-30"),
                                     QString("1e400/2"), QString("+.5e99"), QString("-1.E+99")})
            QVERIFY2(numberFromInput(typed.toStdString()).text().find("too large") != std::string::npos,
                     qPrintable(typed));
        for (const char* typed : {"1e", "1..2", "1.2.3", "1e1.5", "..", "1e400.", "1e40e4", "1-1", "."})
            QVERIFY2(numberFromInput(typed).text().find("not a number") != std::string::npos, typed);
    }
    void nonsenseIsRefused() {
        QFETCH(QString, typed);
        const auto number = numberFromInput(typed.toStdString());
        QVERIFY(!number.ok());
        QVERIFY(number.text().find("old value stays") != std::string::npos);
    }

    void anEmptyFieldIsSaidToBeEmpty() {
        for (const char* typed : {"", " "})
            QVERIFY2(numberFromInput(typed).text().starts_with("The field is empty."), typed);
    }

    void wholeNumbers() {
        QCOMPARE(*wholeNumberFromInput(" 12 ", 1, 64, "Heads"), 12);
        QCOMPARE(wholeNumberFromInput("65", 1, 64, "Heads").text(),
                 std::string("Heads must be a whole number from 1 to 64, not \"65\"."));
        QVERIFY(!wholeNumberFromInput("1.5", 1, 64, "Heads").ok());
    }
};

QTEST_APPLESS_MAIN(NumberTextTest)
#include "tst_numberText.moc"
