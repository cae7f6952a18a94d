#include "ui/panels/maps/rooms.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Whether there is room for maps of which none asks for less: all cells as large as their numbers need or, where no
/// map can have numbers, the least maps; each with labels of its own, the heads in columns.
bool fits(const MapsRoom& asked) {
    const bool haveNumbers = std::ranges::all_of(asked.stages, [](const StageRoom& s) { return s.cols <= 12; });
    const bool haveNone = std::ranges::all_of(asked.stages, [](const StageRoom& s) { return s.cols >= 60; });
    if (!haveNumbers && !haveNone) return false; // who knows
    int width = 0, height = 0;                   // of a head, its maps above each other
    for (const StageRoom& stage : asked.stages) {
        const int least = HeatmapsLayout::kMinInSight;
        const QSize cells(stage.cols * 21, stage.rows * 16);
        const QSize map = haveNumbers ? cells.expandedTo({least, least}) : QSize(least, least);
        width = std::max(width, map.width() + kLabels.left() + kLabels.right());
        height += map.height() + kLabels.top() + kLabels.bottom();
    }
    for (int columns = 1; columns <= asked.heads; ++columns) {
        const int bands = (asked.heads + columns - 1) / columns;
        const int across = columns * (width + HeatmapsLayout::kGap) + asked.scaleWidth + 2 * HeatmapsLayout::kPadding;
        const int down = bands * (height + 10) + HeatmapsLayout::kFoot;
        if (across <= asked.area.width() && down <= asked.area.height()) return true;
    }
    return false;
}

/// The longer side of a map in sight has at least 60 px, the other is not uneven without measure.
bool isMoreThanThereIsRoomFor(const MapsRoom& asked) {
    double pixels = 0;
    for (const StageRoom& stage : asked.stages) {
        const double side = HeatmapsLayout::kMinWithNumbers;
        pixels += (stage.hasHeads ? asked.heads : 1) * (side + kBare.left() + kBare.right()) *
                  (side / 2.5 + kBare.top() + kBare.bottom());
    }
    return pixels > double(asked.area.width()) * asked.area.height();
}

} // namespace

class HeatmapsLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void nothingOverlapsOrIsCut_data() {
        QTest::addColumn<MapsRoom>("asked");
        for (const QSize& size : {QSize(700, 600), QSize(1200, 900), QSize(420, 900), QSize(1800, 500)})
            for (const int heads : {1, 2, 3, 8, 12, 64})
                for (const int tokens : {1, 2, 8, 60, 2000})
                    QTest::addRow("%d heads, %d tokens in %d x %d", heads, tokens, size.width(), size.height())
                        << room(size.width(), size.height(), heads, tokens, tokens);
        QTest::newRow("many keys") << room(900, 700, 3, 4, 40);
        QTest::newRow("many queries") << room(900, 700, 3, 40, 4);
        const StageRoom x = stage(8, 768, false, Side::D), q = stage(8, 3, true, Side::Dk), scores = stage(8, 8),
                        output = stage(8, 2, false, Side::DOut);
        for (const int heads : {1, 2, 3, 12})
            for (const QSize& size : {QSize(700, 600), QSize(1200, 1400)}) {
                const auto add = [&](const char* stages, const std::vector<StageRoom>& list) {
                    QTest::addRow("%s, %d heads in %d x %d", stages, heads, size.width(), size.height())
                        << MapsRoom{size, heads, list, 50};
                };
                add("one stage", {scores});
                add("of the layer alone", {x});
                add("Q, scores, weights", {q, scores, scores});
                add("X, Q, scores, weights, output", {x, q, scores, scores, output});
                add("everything", {x, q, q, q, scores, scores, scores, scores, q, x, output, output});
            }
    }
    void nothingOverlapsOrIsCut() {
        QFETCH(MapsRoom, asked);
        const HeatmapsLayout layout(asked);
        const int stages = static_cast<int>(asked.stages.size());
        const bool haveHeads = std::ranges::any_of(asked.stages, &StageRoom::hasHeads);
        std::vector<QRect> rects;
        for (int i = 0; i < (haveHeads ? asked.heads : 1); ++i) {
            if (layout.titledStage() >= 0) {
                const QRect card = layout.cardRect(i, layout.titledStage()), title = layout.titleRect(i);
                QVERIFY(card.contains(title));
                QVERIFY(title.bottom() < card.top() + layout.margins(i, layout.titledStage()).top());
            }
            for (int s = 0; s < stages; ++s)
                if (layout.shows(i, s)) rects.push_back(layout.cardRect(i, s));
        }
        for (int s = 0; s < stages; ++s) rects.push_back(layout.scaleRect(s));
        // What scrolls does so up and down alone.
        const QSize seen(asked.area.width(), layout.scrolls() ? layout.contentSize().height() : asked.area.height());
        for (std::size_t a = 0; a < rects.size(); ++a) {
            QVERIFY(rects[a].isValid());
            for (std::size_t b = a + 1; b < rects.size(); ++b) QVERIFY(!rects[a].intersects(rects[b]));
            const QRect r = rects[a];
            QVERIFY2(QRect(QPoint(0, 0), seen).contains(r),
                     qPrintable(QString("%1, %2, %3 x %4").arg(r.x()).arg(r.y()).arg(r.width()).arg(r.height())));
        }
        QVERIFY(layout.mapSize(0).width() >= 1);
    }

    /// Maps of which the least ones have room do not scroll, and those do of which the least have none.
    void itScrollsWhereItMust_data() { nothingOverlapsOrIsCut_data(); }
    void itScrollsWhereItMust() {
        QFETCH(MapsRoom, asked);
        const bool scrolls = HeatmapsLayout(asked).scrolls();
        if (fits(asked)) QVERIFY(!scrolls);
        if (isMoreThanThereIsRoomFor(asked)) QVERIFY(scrolls);
        asked.area = {20'000, 20'000};
        QVERIFY(!HeatmapsLayout(asked).scrolls());
        asked.area = {300, 90};
        QVERIFY(HeatmapsLayout(asked).scrolls());
    }

    /// Cells are of one size; where one side is short of room the other takes what there is of it, within reason.
    void cellsAreEqualAndNotTooUneven_data() {
        QTest::addColumn<QSize>("area");
        QTest::addColumn<int>("heads");
        for (const QSize& area : {QSize(1200, 900), QSize(740, 900), QSize(740, 460), QSize(1376, 884)})
            for (const int heads : {1, 2, 3, 4, 8})
                QTest::addRow("%d in %d x %d", heads, area.width(), area.height()) << area << heads;
    }
    void cellsAreEqualAndNotTooUneven() {
        QFETCH(QSize, area);
        QFETCH(int, heads);
        const HeatmapsLayout layout(room(area.width(), area.height(), heads, 8, 8));
        const QSize map = layout.mapSize(0);
        QCOMPARE(layout.mapSize(1), map);
        QCOMPARE(map.width() % 8, 0);
        QCOMPARE(map.height() % 8, 0);
        QVERIFY2(map.width() <= 3.1 * map.height() && map.height() <= 1.5 * map.width(),
                 qPrintable(QString("%1 x %2").arg(map.width()).arg(map.height())));
    }

    /// Tokens stand at the same height in maps beside and above each other, dimensions have cells as wide as they like.
    void mapsOfOneSentenceHaveEqualRows() {
        const HeatmapsLayout layout(
            {{1200, 900}, 3, {stage(8, 3, true, Side::Dk), stage(8, 8), stage(8, 64, false, Side::D)}, 50});
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
        QCOMPARE(layout.titledStage(), 1);
        for (int place = 1; place < 4; ++place) QVERIFY(layout.cardRect(place, 0).isNull());
        const HeatmapsLayout last({{500, 900}, 4, {stage(8, 8), stage(8, 8, false)}, 50});
        for (int place = 1; place < 4; ++place) QVERIFY(last.cardRect(place, 1).isNull());
        QVERIFY(layout.cardRect(second, 1).top() > layout.cardRect(0, 1).bottom());
        QVERIFY(layout.cardRect(0, 1).top() > layout.cardRect(0, 0).bottom());
    }

    /// Above those of all heads, or below them: whoever reads on from a head's cards comes to the next head's.
    void whatBelongsToNoHeadStandsApart_data() {
        QTest::addColumn<MapsRoom>("asked");
        const StageRoom x = stage(8, 4, false, Side::D), q = stage(8, 3, true, Side::Dk), scores = stage(8, 8),
                        concat = stage(8, 12, false, Side::Concat), rollout = stage(8, 8, false);
        for (const QSize& size : {QSize(420, 900), QSize(700, 600), QSize(1360, 830), QSize(2200, 700)})
            for (const int heads : {2, 3, 8}) {
                const auto add = [&](const char* name, const std::vector<StageRoom>& stages) {
                    QTest::addRow("%s, %d heads in %d x %d", name, heads, size.width(), size.height())
                        << MapsRoom{size, heads, stages, 50};
                };
                add("everything", {x, x, q, q, q, scores, scores, scores, q, concat, x, rollout});
                add("scores, weights and concat", {scores, scores, concat});
                add("X and weights", {x, scores});
                add("weights and rollout", {scores, rollout});
            }
    }
    void whatBelongsToNoHeadStandsApart() {
        QFETCH(MapsRoom, asked);
        const HeatmapsLayout layout(asked);
        int top = std::numeric_limits<int>::max(), bottom = 0; // of the heads
        for (int place = 0; place < asked.heads; ++place)
            for (int s = 0; s < layout.stages(); ++s) {
                if (!asked.stages[static_cast<std::size_t>(s)].hasHeads) continue;
                top = std::min(top, layout.cardRect(place, s).top());
                bottom = std::max(bottom, layout.cardRect(place, s).bottom());
            }
        for (int s = 0; s < layout.stages(); ++s) {
            if (asked.stages[static_cast<std::size_t>(s)].hasHeads) continue;
            const QRect card = layout.cardRect(0, s);
            QVERIFY2(s < layout.titledStage() ? card.bottom() < top : card.top() > bottom,
                     qPrintable(QString::number(s)));
        }
    }

    /// Beside each other as far as there is room, the rows labelled once; heads stand in columns below them.
    void whatBelongsToNoHeadSharesALine() {
        const StageRoom x = stage(8, 3, false, Side::D), scores = stage(8, 8);
        const HeatmapsLayout layout({{1100, 900}, 3, {x, x, x, scores, scores, x, x}, 50});
        QVERIFY(!layout.isSideBySide());
        for (const auto& [first, last] : {std::pair{0, 2}, std::pair{5, 6}})
            for (int s = first; s <= last; ++s) {
                QCOMPARE(layout.cardRect(0, s).top(), layout.cardRect(0, first).top());
                QCOMPARE(layout.labelsRows(0, s), s == first);
                QVERIFY(layout.labelsCols(0, s));
            }
        const HeatmapsLayout narrow({{300, 900}, 3, {x, x, scores}, 50});
        QVERIFY(narrow.cardRect(0, 1).top() > narrow.cardRect(0, 0).bottom());
    }

    void headsStandInLines() {
        const HeatmapsLayout layout(room(1200, 900, 8, 8, 8));
        for (int i = 1; i < layout.columns(); ++i) {
            QCOMPARE(layout.cardRect(i, 0).top(), layout.cardRect(0, 0).top());
            QCOMPARE(layout.cardRect(i, 1).size(), layout.cardRect(1, 1).size());
        }
        QCOMPARE(layout.cardRect(layout.columns(), 0).left(), layout.cardRect(0, 0).left());
    }

    void oneHeadUsesTheWidth() {
        QVERIFY(HeatmapsLayout(room(1200, 600, 1, 8, 8)).isSideBySide());
        QVERIFY(!HeatmapsLayout(room(600, 1200, 1, 8, 8)).isSideBySide());
        QVERIFY(!HeatmapsLayout(room(1200, 600, 3, 8, 8)).isSideBySide());
    }

    void threeHeadsAreInSight() {
        const HeatmapsLayout layout(room(760, 640, 3, 8, 8));
        QVERIFY(!layout.scrolls());
        QCOMPARE(layout.columns(), 3);
    }

    /// Rows at the first map of a line, columns at the first one of a column; each of what is not the same.
    void labelsStandOnce() {
        const StageRoom q = stage(8, 3, true, Side::Dk), scores = stage(8, 8), x = stage(8, 2, false, Side::D);
        const auto labelled = [](const HeatmapsLayout& layout, int heads, int stages) {
            QString text;
            for (int place = 0; place < heads; ++place)
                for (int s = 0; s < stages; ++s) {
                    if (!layout.shows(place, s)) continue;
                    text += layout.labelsRows(place, s)   ? (layout.labelsCols(place, s) ? "+" : "r")
                            : layout.labelsCols(place, s) ? "c"
                                                          : ".";
                    const QMargins m = layout.margins(place, s);
                    if (layout.labelsRows(place, s) && m.left() < kLabels.left()) text += "!";
                    if (layout.labelsCols(place, s) && m.top() < kLabels.top()) text += "!";
                }
            return text;
        };
        const HeatmapsLayout above({{1200, 900}, 3, {scores, scores}, 50});
        QVERIFY(!above.isSideBySide() && above.columns() == 3);
        QCOMPARE(labelled(above, 3, 2), QString("+r"
                                                "c."
                                                "c."));
        const HeatmapsLayout beside({{736, 594}, 3, {stage(12, 12), stage(12, 12)}, 50});
        QVERIFY(beside.isSideBySide() && beside.columns() == 1);
        QCOMPARE(labelled(beside, 3, 2), QString("+c"
                                                 "r."
                                                 "r."));
        const HeatmapsLayout bands({{736, 594}, 4, {scores, scores}, 50});
        QVERIFY(!bands.isSideBySide() && bands.columns() == 2);
        QCOMPARE(labelled(bands, 4, 2), QString("+r"
                                                "c."
                                                "rr"
                                                ".."));
        const HeatmapsLayout mixed({{1200, 1200}, 2, {x, q, scores, scores}, 50});
        QVERIFY(!mixed.isSideBySide() && mixed.columns() == 2);
        QCOMPARE(labelled(mixed, 2, 4), QString("+++r"
                                                "cc."));
        const HeatmapsLayout far({{420, 400}, 8, {scores, scores}, 50});
        QVERIFY(far.scrolls());
        for (int place = 0; place < 8; ++place) QVERIFY(far.labelsCols(place, 0));
    }

    void nothingToLayOut() {
        QVERIFY(HeatmapsLayout(room(700, 600, 0, 8, 8)).contentSize().isEmpty());
        QVERIFY(HeatmapsLayout(room(700, 600, 3, 0, 0)).contentSize().isEmpty());
    }
};

QTEST_APPLESS_MAIN(HeatmapsLayoutTest)
#include "tst_heatmapsLayout.moc"
