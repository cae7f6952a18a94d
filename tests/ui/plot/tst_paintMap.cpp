#include "plot/CellImage.h"
#include "plot/paintMap.h"
#include "ui/plot/tiles.h"

#include <QPainter>
#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

QImage painted(const Tile& tile, const MapLook& look, const QSize& size, const MapWindow& window, double dpr = 1,
               PaintTarget target = PaintTarget::Pixels) {
    QImage image(QSizeF(QSizeF(size) * dpr).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(dpr);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    const MapArea area{QRectF(QPointF(0, 0), QSizeF(size)), window, dpr};
    paintCells(painter, area, tile, look, target);
    paintNumbers(painter, area, tile, look, formatFor(tile, area), target);
    return image;
}

QRgb at(const QImage& image, QPointF logical) { return image.pixel((logical * image.devicePixelRatio()).toPoint()); }

} // namespace

class PaintMapTest : public QObject {
    Q_OBJECT

private slots:
    void everyCellHasItsColour_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        QTest::addColumn<double>("dpr");
        for (const int rows : {1, 2, 7, 64, 200})
            for (const double dpr : {1.0, 1.5, 2.0})
                QTest::addRow("%d x %d at %g", rows, rows + 3, dpr) << rows << rows + 3 << dpr;
    }
    void everyCellHasItsColour() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        QFETCH(double, dpr);
        const auto tile = exactTile(noise(rows, cols, 1));
        const MapLook look = lookFor(*tile, lightTheme());
        const QSize size(418, 404);
        for (const PaintTarget target : {PaintTarget::Pixels, PaintTarget::Vectors}) {
            const QImage image = painted(*tile, look, size, wholeMap(rows, cols), dpr, target);
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < cols; ++c) {
                    const QPointF middle((c + 0.5) * size.width() / cols, (r + 0.5) * size.height() / rows);
                    // The pixel that contains the centre.
                    const QPoint pixel(static_cast<int>(middle.x() * dpr), static_cast<int>(middle.y() * dpr));
                    QCOMPARE(image.pixel(pixel), look.colormap->colour(tile->values(r, c), look.range));
                }
        }
    }

    /// A cell that is not computed yet has the colour of the paper, and no number.
    void whatIsNotComputedYetIsBlank() {
        const auto tile = exactTile(noise(4, 3, 1));
        MapLook look = lookFor(*tile, lightTheme(), true);
        look.blank = {1, 1, 2, 2};
        for (const PaintTarget target : {PaintTarget::Pixels, PaintTarget::Vectors}) {
            const QImage image = painted(*tile, look, {90, 120}, wholeMap(4, 3), 1, target);
            for (int r = 0; r < 4; ++r)
                for (int c = 0; c < 3; ++c) {
                    std::set<QRgb> colours;
                    for (int y = 1; y < 29; ++y)
                        for (int x = 1; x < 29; ++x) colours.insert(image.pixel(30 * c + x, 30 * r + y));
                    const bool isBlank = (r == 1 || r == 2) && c > 0;
                    QCOMPARE(colours == std::set<QRgb>{lightTheme().surface.rgb()}, isBlank);
                }
        }
    }

    /// Cells of both kinds are hatched in vector files, in the directions and colours that they have as pixels.
    void aMaskedCellIsHatchedInAFileOfVectors() {
        const auto tile = exactTile(noise(2, 2, 1));
        tile->masked = CellMask(2, 2, false);
        tile->masked.set(0, 1, true);
        tile->masked.set(1, 0, true);
        MapLook look = lookFor(*tile, lightTheme());
        look.newRows = {0, 1};
        const QImage image = painted(*tile, look, {60, 60}, wholeMap(2, 2), 1, PaintTarget::Vectors);
        const auto shareOf = [&](int row, int col, QRgb colour) {
            int count = 0;
            for (int y = 0; y < 30; ++y)
                for (int x = 0; x < 30; ++x) count += image.pixel(30 * col + x, 30 * row + y) == colour;
            return count / 900.0;
        };
        QVERIFY(shareOf(0, 1, lightTheme().masked.rgb()) > 0.7 && shareOf(0, 1, hatchColour(lightTheme())) > 0.1);
        QVERIFY(shareOf(1, 0, lightTheme().surface.rgb()) > 0.7 && shareOf(1, 0, hatchColour(lightTheme())) > 0.1);
        QCOMPARE(shareOf(0, 0, look.colormap->colour(tile->values(0, 0), look.range)), 1.0);
    }

    /// In a dense map a dot is blank if one of its cells is.
    void dotsOfManyCellsAreBlankToo() {
        auto tile = exactTile(noise(4, 4, 1));
        tile->demand.region = {0, 0, 40, 40};
        tile->exact = false;
        tile->stageRows = tile->stageCols = 40;
        MapLook look = lookFor(*tile, lightTheme());
        look.blank = {15, 21, 1, 19};
        const QImage image = painted(*tile, look, {40, 40}, wholeMap(40, 40));
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 4; ++c)
                QCOMPARE(image.pixel(10 * c + 5, 10 * r + 5) == lightTheme().surface.rgb(), r == 1 && c >= 2);
    }

    /// The first and the last row of dense maps, whose cells are hardly higher than their numbers, have numbers, too.
    void everyWholeCellHasItsNumber() {
        const auto tile = exactTile(noise(4, 3, 1));
        const MapLook look = lookFor(*tile, lightTheme(), true);
        const QImage image = painted(*tile, look, {90, 48}, wholeMap(4, 3));
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 3; ++c) {
                std::set<QRgb> colours;
                for (int y = 0; y < 12; ++y)
                    for (int x = 0; x < 30; ++x) colours.insert(image.pixel(c * 30 + x, r * 12 + y));
                QVERIFY2(colours.size() > 2, qPrintable(QString("row %1, column %2").arg(r).arg(c)));
            }
    }

    /// A number that is wider than the others gets fewer decimals, so that no cell is without a number.
    void widerNumbersHaveFewerDecimals_data() {
        QTest::addColumn<float>("wide");
        QTest::addColumn<CellFormat>("format");
        QTest::newRow("a large number") << 12.5F << CellFormat{2, 8};
        QTest::newRow("a large negative score") << -12.5F << CellFormat{1, 8};
    }
    void widerNumbersHaveFewerDecimals() {
        QFETCH(float, wide);
        QFETCH(CellFormat, format);
        const auto tile = exactTile((Matrix(1, 2) << 0.1F, wide).finished());
        const MapLook look = lookFor(*tile, lightTheme(), true);
        QImage image(200, 20, QImage::Format_ARGB32_Premultiplied);
        const QFontMetrics metrics(cellFont(format), &image);
        const int side = metrics.horizontalAdvance(cellText(wide, {0, 8})) + 4; // of a cell
        QVERIFY(metrics.horizontalAdvance(cellText(wide, format)) > side);
        const auto paint = [&](const MapLook& as) {
            image.fill(Qt::gray);
            QPainter painter(&image);
            const MapArea area{QRectF(0, 0, 2 * side, 20), wholeMap(1, 2), 1};
            paintNumbers(painter, area, *tile, as, format, PaintTarget::Pixels);
            return image.copy(side, 0, side, 20);
        };
        MapLook without = look;
        without.numbers = false;
        QVERIFY(paint(look) != paint(without));
    }

    /// There are at least 3 px between them, for which decimals are left out where a number fills its cell.
    void numbersNeverTouch() {
        const auto tile = exactTile((Matrix(1, 2) << 8888.8F, 8888.8F).finished());
        const MapLook look = lookFor(*tile, lightTheme(), true);
        const CellFormat format{1, 8};
        QImage image(200, 20, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        const int side = QFontMetrics(cellFont(format), &image).horizontalAdvance("8888.8") + 1;
        QPainter painter(&image);
        paintNumbers(painter, {QRectF(0, 0, 2 * side, 20), wholeMap(1, 2), 1}, *tile, look, format,
                     PaintTarget::Pixels);
        painter.end();
        const QRect left = inkOf(image.copy(0, 0, side, 20)), right = inkOf(image.copy(side, 0, side, 20));
        QVERIFY(!left.isEmpty() && !right.isEmpty());
        QVERIFY(side - 1 - left.right() + right.left() >= 3);
    }

    /// Values of a tile are weighted by the number of cells that they stand for.
    void meansOfMeansAreExact() {
        Tile tile = *exactTile((Matrix(1, 2) << 0, 1).finished());
        tile.demand.pooling = Pooling::Mean;
        tile.demand.region = {0, 0, 1, 3}; // 0 is of one cell, 1 is the mean of two
        tile.stageCols = 3;
        tile.exact = false;
        const MapLook look = lookFor(tile, lightTheme());
        const QImage image = painted(tile, look, {1, 1}, wholeMap(1, 3));
        QCOMPARE(image.pixel(0, 0), cellColour(2.0F / 3, look));
    }

    void edgesAreCrisp() {
        const auto tile = exactTile((Matrix(1, 2) << -1, 1).finished());
        const MapLook look = lookFor(*tile, lightTheme());
        const QImage image = painted(*tile, look, {101, 10}, wholeMap(1, 2));
        std::set<QRgb> colours;
        for (int x = 0; x < image.width(); ++x) colours.insert(image.pixel(x, 5));
        QCOMPARE(colours, (std::set<QRgb>{cellColour(-1, look), cellColour(1, look)}));
    }

    /// A spike is visible wherever it is, however small the map is.
    void aSpikeIsNeverLost() {
        constexpr int kCells = 300;
        for (const int side : {37, 100, 299, 301}) {
            std::mt19937 random(5);
            for (int k = 0; k < 40; ++k) {
                Matrix values = Matrix::Zero(kCells, kCells);
                values(static_cast<int>(random() % kCells), static_cast<int>(random() % kCells)) = -1;
                const auto tile = exactTile(std::move(values));
                const MapLook look = lookFor(*tile, lightTheme());
                const QImage image = painted(*tile, look, {side, side}, wholeMap(kCells, kCells));
                int seen = 0;
                for (int y = 0; y < side; ++y)
                    for (int x = 0; x < side; ++x) seen += image.pixel(x, y) == cellColour(-1, look);
                QVERIFY(seen >= 1);
            }
        }
    }

    void aPooledTileStandsWhereItsRegionIs() {
        Tile tile = *exactTile((Matrix(2, 2) << -1, 1, 0.5F, 0).finished());
        tile.demand.region = {100, 200, 50, 100};
        tile.exact = false;
        tile.stageRows = tile.stageCols = 1000;
        const MapLook look = lookFor(tile, lightTheme());
        // The window begins 50 columns left of the tile and ends 25 rows below it.
        const QImage image = painted(tile, look, {150, 75}, {100, 150, 75, 150});
        QCOMPARE(qAlpha(image.pixel(10, 10)), 0);
        QCOMPARE(qAlpha(image.pixel(60, 60)), 0);
        QCOMPARE(image.pixel(51, 1), cellColour(-1, look));
        QCOMPARE(image.pixel(99, 24), cellColour(-1, look));
        QCOMPARE(image.pixel(100, 24), cellColour(1, look));
        QCOMPARE(image.pixel(99, 25), cellColour(0.5F, look));
        QCOMPARE(image.pixel(149, 49), cellColour(0, look));
    }

    void oddValuesHaveTheirOwnColours() {
        const float infinity = std::numeric_limits<float>::infinity();
        const auto tile = exactTile((Matrix(1, 4) << kNaN, infinity, -infinity, kMasked).finished(), Stage::Weights);
        for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
            const MapLook look = lookFor(*tile, *theme);
            const QImage image = painted(*tile, look, {120, 30}, wholeMap(1, 4));
            for (const int x : {15, 45, 75}) QCOMPARE(image.pixel(x, 15), theme->notANumber.rgb());
            int plain = 0, other = 0; // hatched
            for (int y = 0; y < 30; ++y)
                for (int x = 90; x < 120; ++x) ++(image.pixel(x, y) == theme->masked.rgb() ? plain : other);
            QVERIFY(plain > 4 * other);
            QVERIFY(other > 0);
        }
    }

    /// A cell that is new in a difference is hatched the other way, on the paper. The scale explains both kinds.
    void whatIsNewIsHatchedTheOtherWay() {
        const auto tile = exactTile((Matrix(1, 3) << 1, kMasked, kMasked).finished());
        MapLook look = lookFor(*tile, lightTheme());
        look.newCols = {0, 0, 1};
        const QImage image = painted(*tile, look, {90, 30}, wholeMap(1, 3));
        const auto strokes = [&](int left, int aside) { // lines that go on in the next row, `aside` pixels away
            int count = 0;
            for (int y = 0; y < 29; ++y)
                for (int x = left + 1; x < left + 29; ++x)
                    count += image.pixel(x, y) == hatchColour(lightTheme()) &&
                             image.pixel(x + aside, y + 1) == hatchColour(lightTheme());
            return count;
        };
        QVERIFY(strokes(30, -1) > 50 && strokes(30, 1) == 0);
        QVERIFY(strokes(60, 1) > 50 && strokes(60, -1) == 0);
        addToLegend(look, *tile);
        QVERIFY(look.hasMasked && look.hasNew());
        look.hasMasked = false;
        look.newCols = {0, 1, 1};
        addToLegend(look, *tile);
        QVERIFY(!look.hasMasked);
    }

    void poolingFollowsItsRule_data() {
        QTest::addColumn<int>("rule");
        QTest::addColumn<float>("shown");
        QTest::newRow("largest") << int(Pooling::LargestMagnitude) << -0.9F;
        QTest::newRow("maximum") << int(Pooling::Maximum) << 0.5F;
        QTest::newRow("mean") << int(Pooling::Mean) << -0.1F;
    }
    /// The mean is (-0.9 + 0.5 + 0.1) / 3; the masked cell does not count.
    void poolingFollowsItsRule() {
        QFETCH(int, rule);
        QFETCH(float, shown);
        auto tile = *exactTile((Matrix(1, 4) << -0.9F, 0.5F, kMasked, 0.1F).finished(), Stage::Scores);
        tile.demand.pooling = static_cast<Pooling>(rule);
        const MapLook look = lookFor(tile, lightTheme());
        const QImage image = cellImage({QRectF(0, 0, 1, 1), wholeMap(1, 4), 1}, QRect(0, 0, 1, 1), tile, look);
        QCOMPARE(image.pixel(0, 0), cellColour(shown, look));
    }

    /// If a pixel shows several cells, NaN wins, and masked ones do not count.
    void poolingFollowsTheEngine() {
        const auto tile = exactTile((Matrix(2, 6) << 0.5F, kNaN, kMasked, 0.25F, kMasked, kMasked, -0.9F, 0.1F, kMasked,
                                     kMasked, kMasked, kMasked)
                                        .finished(),
                                    Stage::Weights);
        const MapLook look = lookFor(*tile, lightTheme());
        const QImage image = cellImage({QRectF(0, 0, 3, 1), wholeMap(2, 6), 1}, QRect(0, 0, 3, 1), *tile, look);
        QCOMPARE(image.pixel(0, 0), lightTheme().notANumber.rgb());
        QCOMPARE(image.pixel(1, 0), cellColour(0.25F, look));
        QVERIFY(image.pixel(2, 0) == lightTheme().masked.rgb());
    }

    /// An empty mask, or a blank range outside of the map, changes no pixel, even if pixels show several cells.
    void plainCellsArePaintedAlike_data() {
        QTest::addColumn<int>("side"); ///< in pixels, for 30 cells
        for (const int side : {7, 29, 30, 31, 60, 95}) QTest::addRow("%d pixels", side) << side;
    }
    void plainCellsArePaintedAlike() {
        QFETCH(int, side);
        const auto tile = exactTile(noise(30, 30, 2));
        for (int i = 0; i < 30; ++i) tile->values(i, (i * 7) % 30) = i % 3 == 0 ? kNaN : i % 3 == 1 ? 1e30F : -INFINITY;
        Tile masking = *tile;
        masking.masked = CellMask(30, 30, false);
        MapLook look = lookFor(*tile, lightTheme()), blanking = look;
        blanking.blank = {31, 31, 1, 1};
        for (const MapWindow& window : {wholeMap(30, 30), MapWindow{-3.5, 4.25, 28, 30}}) {
            const MapArea area{QRectF(2, 3, side, side), window, 1};
            const QRect pixels(0, 0, side + 5, side + 5);
            const QImage image = cellImage(area, pixels, *tile, look);
            QVERIFY(image == cellImage(area, pixels, masking, look));
            QVERIFY(image == cellImage(area, pixels, *tile, blanking));
        }
    }

    void numbersAppearWhenTheyFit() {
        const auto tile = exactTile(noise(4, 4, 2));
        MapLook look = lookFor(*tile, lightTheme());
        const auto differs = [&](int side) {
            look.numbers = true;
            const QImage with = painted(*tile, look, {side, side}, wholeMap(4, 4));
            look.numbers = false;
            return with != painted(*tile, look, {side, side}, wholeMap(4, 4));
        };
        QVERIFY(differs(240));
        QVERIFY(!differs(40));
        Tile pooled = *tile;
        pooled.exact = false;
        look.numbers = true;
        const QImage with = painted(pooled, look, {240, 240}, wholeMap(4, 4));
        look.numbers = false;
        QVERIFY(with == painted(pooled, look, {240, 240}, wholeMap(4, 4)));
    }

    void numbersOfMaskedCellsAreLeftOut() {
        const auto tile = exactTile((Matrix(1, 2) << 0.5F, kMasked).finished(), Stage::Weights);
        MapLook look = lookFor(*tile, lightTheme(), true);
        const QImage with = painted(*tile, look, {160, 80}, wholeMap(1, 2));
        look.numbers = false;
        const QImage without = painted(*tile, look, {160, 80}, wholeMap(1, 2));
        QVERIFY(with.copy(0, 0, 80, 80) != without.copy(0, 0, 80, 80));
        QVERIFY(with.copy(80, 0, 80, 80) == without.copy(80, 0, 80, 80));
    }

    void aHatchLeavesThePen() {
        QImage image(20, 20, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.setPen(Qt::red);
        paintHatch(painter, image.rect(), lightTheme(), false);
        QCOMPARE(painter.pen(), QPen(Qt::red));
    }

    void nothingToPaint() {
        const auto empty = exactTile(Matrix());
        const QImage image = painted(*empty, lookFor(*empty, lightTheme(), true), {20, 20}, wholeMap(0, 0));
        QCOMPARE(qAlpha(at(image, {10, 10})), 0);
    }
};

QTEST_MAIN(PaintMapTest)
#include "tst_paintMap.moc"
