#include "table/NumberDelegate.h"

#include <QTest>

#include <cmath>

using namespace headlight;

class NumberDelegateTest : public QObject {
    Q_OBJECT

private slots:
    void takesTheDecimalsThatFit_data() {
        QTest::addColumn<float>("value");
        QTest::addColumn<int>("letters"); ///< width in letters
        QTest::addColumn<QString>("shown");
        QTest::newRow("all four") << -0.71189F << 7 << "-0.7119";
        QTest::newRow("three") << -0.71189F << 6 << "-0.712";
        QTest::newRow("large") << 123456.789F << 8 << "123456.8";
        QTest::newRow("very large") << 1.5e20F << 8 << "1.5e20";
        QTest::newRow("small is not zero") << 0.0004F << 5 << "4e-4";
        QTest::newRow("nor with four decimals") << 0.00001F << 8 << "1e-5";
        QTest::newRow("nor the smallest") << -1e-45F << 6 << "-1e-45";
        QTest::newRow("zero") << 0.0F << 4 << "0.00";
        QTest::newRow("nan") << std::nanf("") << 4 << "NaN";
        QTest::newRow("no space at all") << -123456.0F << 1 << "…";
    }
    void takesTheDecimalsThatFit() {
        QFETCH(float, value);
        QFETCH(int, letters);
        QFETCH(QString, shown);
        const QFontMetrics metrics(QFont("DejaVu Sans Mono")); // its digits and signs have the same width
        const int width = metrics.horizontalAdvance(QString(letters, QLatin1Char('0')));
        QCOMPARE(fittingNumber(value, 4, width, metrics), shown);
    }

    /// All numbers of a table have the decimals with which the widest one fits.
    void aTableHasTheSameDecimals() {
        const QFontMetrics metrics(QFont("DejaVu Sans Mono"));
        const int width = metrics.horizontalAdvance("-0.000");
        QStringList shown;
        for (const float value : {-0.266F, 0.5463F, -0.71189F})
            shown << fittingNumber(value, fittingDecimals(-0.71189F, width, metrics), width, metrics);
        QCOMPARE(shown, QStringList({"-0.266", "0.546", "-0.712"}));
    }
};

QTEST_MAIN(NumberDelegateTest)
#include "tst_numberDelegate.moc"
