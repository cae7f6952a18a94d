#include "plot/ColorScale.h"
#include "ui/plot/tiles.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class ColorScaleTest : public QObject {
    Q_OBJECT

private slots:
    void ticks_data() {
        QTest::addColumn<Range>("range");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("weights") << Range{0, 1} << QStringList{"0.00", "0.25", "0.50", "0.75", "1.00"};
        QTest::newRow("scores") << Range{-2.4F, 2.4F} << QStringList{"-2.4", "-1.2", "0.0", "1.2", "2.4"};
        QTest::newRow("0.6") << Range{0, 0.6F} << QStringList{"0.00", "0.15", "0.30", "0.45", "0.60"};
        QTest::newRow("5") << Range{-5, 5} << QStringList{"-5.0", "-2.5", "0.0", "2.5", "5.0"};
        QTest::newRow("0.28") << Range{0, 0.28F} << QStringList{"0.00", "0.07", "0.14", "0.21", "0.28"};
        QTest::newRow("typed, narrow") << Range{0.1F, 0.101F}
                                       << QStringList{"0.10000", "0.10025", "0.10050", "0.10075", "0.10100"};
        QTest::newRow("32") << Range{-32, 32} << QStringList{"-32", "-16", "0", "16", "32"};
        QTest::newRow("huge") << Range{-4e8F, 4e8F} << QStringList{"-4.0e8", "-2.0e8", "0.0e0", "2.0e8", "4.0e8"};
    }
    void ticks() {
        QFETCH(Range, range);
        QFETCH(QStringList, texts);
        QStringList actual;
        for (const ScaleTick& tick : scaleTicks(range)) actual << tick.text;
        QCOMPARE(actual, texts);
    }
    /// For every range of colourRange(), the text of a tick reads back as its value.
    void ticksTellTheTruth() {
        for (float magnitude = 2e-4F; magnitude < 9e4F; magnitude *= 1.13F)
            for (const bool isSigned : {false, true}) {
                const Range range = colourRange({0, magnitude}, isSigned);
                for (const ScaleTick& tick : scaleTicks(range))
                    QVERIFY2(std::abs(tick.text.toDouble() - tick.value) <= 1e-3 * static_cast<double>(range.high),
                             qPrintable(tick.text));
            }
    }

    void scaleRunsFromLowToHigh() {
        const auto tile = exactTile(noise(4, 4, 1));
        ColorScale scale;
        scale.resize(60, 200);
        const MapLook look = lookFor(*tile, lightTheme());
        scale.setLook(look, QString());
        const QImage image = scale.grab().toImage();
        const int top = static_cast<int>(scaleText()), bottom = 200 - top - 1;
        QCOMPARE(image.pixel(5, top), look.colormap->entry(Colormap::kEntries - 1));
        QCOMPARE(image.pixel(5, bottom), look.colormap->entry(0));
        QVERIFY(scale.accessibleDescription().contains(scaleTicks(look.range).back().text));
    }
};

QTEST_MAIN(ColorScaleTest)
#include "tst_colorScale.moc"
