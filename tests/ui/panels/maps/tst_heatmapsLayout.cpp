#include "panels/maps/HeatmapsLayout.h"

#include <QTest>

#include <algorithm>

using namespace headlight;

namespace {

const QMargins kMargins{46, 44, 12, 10};

StageRoom stage(int rows, int cols, bool hasHeads = true) { return {rows, cols, kMargins, hasHeads}; }

/// Scores and weights.
MapsRoom room(int width, int height, int heads, int rows, int cols) {
    return {{width, height}, heads, {stage(rows, cols), stage(rows, cols)}, 50};
}

} // namespace

class HeatmapsLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void nothingOverlapsOrIsCut_data() {
        QTest::addColumn<MapsRoom>("asked");
        QTest::addColumn<bool>("scrolls");
        for (const QSize& size : {QSize(700, 600), QSize(1200, 900), QSize(420, 900), QSize(1800, 500)})
            for (const int heads : {1, 2, 3, 8, 12, 64})
                for (const int tokens : {1, 2, 8, 60, 2000}) {
                    const MapsRoom asked = room(size.width(), size.height(), heads, tokens, tokens);
                    QTest::addRow("%d heads, %d tokens in %d x %d", heads, tokens, size.width(), size.height())
                        << asked << HeatmapsLayout(asked).scrolls();
                }
        QTest::newRow("many keys") << room(900, 700, 3, 4, 40) << false;
        QTest::newRow("many queries") << room(900, 700, 3, 40, 4) << false;
        const StageRoom x = stage(8, 768, false), q = stage(8, 3), scores = stage(8, 8), output = stage(8, 2, false);
        for (const int heads : {1, 2, 3, 12})
            for (const QSize& size : {QSize(700, 600), QSize(1200, 1400)}) {
                const auto add = [&](const char* stages, const std::vector<StageRoom>& list) {
                    const MapsRoom asked{size, heads, list, 50};
                    QTest::addRow("%s, %d heads in %d x %d", stages, heads, size.width(), size.height())
                        << asked << HeatmapsLayout(asked).scrolls();
                };
                add("one stage", {scores});
                add("of the layer alone", {x});
                add("Q, scores, weights", {q, scores, scores});
                add("X, Q, scores, weights, output", {x, q, scores, scores, output});
            }
    }
    void nothingOverlapsOrIsCut() {
        QFETCH(MapsRoom, asked);
        QFETCH(bool, scrolls);
        const HeatmapsLayout layout(asked);
        QCOMPARE(layout.scrolls(), scrolls);
        const int stages = static_cast<int>(asked.stages.size());
        const bool haveHeads = std::ranges::any_of(asked.stages, &StageRoom::hasHeads);
        std::vector<QRect> rects;
        for (int i = 0; i < (haveHeads ? asked.heads : 1); ++i) {
            rects.push_back(layout.titleRect(i));
            for (int s = 0; s < stages; ++s)
                if (layout.shows(i, s)) rects.push_back(layout.cardRect(i, s));
        }
        for (int s = 0; s < stages; ++s) rects.push_back(layout.scaleRect(s));
        for (std::size_t a = 0; a < rects.size(); ++a) {
            QVERIFY(rects[a].isValid());
            for (std::size_t b = a + 1; b < rects.size(); ++b) QVERIFY(!rects[a].intersects(rects[b]));
            if (!scrolls) QVERIFY(QRect(QPoint(0, 0), asked.area).contains(rects[a]));
        }
        QVERIFY(layout.mapSize(0).width() >= 1);
        if (scrolls) QVERIFY(layout.contentSize().height() > asked.area.height() || asked.area.width() < 500);
    }

    void cellsAreSquareAndEqual() {
        const HeatmapsLayout layout(room(1200, 900, 3, 8, 8));
        QCOMPARE(layout.mapSize(0).width(), layout.mapSize(0).height());
        QCOMPARE(layout.mapSize(0).width() % 8, 0);
        const HeatmapsLayout wide(room(1200, 900, 2, 5, 10));
        QCOMPARE(wide.mapSize(0).width(), 2 * wide.mapSize(0).height());
    }

    void narrowCellsGrowTallerWhereThereIsRoom() {
        const QSize tall = HeatmapsLayout(room(740, 900, 3, 8, 8)).mapSize(0);
        QVERIFY(tall.height() > tall.width() * 5 / 4);
        QVERIFY(tall.height() <= tall.width() * 3 / 2);
        const QSize flat = HeatmapsLayout(room(740, 460, 3, 8, 8)).mapSize(0);
        QVERIFY(flat.height() <= flat.width() * 5 / 4);
    }

    /// Tokens stand at the same height in maps beside and above each other, dimensions have cells as wide as they like.
    void mapsOfOneSentenceHaveEqualRows() {
        const HeatmapsLayout layout({{1200, 900}, 3, {stage(8, 3), stage(8, 8), stage(8, 64, false)}, 50});
        QVERIFY(!layout.scrolls());
        QCOMPARE(layout.cellSize(0).height(), layout.cellSize(1).height());
        QVERIFY(layout.mapSize(0).width() < layout.mapSize(1).width());
        QVERIFY(layout.mapSize(2).width() > 2 * layout.mapSize(2).height());
        QVERIFY(layout.mapSize(2).width() <= layout.mapSize(1).width() + 64);
        for (int head = 0; head < 3; ++head) QCOMPARE(layout.shows(head, 2), head == 0);
    }

    void aStageOfTheLayerTakesNoPlaceBelowTheFirstBand() {
        const HeatmapsLayout layout({{500, 900}, 4, {stage(8, 8, false), stage(8, 8)}, 50});
        QVERIFY(layout.columns() < 4);
        const int second = layout.columns(); // the first head of the second band
        QCOMPARE(layout.cardRect(second, 1).top(), layout.titleRect(second).bottom() + 1);
        QVERIFY(layout.cardRect(0, 1).top() > layout.cardRect(0, 0).bottom());
    }

    void headsStandInLines() {
        const HeatmapsLayout layout(room(1200, 900, 8, 8, 8));
        for (int i = 1; i < layout.columns(); ++i) {
            QCOMPARE(layout.cardRect(i, 0).top(), layout.cardRect(0, 0).top());
            QCOMPARE(layout.cardRect(i, 1).size(), layout.cardRect(0, 0).size());
        }
        QCOMPARE(layout.cardRect(layout.columns(), 0).left(), layout.cardRect(0, 0).left());
    }

    void oneHeadUsesTheWidth() {
        QVERIFY(HeatmapsLayout(room(1200, 600, 1, 8, 8)).isSideBySide());
        QVERIFY(!HeatmapsLayout(room(600, 1200, 1, 8, 8)).isSideBySide());
        QVERIFY(!HeatmapsLayout(room(1200, 600, 2, 8, 8)).isSideBySide());
    }

    void threeHeadsAreInSight() {
        const HeatmapsLayout layout(room(760, 640, 3, 8, 8));
        QVERIFY(!layout.scrolls());
        QCOMPARE(layout.columns(), 3);
    }

    /// The middle of a window of 1280 x 800: one more word moves no head below the fold.
    void theColumnsStayWhileTyping() {
        for (int tokens = 2; tokens <= 120; ++tokens) {
            MapsRoom asked = room(736, 584, 3, tokens, tokens);
            if (tokens > 9) // longer words, slanted names
                for (StageRoom& stage : asked.stages) stage.margins = {64, 56, 34, 8};
            const HeatmapsLayout layout(asked);
            QCOMPARE(layout.columns(), 3);
            QVERIFY(!layout.scrolls());
        }
    }

    /// Where it scrolls anyway, there are as many columns as can be read: no room for one more is left.
    void noColumnIsWasted_data() {
        QTest::addColumn<QSize>("area");
        QTest::addColumn<int>("heads");
        for (const QSize& area : {QSize(480, 504), QSize(736, 604), QSize(1376, 884)})
            for (const int heads : {3, 5, 8, 20})
                QTest::addRow("%d heads in %d x %d", heads, area.width(), area.height()) << area << heads;
    }
    void noColumnIsWasted() {
        QFETCH(QSize, area);
        QFETCH(int, heads);
        for (const int tokens : {8, 14, 35, 60}) {
            const HeatmapsLayout layout(room(area.width(), area.height(), heads, tokens, tokens));
            if (!layout.scrolls()) continue;
            const int used = layout.contentSize().width() + 50 + HeatmapsLayout::kScrollBar + HeatmapsLayout::kPadding;
            const int oneMore = HeatmapsLayout::kMinInSight + 46 + 12 + HeatmapsLayout::kGap;
            QVERIFY(layout.columns() >= 2);
            QVERIFY(layout.columns() == heads || used + oneMore > area.width());
            QVERIFY(std::max(layout.mapSize(0).width(), layout.mapSize(0).height()) >= HeatmapsLayout::kMinInSight);
            QVERIFY(layout.scaleRect(0).right() < area.width() - HeatmapsLayout::kScrollBar);
        }
    }

    void flatRoomsHaveWideCells() {
        const HeatmapsLayout layout(room(1376, 884, 8, 8, 8));
        QVERIFY(!layout.scrolls());
        QVERIFY(layout.mapSize(0).width() > layout.mapSize(0).height());
        QVERIFY(layout.mapSize(0).width() <= layout.mapSize(0).height() * 3 / 2);
    }

    void nothingToLayOut() {
        QVERIFY(HeatmapsLayout(room(700, 600, 0, 8, 8)).contentSize().isEmpty());
        QVERIFY(HeatmapsLayout(room(700, 600, 3, 0, 0)).contentSize().isEmpty());
    }
};

QTEST_APPLESS_MAIN(HeatmapsLayoutTest)
#include "tst_heatmapsLayout.moc"
