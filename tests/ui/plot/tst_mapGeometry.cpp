#include "plot/mapGeometry.h"

#include <QTest>

using namespace headlight;

class MapGeometryTest : public QObject {
    Q_OBJECT

private slots:
    void windowsStayInTheMap_data() {
        QTest::addColumn<MapWindow>("asked");
        QTest::addColumn<MapWindow>("got");
        QTest::newRow("whole") << MapWindow{0, 0, 10, 20} << MapWindow{0, 0, 10, 20};
        QTest::newRow("too large") << MapWindow{-5, -5, 30, 30} << MapWindow{0, 0, 10, 20};
        QTest::newRow("off the left top") << MapWindow{-3, -1, 5, 5} << MapWindow{0, 0, 5, 5};
        QTest::newRow("off the right bottom") << MapWindow{8, 18, 5, 5} << MapWindow{5, 15, 5, 5};
        QTest::newRow("too small") << MapWindow{2, 2, 0.1, 0.1} << MapWindow{2, 2, 4, 4};
    }
    void windowsStayInTheMap() {
        QFETCH(MapWindow, asked);
        QFETCH(MapWindow, got);
        QCOMPARE(clamped(asked, 10, 20), got);
    }
    void fewCellsAreShownWhole() { QCOMPARE(clamped({1, 1, 1, 1}, 2, 3), (MapWindow{0, 0, 2, 3})); }

    void zoomKeepsThePoint() {
        const MapWindow before{0, 0, 100, 100};
        const MapWindow after = zoomed(before, 0.5, 30, 80);
        QCOMPARE(after, (MapWindow{15, 40, 50, 50}));
        QCOMPARE((30 - after.row) / after.rows, 30 / before.rows);
    }

    void showingMovesNoMoreThanNeeded() {
        const MapWindow w{10, 10, 5, 5};
        QCOMPARE(showing(w, 12, 12), w);
        QCOMPARE(showing(w, 9, 12), (MapWindow{9, 10, 5, 5}));
        QCOMPARE(showing(w, 15, 20), (MapWindow{11, 16, 5, 5}));
    }

    void regionsAreWholeCells() {
        QCOMPARE(regionOf({1.5, 2, 3, 4}, 10, 10), (Region{1, 2, 4, 4}));
        QCOMPARE(regionOf(wholeMap(7, 3), 7, 3), (Region{0, 0, 7, 3}));
        QCOMPARE(regionOf({8, 8, 4, 4}, 10, 10), (Region{8, 8, 2, 2}));
    }

    void cellsAndPointsAgree() {
        for (const double dpr : {1.0, 1.25, 1.5, 2.0}) {
            const MapArea area{QRectF(41, 37, 203, 197), {0.5, 1.25, 6.5, 5.5}, dpr};
            for (int row = 1; row < 7; ++row)
                for (int col = 2; col < 6; ++col) {
                    const QRectF cell = area.cells(row, col, 1, 1);
                    QCOMPARE(area.cellAt(cell.center()), std::optional(Cell{row, col}));
                    // Neighbours touch without a gap, at whole device pixels.
                    QCOMPARE(area.cells(row, col + 1, 1, 1).left(), cell.right());
                    QVERIFY(std::abs(cell.left() * dpr - std::round(cell.left() * dpr)) < 1e-9);
                }
            QCOMPARE(area.cellAt(QPointF(40, 40)), std::optional<Cell>());
            QCOMPARE(area.cellAt(QPointF(244.5, 40)), std::optional<Cell>());
        }
    }

    /// Cells start at the top left corner, and are at most 3.6 times as wide as high.
    void cellsFitTheirSpace_data() {
        QTest::addColumn<QSizeF>("space");
        QTest::addColumn<QSize>("cells");
        QTest::addColumn<QSizeF>("cell");
        QTest::newRow("square") << QSizeF(196, 200) << QSize(8, 8) << QSizeF(24, 25);
        QTest::newRow("wider than high") << QSizeF(196, 168) << QSize(8, 8) << QSizeF(24, 21);
        QTest::newRow("not more than 3.6 times") << QSizeF(800, 168) << QSize(8, 8) << QSizeF(75, 21);
        QTest::newRow("few dimensions") << QSizeF(240, 168) << QSize(3, 8) << QSizeF(75, 21);
        QTest::newRow("many dimensions have the rows of the maps beside them")
            << QSizeF(196, 168) << QSize(64, 8) << QSizeF(196 / 64., 21);
        QTest::newRow("two tokens") << QSizeF(1200, 800) << QSize(2, 2) << QSizeF(180, 120);
        QTest::newRow("many tokens fill it") << QSizeF(196, 168) << QSize(60, 60) << QSizeF(196 / 60., 168 / 60.);
        QTest::newRow("one dimension of many tokens") << QSizeF(196, 168) << QSize(1, 8000) << QSizeF(14, 0.021);
    }
    void cellsFitTheirSpace() {
        QFETCH(QSizeF, space);
        QFETCH(QSize, cells);
        QFETCH(QSizeF, cell);
        const MapArea area = fitted(QRectF(QPointF(7, 9), space), wholeMap(cells.height(), cells.width()), 1);
        QCOMPARE(area.rect.topLeft(), QPointF(7, 9));
        QCOMPARE(area.cellWidth(), cell.width());
        QCOMPARE(area.cellHeight(), cell.height());
        QVERIFY(fitted({}, wholeMap(8, 8), 1).rect.isEmpty());
        QVERIFY(fitted({0, 0, 9, 9}, {}, 1).cells(0, 0, 1, 1).isEmpty());
    }

    void demandsAreStable() {
        const auto demand = [](int side, int cells) {
            return demandFor({QRectF(0, 0, side, side), wholeMap(cells, cells), 1}, Stage::Scores, 0, 2, cells, cells);
        };
        // One token or a few pixels more give the same demand.
        QCOMPARE(demand(200, 8), demand(207, 9));
        QCOMPARE(demand(380, 12), demand(390, 13));
        QCOMPARE(demand(200, 8).pixelWidth, 256);
        QCOMPARE(demand(200, 8).region, Region{});
        // More cells than pixels: exactly the pixels.
        QCOMPARE(demand(200, 1000).pixelWidth, 200);
        // Zoomed in: whole cells, with as many pixels as they have.
        const MapDemand part = demandFor({QRectF(0, 0, 200, 200), {100.5, 0, 400, 400}, 2}, Stage::Weights, 0, 0, 1000,
                                         1000);
        QCOMPARE(part.region, (Region{100, 0, 401, 400}));
        QCOMPARE(part.pixelHeight, 512); // 401 cells in 401 pixels, rounded up
        QCOMPARE(part.pixelWidth, 512);
    }
};

QTEST_GUILESS_MAIN(MapGeometryTest)
#include "tst_mapGeometry.moc"
