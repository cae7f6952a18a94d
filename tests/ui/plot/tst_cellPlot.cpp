#include "plot/CellPlot.h"
#include "ui/plot/tiles.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class CellPlotTest : public QObject {
    Q_OBJECT

private slots:
    /// Where the frames around them are: from the first pixel to the last, and none further.
    void cellsStandInTheirPlaces() {
        constexpr int kCells = 6, kWide = 13, kHigh = 11;
        const auto tile = exactTile(noise(kCells, kCells, 1));
        const MapArea area{QRectF(30, 50, kCells * kWide, kCells * kHigh), wholeMap(kCells, kCells), 1};
        const MapLook look = lookFor(*tile, lightTheme(), false);
        CellPlot plot;
        const QImage image = plot.picture(area, tile, look).toImage();
        QCOMPARE(image.size(), area.rect.size().toSize());
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                QVERIFY2(image.pixel(x, y) == cellColour(tile->values(y / kHigh, x / kWide), look),
                         qPrintable(QString("at %1, %2").arg(x).arg(y)));
    }
};

QTEST_MAIN(CellPlotTest)
#include "tst_cellPlot.moc"
