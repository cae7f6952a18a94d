#include "style/colours.h"
#include "table/cellTint.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace headlight;

class CellTintTest : public QObject {
    Q_OBJECT

private slots:
    void textCanBeRead_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void textCanBeRead() {
        QFETCH(bool, dark);
        const Theme& theme = dark ? darkTheme() : lightTheme();
        for (int i = -200; i <= 200; ++i) {
            const QColor tint = cellTint(theme, static_cast<float>(i) / 100.0F, 2.0F);
            QVERIFY2(contrast(theme.text, tint) >= 4.5, qPrintable(QString::number(i)));
            QCOMPARE(textOn(theme, tint), theme.text);
        }
        const QColor nan = cellTint(theme, std::numeric_limits<float>::quiet_NaN(), 1.0F);
        QCOMPARE(nan, theme.notANumber);
        QVERIFY(contrast(textOn(theme, nan), nan) >= 4.5);
    }

    void largerIsFurtherFromZero() {
        const Theme& theme = lightTheme();
        for (const float sign : {-1.0F, 1.0F})
            for (int i = 1; i <= 10; ++i) {
                const float value = static_cast<float>(i) / 10.0F;
                QVERIFY(contrast(theme.zero, cellTint(theme, sign * value, 1.0F)) >
                        contrast(theme.zero, cellTint(theme, sign * (value - 0.1F), 1.0F)));
            }
        QVERIFY(cellTint(theme, -1, 1).blue() > cellTint(theme, -1, 1).red());
        QVERIFY(cellTint(theme, 1, 1).red() > cellTint(theme, 1, 1).blue());
    }

    void aMatrixOfZerosHasTheColourOfZero() { QCOMPARE(cellTint(lightTheme(), 0, 0), lightTheme().zero); }

    void contrastOfBlackAndWhiteIs21() {
        QVERIFY(std::abs(contrast(Qt::black, Qt::white) - 21) < 1e-9);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
    }
};

QTEST_APPLESS_MAIN(CellTintTest)
#include "tst_cellTint.moc"
