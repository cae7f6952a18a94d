#include "ui/plot/spaces.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace headlight;
using namespace headlight::testing;

namespace {

bool haveHeads(const MapsSpace& asked) { return std::ranges::any_of(asked.stages, &StageSpace::hasHeads); }

/// Calls f(place, stage) for every visible map.
template <class F>
void forEachMap(const MapsSpace& asked, const HeatmapsLayout& layout, F f) {
    for (int place = 0; place < (haveHeads(asked) ? asked.heads : 1); ++place)
        for (int s = 0; s < layout.stages(); ++s)
            if (layout.shows(place, s)) f(place, s);
}

QString words(const QRect& r) {
    return QString("%1, %2, %3 x %4").arg(r.x()).arg(r.y()).arg(r.width()).arg(r.height());
}

} // namespace

class HeatmapsLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void nothingOverlapsOrIsCut_data() {
        QTest::addColumn<MapsSpace>("asked");
        const StageSpace x = vectors(768, false, Side::D), q = vectors(3), output = vectors(2, false, Side::DOut);
        StageSpace k = q;
        k.rowSide = Side::KeyTokens;
        const std::pair<const char*, std::vector<StageSpace>> lists[]{
            {"scores and weights", {scores(), scores()}},
            {"one stage", {scores()}},
            {"of the layer alone", {x}},
            {"Q, K, V", {q, k, k}},
            {"X, Q, scores, weights, output", {x, q, scores(), scores(), output}},
            {"everything", {x, x, q, k, k, scores(), scores(), scores(), q, output, output, rollout()}}};
        for (const QSize& size :
             {QSize(420, 900), QSize(700, 600), QSize(728, 480), QSize(1376, 794), QSize(2400, 500)})
            for (const int heads : {1, 2, 3, 8, 12, 64})
                for (const auto& [name, stages] : lists)
                    for (const bool ownScales : {false, true})
                        QTest::addRow("%s, %d heads in %d x %d%s", name, heads, size.width(), size.height(),
                                      ownScales ? ", own scales" : "")
                            << space(size, heads, stages, ownScales);
    }
    void nothingOverlapsOrIsCut() {
        QFETCH(MapsSpace, asked);
        const HeatmapsLayout layout(asked);
        std::vector<QRect> rects;
        forEachMap(asked, layout, [&](int place, int s) {
            const QRect card = layout.cardRect(place, s), head = layout.headRect(place, s);
            const QRect map = card.marginsRemoved(layout.margins(place, s));
            rects.push_back(card);
            QVERIFY(card.contains(head) && head.bottom() < map.top());
            QCOMPARE(map.size(), layout.mapSize(place, s));
            const int labels = layout.labelsCols(place, s) ? asked.stages[static_cast<std::size_t>(s)].columnLabels : 0;
            QVERIFY(map.top() - card.top() >= kHeadLine + labels);
            if (layout.labelsRows(place, s)) QVERIFY(map.left() - card.left() >= kRowLabels);
            QVERIFY2(map.width() >= HeatmapsLayout::kMinSide / 2 && map.height() >= HeatmapsLayout::kMinSide,
                     qPrintable(words(map)));
        });
        for (int s = 0; s < layout.stages() && !asked.ownScales; ++s)
            for (int band = 0; band < (asked.stages[static_cast<std::size_t>(s)].hasHeads ? layout.bands() : 1); ++band)
                rects.push_back(layout.scaleRect(s, band));
        // Scrolling is vertical; it is horizontal only if a single map does not fit.
        QSize seen = layout.scrolls() ? layout.contentSize() : asked.area;
        if (asked.area.width() > 500) seen.setWidth(asked.area.width());
        for (std::size_t a = 0; a < rects.size(); ++a) {
            QVERIFY(rects[a].isValid());
            QVERIFY2(QRect(QPoint(0, 0), seen).contains(rects[a]), qPrintable(words(rects[a])));
            for (std::size_t b = a + 1; b < rects.size(); ++b) QVERIFY(!rects[a].intersects(rects[b]));
        }
    }

    /// It scrolls only if a side of a map would be too small.
    void itScrollsWhereItMust_data() { nothingOverlapsOrIsCut_data(); }
    void itScrollsWhereItMust() {
        QFETCH(MapsSpace, asked);
        const HeatmapsLayout layout(asked);
        QVERIFY(layout.scrolls() || layout.contentSize().height() <= asked.area.height());
        asked.area = {20'000, 20'000};
        QVERIFY(!HeatmapsLayout(asked).scrolls());
        asked.area = {300, 90};
        QVERIFY(HeatmapsLayout(asked).scrolls());
    }

    /// Cards of a column have the same left and right edges, those of a line the same top and bottom; scales, too.
    void cardsAreAligned_data() {
        QTest::addColumn<MapsSpace>("asked");
        for (const QSize& size : {QSize(728, 480), QSize(1376, 794), QSize(900, 400)})
            for (const int heads : {1, 3, 4, 12})
                QTest::addRow("%d heads in %d x %d", heads, size.width(), size.height()) << space(size, heads);
    }
    void cardsAreAligned() {
        QFETCH(MapsSpace, asked);
        const HeatmapsLayout layout(asked);
        const auto [columns, beside] = layout.arrangement();
        forEachMap(asked, layout, [&](int place, int s) {
            const QRect card = layout.cardRect(place, s);
            QCOMPARE(layout.mapSize(place, s), layout.mapSize(0, 0));
            const int top = place / columns * columns, left = place % columns; // first of its line, of its column
            QCOMPARE(card.top(), layout.cardRect(top, s).top());
            QCOMPARE(card.bottom(), layout.cardRect(top, s).bottom());
            const int stage = beside == 1 ? 0 : s;
            QCOMPARE(card.left(), layout.cardRect(left, stage).left());
            QCOMPARE(card.right(), layout.cardRect(left, stage).right());
        });
        if (beside == 1) QCOMPARE(layout.scaleRect(0).left(), layout.scaleRect(1).left());
    }

    /// Rows are labelled at the first map of a line, columns at the first of a column. Other sides have labels of their
    /// own.
    void labelsAreThereOnce() {
        const auto labelled = [](const MapsSpace& asked, const HeatmapsLayout& layout) {
            QString text;
            forEachMap(asked, layout, [&](int place, int s) {
                text += layout.labelsRows(place, s)   ? (layout.labelsCols(place, s) ? "+" : "r")
                        : layout.labelsCols(place, s) ? "c"
                                                      : ".";
            });
            return text;
        };
        const MapsSpace above = space({1200, 900}, 3);
        QCOMPARE(HeatmapsLayout(above).arrangement(), (MapsArrangement{3, 1}));
        QCOMPARE(labelled(above, HeatmapsLayout(above)), QString("+r"
                                                                 "c."
                                                                 "c."));
        const MapsSpace bands = space({560, 900}, 4);
        QCOMPARE(HeatmapsLayout(bands).arrangement(), (MapsArrangement{2, 1}));
        QCOMPARE(labelled(bands, HeatmapsLayout(bands)), QString("+r"
                                                                 "c."
                                                                 "rr"
                                                                 ".."));
        const MapsSpace wide = space({1600, 300}, 2);
        QCOMPARE(HeatmapsLayout(wide).arrangement(), (MapsArrangement{2, 2}));
        QCOMPARE(labelled(wide, HeatmapsLayout(wide)), QString("+c"
                                                               "cc"));
        const MapsSpace mixed = space({1200, 1200}, 2, {vectors(2, false, Side::D), vectors(3), scores(), scores()});
        QCOMPARE(labelled(mixed, HeatmapsLayout(mixed)), QString("+++r"
                                                                 "+c."));
        StageSpace before = scores();
        before.isOfOther = true; // it has tokens of its own
        for (const QSize& area : {QSize(1600, 300), QSize(400, 1200)}) {
            const MapsSpace both = space(area, 1, {before, scores()});
            QCOMPARE(labelled(both, HeatmapsLayout(both)), QString("++"));
        }
        const MapsSpace far = space({420, 400}, 8);
        const HeatmapsLayout scrolled(far);
        QVERIFY(scrolled.scrolls());
        for (int place = 0; place < 8; ++place) QVERIFY(scrolled.labelsCols(place, 0));
    }

    /// Stages without heads are above the heads, or below them.
    void whatHasNoHeadsIsApart_data() { nothingOverlapsOrIsCut_data(); }
    /// With a single head there is nothing to compare, so all maps may be beside each other.
    void whatHasNoHeadsIsApart() {
        QFETCH(MapsSpace, asked);
        if (!haveHeads(asked) || asked.heads == 1) return;
        const HeatmapsLayout layout(asked);
        int top = std::numeric_limits<int>::max(), bottom = 0; // edges of the heads
        forEachMap(asked, layout, [&](int place, int s) {
            if (!asked.stages[static_cast<std::size_t>(s)].hasHeads) return;
            top = std::min(top, layout.cardRect(place, s).top());
            bottom = std::max(bottom, layout.cardRect(place, s).bottom());
        });
        forEachMap(asked, layout, [&](int, int s) {
            if (asked.stages[static_cast<std::size_t>(s)].hasHeads) return;
            const QRect card = layout.cardRect(0, s);
            QVERIFY(s < layout.titledStage() ? card.bottom() < top : card.top() > bottom);
        });
    }

    /// The middle column of usual windows: 1280x800 with a title bar, 1366x768, 1920x1080.
    void theFirstWindow_data() {
        QTest::addColumn<QSize>("area");
        QTest::addColumn<int>("heads");
        QTest::addColumn<MapsArrangement>("arrangement");
        QTest::addColumn<QSize>("minSize"); // minimum size of a map, in px
        QTest::newRow("one head") << QSize(728, 490) << 1 << MapsArrangement{1, 1} << QSize(360, 180);
        QTest::newRow("three heads") << QSize(728, 490) << 3 << MapsArrangement{3, 1} << QSize(165, 165);
        QTest::newRow("twelve heads") << QSize(728, 490) << 12 << MapsArrangement{6, 1} << QSize(72, 72);
        QTest::newRow("twelve, full HD") << QSize(1376, 794) << 12 << MapsArrangement{6, 1} << QSize(150, 140);
    }
    void theFirstWindow() {
        QFETCH(QSize, area);
        QFETCH(int, heads);
        QFETCH(MapsArrangement, arrangement);
        QFETCH(QSize, minSize);
        const HeatmapsLayout layout(space(area, heads));
        QCOMPARE(layout.arrangement(), arrangement);
        QVERIFY(!layout.scrolls());
        const QSize map = layout.mapSize(0, 0);
        QVERIFY2(map.width() >= minSize.width() && map.height() >= minSize.height(),
                 qPrintable(QString("%1 x %2").arg(map.width()).arg(map.height())));
    }

    /// Near a width at which the arrangement changes, small changes of the width do not change it again.
    void anArrangementIsKept_data() {
        QTest::addColumn<int>("heads");
        for (const int heads : {2, 3, 4, 6, 12}) QTest::addRow("%d heads", heads) << heads;
    }
    void anArrangementIsKept() {
        QFETCH(int, heads);
        HeatmapsLayout layout(space({500, 500}, heads));
        int changes = 0;
        const auto resized = [&](int width) {
            const MapsArrangement before = layout.arrangement();
            layout = HeatmapsLayout(space({width, 500}, heads), before);
            changes += layout.arrangement() != before;
        };
        std::vector<int> places; // widths at which it changes when growing
        for (int width = 500; width < 2000; ++width) {
            const int before = changes;
            resized(width);
            if (changes == before) continue;
            const MapsArrangement found = layout.arrangement();
            for (int back = 1; back <= 20; ++back) resized(width - back);
            const MapsArrangement now = layout.arrangement();
            QVERIFY2(now == found, qPrintable(QString("%1 x %2 at %3, then %4 x %5")
                                                  .arg(found.columns)
                                                  .arg(found.beside)
                                                  .arg(width)
                                                  .arg(now.columns)
                                                  .arg(now.beside)));
            places.push_back(width);
        }
        QVERIFY(!places.empty() && places.size() < 12);
    }

    void nothingToLayOut() {
        QVERIFY(HeatmapsLayout(space({700, 600}, 0)).isEmpty());
        QVERIFY(HeatmapsLayout(space({700, 600}, 3, {})).isEmpty());
        QVERIFY(HeatmapsLayout().isEmpty());
    }

    /// In a picture each map has the size of its stage, and stages without heads are above and below the others.
    void ofAPictureMapsHaveTheirOwnSizes() {
        MapsSpace asked = space({}, 5, {vectors(3, false), vectors(3), scores(), rollout()});
        for (StageSpace& stage : asked.stages) stage.map = {stage.cols == 0 ? 288 : 90, 288};
        asked.gap = 18;
        const HeatmapsLayout layout = HeatmapsLayout::ofPicture(asked, {2, 1});
        QCOMPARE(layout.bands(), 3);
        forEachMap(asked, layout, [&](int place, int s) {
            QCOMPARE(layout.mapSize(place, s),
                     asked.stages[std::size_t(s)].hasHeads ? QSize(288, 288) : asked.stages[std::size_t(s)].map);
            QVERIFY(QRect({0, 0}, layout.contentSize()).contains(layout.cardRect(place, s)));
            if (s == 1 || s == 2) {
                QVERIFY(layout.cardRect(0, 0).bottom() < layout.cardRect(place, s).top());
                QVERIFY(layout.cardRect(0, 3).top() > layout.cardRect(place, s).bottom());
                QCOMPARE(layout.labelsCols(place, s), true); // the sides differ from those of the last stage
            }
        });
    }
};

QTEST_APPLESS_MAIN(HeatmapsLayoutTest)
#include "tst_heatmapsLayout.moc"
