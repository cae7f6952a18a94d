// Tests decimals as JSON has them: their length, and the nearest number.
#include "base/decimal.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

using namespace headlight;

class DecimalTest : public QObject {
    Q_OBJECT

private slots:
    void length_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("length");
        const auto row = [](const char* text, int length) { QTest::newRow(text) << QString(text) << length; };
        row("", 0);
        row("0", 1);
        row("-0", 2);
        row("-", 0);
        row("+1", 0);
        row("12,5", 2);
        row("01", 1); // the rest is another number
        row("1.5e-3]", 6);
        row("1.", 0);
        row(".5", 0);
        row("1e", 0);
        row("1E+07 ", 5);
        row("1e5e5", 3);
        row("NaN", 0);
        row("-Infinity", 0);
        row("0x10", 1);
    }
    void length() {
        QFETCH(QString, text);
        QFETCH(int, length);
        QCOMPARE(static_cast<int>(numberLength(text.toStdString())), length);
    }

    void nearestNumber_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<float>("single"); // NaN: none
        QTest::addColumn<double>("twice");
        constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
        constexpr double kInf = std::numeric_limits<double>::infinity();
        const auto row = [](const char* text, float single, double twice) {
            QTest::newRow(text) << QString(text) << single << twice;
        };
        row("0", 0, 0);
        row("-0", -0.0F, -0.0);
        row("0.1", 0.1F, 0.1);
        row("+.5", 0.5F, 0.5);
        row("1.", 1, 1);
        row("16777217", 16777216.0F, 16777217.0);                     // 2^24 + 1 is a tie, rounded to even
        row("16777217.0000000001", 16777218.0F, 16777217.0000000001); // rounded once, not to double first
        row("1e-45", 0x1p-149F, 1e-45);
        row("1e-60", 0, 1e-60); // too small is 0
        row("-1e-400", -0.0F, -0.0);
        row("0.000e999999999999", 0, 0);
        row("3.4028235e38", std::numeric_limits<float>::max(), 3.4028235e38);
        row("3.5e38", float(kInf), 3.5e38); // too large is infinite
        row("1e400", float(kInf), kInf);
        row("-1e400", -float(kInf), -kInf);
        row("0.00001e405", float(kInf), kInf);
        row("", kNone, std::nan(""));
        row("nan", kNone, std::nan(""));
        row("inf", kNone, std::nan(""));
        row("-inf", kNone, std::nan(""));
        row("+-1", kNone, std::nan(""));
        row("--1", kNone, std::nan(""));
        row("1 ", kNone, std::nan(""));
        row("1,5", kNone, std::nan(""));
        row("0x1", kNone, std::nan(""));
    }
    void nearestNumber() {
        QFETCH(QString, text);
        QFETCH(float, single);
        QFETCH(double, twice);
        const auto f = nearest<float>(text.toStdString());
        const auto d = nearest<double>(text.toStdString());
        QCOMPARE(f.has_value(), !std::isnan(single));
        QCOMPARE(d.has_value(), !std::isnan(twice));
        if (f) QCOMPARE(std::bit_cast<std::uint32_t>(*f), std::bit_cast<std::uint32_t>(single));
        if (d) QCOMPARE(std::bit_cast<std::uint64_t>(*d), std::bit_cast<std::uint64_t>(twice));
    }
};

QTEST_APPLESS_MAIN(DecimalTest)
#include "tst_decimal.moc"
