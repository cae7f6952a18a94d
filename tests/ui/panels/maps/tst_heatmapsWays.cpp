// Which way of placing the maps is chosen: what can be read in it.
#include "ui/panels/maps/rooms.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

class HeatmapsWaysTest : public QObject {
    Q_OBJECT

private slots:
    /// The middle of a window of 1280 x 800, and what a strip above it may take. Numbers need cells of 20.8 x 10.
    void numbersCanBeRead_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("tokens");
        for (const int tokens : {2, 6, 8, 9, 10, 11, 12}) QTest::addRow("3 heads, %d tokens", tokens) << 3 << tokens;
        for (const int tokens : {2, 8}) QTest::addRow("4 heads, %d tokens", tokens) << 4 << tokens;
        for (const int tokens : {8, 20}) QTest::addRow("1 head, %d tokens", tokens) << 1 << tokens;
    }
    void numbersCanBeRead() {
        QFETCH(int, heads);
        QFETCH(int, tokens);
        for (const int strip : {0, 80}) {
            const HeatmapsLayout layout(room(736, 594 - strip, heads, tokens, tokens));
            QVERIFY(!layout.scrolls());
            const QSizeF cell = layout.cellSize(0);
            QVERIFY2(cell.width() >= 20.8 && cell.height() >= 10,
                     qPrintable(QString("%1 x %2").arg(cell.width()).arg(cell.height())));
        }
    }

    /// Maps of the whole layer stand in a line where that makes all maps larger: what the heads give, side by side and
    /// multiplied, below two heads in the middle of a window of 1024 x 700.
    void mapsOfTheLayerShareALine() {
        MapsRoom asked{{480, 421}, 2, {stage(6, 6)}, 50};
        asked.stages.push_back(stage(6, 2, false, Side::DOut));
        const double alone = HeatmapsLayout(asked).cellSize(0).height();
        asked.stages.push_back(stage(6, 3, false, Side::D));
        const HeatmapsLayout layout(asked);
        QVERIFY(!layout.scrolls() && layout.hasNumbers());
        QCOMPARE(layout.cardRect(0, 2).top(), layout.cardRect(0, 1).top());
        QVERIFY(layout.cardRect(0, 2).left() > layout.scaleRect(1).right());
        QVERIFY(QRect(QPoint(), asked.area).contains(layout.scaleRect(2)));
        QVERIFY(layout.labelsRows(0, 1) && !layout.labelsRows(0, 2)); // of the same tokens
        QVERIFY(layout.labelsCols(0, 1) && layout.labelsCols(0, 2));
        QCOMPARE(layout.cellSize(0).height(), alone); // it takes nothing from the others
    }

    /// However many words: no head goes below the fold.
    void oneMoreWordScrollsNothing() {
        for (int tokens = 2; tokens <= 120; ++tokens) {
            MapsRoom asked = room(736, 584, 3, tokens, tokens);
            if (tokens > 9) // longer words
                for (StageRoom& stage : asked.stages) stage.labels = {64, 78, 34, 4};
            QVERIFY(!HeatmapsLayout(asked).scrolls());
        }
    }

    /// The middle of a window of 1920 x 1080, with the strip.
    void twelveHeadsAreLarge() {
        const HeatmapsLayout layout(room(1376, 874 - 80, 12, 12, 12));
        QVERIFY(!layout.scrolls());
        QVERIFY(std::max(layout.mapSize(0).width(), layout.mapSize(0).height()) >= 150);
        QVERIFY(std::min(layout.mapSize(0).width(), layout.mapSize(0).height()) >= 120);
    }

    /// Where it scrolls anyway, numbers stand in the cells of all that can have them, in rows that are not crowded; and
    /// there are as many columns as that allows: no room for one more is left.
    void whatScrollsCanBeRead_data() {
        QTest::addColumn<QSize>("area");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("tokens");
        for (const QSize& area : {QSize(480, 504), QSize(736, 604), QSize(1376, 884)})
            for (const int heads : {3, 5, 8, 20, 64})
                for (const int tokens : {2, 8, 14, 35, 60})
                    if (HeatmapsLayout(room(area.width(), area.height(), heads, tokens, tokens)).scrolls())
                        QTest::addRow("%d heads, %d tokens in %d x %d", heads, tokens, area.width(), area.height())
                            << area << heads << tokens;
    }
    void whatScrollsCanBeRead() {
        QFETCH(QSize, area);
        QFETCH(int, heads);
        QFETCH(int, tokens);
        const HeatmapsLayout layout(room(area.width(), area.height(), heads, tokens, tokens));
        const double besides = 50 + HeatmapsLayout::kScrollBar + 2 * HeatmapsLayout::kPadding + kLabels.left();
        const bool canBeRead = tokens * 20.8 < area.width() - besides && tokens * 16 < area.height() - kLabels.top();
        const QSizeF cell = layout.cellSize(0);
        if (canBeRead)
            QVERIFY2(cell.width() >= 20 && cell.height() >= 16,
                     qPrintable(QString("%1 x %2").arg(cell.width()).arg(cell.height())));
        else
            QVERIFY(std::min(layout.mapSize(0).width(), layout.mapSize(0).height()) >= 170);
        if (!layout.isSideBySide()) QCOMPARE(layout.mapSize(0).width(), layout.mapSize(1).width());
        const int used = layout.contentSize().width() + 50 + HeatmapsLayout::kScrollBar + HeatmapsLayout::kPadding;
        const double map = std::max<double>(HeatmapsLayout::kMinInSight,
                                            canBeRead ? 20.8 * tokens : std::min(180, 16 * tokens));
        QVERIFY(layout.columns() == heads || used + map + 12 + HeatmapsLayout::kGap > area.width());
        QVERIFY(layout.scaleRect(0).right() < area.width() - HeatmapsLayout::kScrollBar);
    }

    /// Every stage of one head, below each other as words are: lines are filled, and all numbers can be read.
    void manyStagesOfOneHeadStandInLines() {
        std::vector<StageRoom> stages{stage(8, 2, false, Side::D), stage(8, 3, true, Side::Dk),
                                      stage(8, 3, true, Side::Dk), stage(8, 4, true, Side::Dv)};
        for (int i = 0; i < 4; ++i) stages.push_back(stage(8, 8));
        stages.push_back(stage(8, 4, true, Side::Dv));
        for (const QSize& area : {QSize(736, 540), QSize(480, 504), QSize(1376, 800)}) {
            const HeatmapsLayout layout({area, 1, stages, 50});
            std::vector<int> heights;
            for (int s = 0; s < static_cast<int>(stages.size()); ++s) {
                const QSizeF cell = layout.cellSize(s);
                QVERIFY2(cell.width() >= 20 && cell.height() >= (layout.scrolls() ? 16 : 12),
                         qPrintable(QString("%1: %2 x %3").arg(s).arg(cell.width()).arg(cell.height())));
                QCOMPARE(cell.height(), layout.cellSize(0).height());
                heights.push_back(layout.cardRect(0, s).top());
                QVERIFY(layout.scaleRect(s).right() < area.width());
            }
            QVERIFY(std::ranges::is_sorted(heights));
            QVERIFY(std::ranges::count(heights, heights[0]) >= 2);
        }
    }

    /// A single cell is no wall of colour, however large the window.
    void oneTokenStaysSmall() {
        for (const int heads : {1, 3})
            for (const QSize& area : {QSize(736, 540), QSize(1376, 874)}) {
                const HeatmapsLayout layout(room(area.width(), area.height(), heads, 1, 1));
                QCOMPARE(layout.mapSize(0), QSize(120, 120));
            }
    }

    /// One map for all heads is as wide as its numbers need, if their columns leave the room.
    void aMapOfAllHeadsSpansTheirColumns() {
        const StageRoom concat = stage(8, 24, false, Side::Concat);
        const HeatmapsLayout layout({{900, 900}, 3, {stage(8, 8), stage(8, 8), concat}, 50});
        QVERIFY(!layout.isSideBySide() && layout.columns() == 3);
        QVERIFY(layout.cellSize(2).width() >= 20);
        QVERIFY(layout.mapSize(2).width() > layout.mapSize(0).width());
        QVERIFY(layout.scaleRect(2).right() < 900);
    }

    /// Of 768 dimensions no number can be read, and those of the others are.
    void aMapOfVeryManyTakesNoNumbers() {
        const HeatmapsLayout with({{736, 594}, 2, {stage(8, 768, true, Side::Dk), stage(8, 8)}, 50});
        QVERIFY(with.cellSize(1).width() >= 20.8 && with.cellSize(1).height() >= 10);
    }
};

QTEST_APPLESS_MAIN(HeatmapsWaysTest)
#include "tst_heatmapsWays.moc"
