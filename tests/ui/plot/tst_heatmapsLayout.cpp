#include "ui/plot/spaces.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>

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
    /// Three heads have room for the four decimals of both stages, sixteen heads for none.
    void numbersAreCounted() {
        const auto numbers = [](int heads, double size) {
            MapsSpace asked = space({1280, 700}, heads, {scores(), scores()}, false);
            asked.rowOfNumbers *= size;
            return HeatmapsLayout::best(asked).numbers();
        };
        QCOMPARE(numbers(3, 1), std::pair(2, 8));
        QCOMPARE(numbers(3, 5), std::pair(0, 0)); // rows of 60 px
        QCOMPARE(numbers(16, 1), std::pair(0, 0));
    }

    /// A narrower area keeps the arrangement of a wide one if all cards stay in sight.
    void theWidthOfTheChoice() {
        int kept = 0;
        for (const int heads : {1, 2, 3, 8})
            for (const int height : {400, 560, 700}) {
                MapsSpace narrow = space({1018, height}, heads, {scores(), scores()}, false);
                const MapsSpace wide = space({1280, height}, heads, {scores(), scores()}, false);
                const bool scrolls = HeatmapsLayout::best(narrow).scrolls();
                const MapsArrangement own = HeatmapsLayout::best(narrow).arrangement(),
                                      whole = HeatmapsLayout::best(wide).arrangement();
                narrow.choiceWidth = 1280;
                const HeatmapsLayout layout = HeatmapsLayout::best(narrow);
                QVERIFY(layout.arrangement() == whole || layout.arrangement() == own);
                QCOMPARE(layout.scrolls(), scrolls);
                kept += whole != own && layout.arrangement() == whole;
            }
        QVERIFY(kept > 0); // else the two would be equal, anyway
    }

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
        const HeatmapsLayout layout = HeatmapsLayout::best(asked);
        std::vector<QRect> rects;
        forEachMap(asked, layout, [&](int place, int s) {
            const QRect map = layout.mapRect(place, s);
            rects.push_back(layout.cardRect(place, s));
            QVERIFY2(map.width() >= 8 * asked.minCell.width() - 1 && map.height() >= 8 * asked.minCell.height(),
                     qPrintable(words(map)));
            QCOMPARE(map.left() - rects.back().left(),
                     layout.labelsRows(place, s) ? kRowLabels : HeatmapsLayout::kEdge);
        });
        // Scrolling is vertical; it is horizontal only if the narrowest maps do not fit.
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
        const HeatmapsLayout layout = HeatmapsLayout::best(asked);
        QVERIFY(layout.scrolls() || layout.contentSize().height() <= asked.area.height());
        asked.area = {20'000, 20'000};
        QVERIFY(!HeatmapsLayout::best(asked).scrolls());
        asked.area = {300, 90};
        QVERIFY(HeatmapsLayout::best(asked).scrolls());
    }

    /// All columns are equally wide and at equal places in each line of heads, all maps are equally high, and the
    /// scales are in a gutter right of all cards.
    void theMapsAreOnOneRaster_data() {
        QTest::addColumn<MapsSpace>("asked");
        const std::vector<StageSpace> lists[]{
            {scores()}, {scores(), scores()}, {vectors(2, false, Side::D), vectors(3), scores(), scores(), vectors(4)}};
        for (const QSize& size : {QSize(720, 480), QSize(810, 530), QSize(890, 500), QSize(1450, 800)})
            for (const int heads : {1, 2, 3, 5, 6, 8, 12, 16})
                for (const auto& stages : lists)
                    QTest::addRow("%d heads, %d stages in %d x %d", heads, int(stages.size()), size.width(),
                                  size.height())
                        << space(size, heads, stages);
    }
    void theMapsAreOnOneRaster() {
        QFETCH(MapsSpace, asked);
        const HeatmapsLayout layout = HeatmapsLayout::best(asked);
        std::map<int, std::vector<QRect>> lines; // by their top
        int right = 0;
        forEachMap(asked, layout, [&](int place, int s) {
            const QRect map = layout.mapRect(place, s);
            QCOMPARE(map.height(), layout.mapRect(0, 0).height());
            lines[map.top()].push_back(map);
            right = std::max(right, layout.cardRect(place, s).right());
        });
        const auto widest = std::ranges::max_element(lines, {}, [](const auto& l) { return l.second.size(); });
        for (const auto& [top, maps] : lines)
            for (std::size_t i = 0; i < maps.size(); ++i) {
                QCOMPARE(maps[i].left(), widest->second[i].left());
                if (maps.size() > 1) QCOMPARE(maps[i].width(), maps[0].width());
            }
        for (int s = 0; s < layout.stages(); ++s) {
            const QRect scale = layout.scaleRect(s);
            QVERIFY(scale.left() > right && scale.right() < asked.area.width() && scale.height() > 40);
            QVERIFY(scale.bottom() <= asked.area.height());
            if (s > 0) QCOMPARE(scale.top(), layout.scaleRect(s - 1).bottom() + 1);
        }
    }

    /// Eight scales of 80 px need a scroll bar of 12 px in 600 px, also where the maps of a single head do not.
    void theScrollBarOfScalesHasItsSpace() {
        const HeatmapsLayout layout = HeatmapsLayout::best(space({810, 600}, 1, std::vector(8, vectors(3))));
        QVERIFY(layout.scalesScroll() && layout.scrolls());
        QVERIFY(layout.contentSize().width() <= 810 - 12);
        QVERIFY(layout.mapRect(0, 7).bottom() < 600);
        QVERIFY(!HeatmapsLayout::best(space({810, 600}, 1, std::vector(7, vectors(3)))).scalesScroll());
    }

    /// Rows are labelled at the left of maps with equal rows, columns at the first of maps with equal columns below
    /// each other. Where maps scroll, each line has its labels.
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
        const auto labels = [&](const MapsSpace& asked, int columns, int beside) {
            const HeatmapsLayout layout = HeatmapsLayout::best(asked);
            if (layout.arrangement() != MapsArrangement{columns, beside})
                return QString("%1 x %2").arg(layout.arrangement().columns).arg(layout.arrangement().beside);
            return labelled(asked, layout);
        };
        QCOMPARE(labels(space({810, 530}, 3), 1, 2), QString("+c"
                                                             "r."
                                                             "r."));
        QCOMPARE(labels(space({810, 530}, 8), 2, 2), QString("+c"
                                                             "cc"
                                                             "r."
                                                             ".."
                                                             "r."
                                                             ".."
                                                             "r."
                                                             ".."));
        QCOMPARE(labels(space({2000, 300}, 2), 2, 2), QString("+c"
                                                              "cc"));
        // X is above Q and the scores, whose columns differ.
        QCOMPARE(labels(space({1200, 1200}, 2, {vectors(2, false, Side::D), vectors(3), scores(), scores()}), 1, 3),
                 QString("++cc"
                         "r.."));
        StageSpace before = scores();
        before.isOfOther = true; // it has tokens of its own
        QCOMPARE(labels(space({1600, 300}, 1, {before, scores()}), 1, 2), QString("++"));
        const MapsSpace far = space({420, 400}, 12);
        const HeatmapsLayout scrolled = HeatmapsLayout::best(far);
        QVERIFY(scrolled.scrolls());
        for (int place = 0; place < 12; ++place) QVERIFY(scrolled.labelsCols(place, 0));
    }

    /// Stages without heads are above the heads, or below them.
    void whatHasNoHeadsIsApart_data() { nothingOverlapsOrIsCut_data(); }
    /// With a single head there is nothing to compare, so all maps may be beside each other.
    void whatHasNoHeadsIsApart() {
        QFETCH(MapsSpace, asked);
        if (!haveHeads(asked) || asked.heads == 1) return;
        const HeatmapsLayout layout = HeatmapsLayout::best(asked);
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

    /// Digits of larger text need wider cells: columns of 50 px have space for four usual decimals, but only for two of
    /// these, and rows of 75 px for four.
    void largeDigitsAreCounted() {
        MapsSpace asked = space(QSize(1340, 700), 3);
        QVERIFY((HeatmapsLayout::best(asked).arrangement() == MapsArrangement{3, 1}));
        asked.digits = 1.5;
        QVERIFY((HeatmapsLayout::best(asked).arrangement() == MapsArrangement{1, 2}));
    }

    /// If numbers are always shown, each cell has a row of 16 px and the width of two decimals, 29 px.
    void numbersAreAlwaysShown_data() {
        QTest::addColumn<MapsSpace>("asked");
        QTest::addColumn<int>("tokens");
        const StageSpace q = vectors(3), wide = vectors(12);
        for (const QSize& size : {QSize(420, 300), QSize(700, 600), QSize(1376, 794)})
            for (const int heads : {1, 3, 12})
                for (const int tokens : {8, 20, 64}) {
                    MapsSpace asked = space(size, heads, {q, scores(), scores(), wide});
                    asked.areNumbersAlways = true;
                    asked.minCell = {29, 16};
                    asked.tokens = tokens;
                    QTest::addRow("%d heads, %d tokens in %d px", heads, tokens, size.width()) << asked << tokens;
                }
    }
    void numbersAreAlwaysShown() {
        QFETCH(MapsSpace, asked);
        QFETCH(int, tokens);
        const HeatmapsLayout layout = HeatmapsLayout::best(asked);
        forEachMap(asked, layout, [&](int place, int s) {
            const int columns = asked.stages[std::size_t(s)].cols;
            const QRect map = layout.mapRect(place, s);
            QVERIFY2(map.height() >= 16 * tokens && map.width() >= 29 * (columns ? columns : tokens),
                     qPrintable(words(map)));
        });
    }

    /// The fewest lines whose maps have 8 x 29 = 232 px. Four columns have (width - 12 - 60 - 52 - 32) / 4 px with the
    /// scroll bar, the gutters and the gaps: 236 px of 1100, but 163 px of 810. Where not even one map fits, each has a
    /// line, so that only it scrolls sideways.
    void numbersAlwaysTakeFewLines() {
        const auto arranged = [](int width, int tokens) {
            MapsSpace asked = space({width, 400}, 8);
            asked.areNumbersAlways = true;
            asked.minCell = {29, 16};
            asked.tokens = tokens;
            return HeatmapsLayout::best(asked).arrangement();
        };
        QVERIFY((arranged(1100, 8) == MapsArrangement{2, 2}));
        QVERIFY((arranged(810, 8) == MapsArrangement{1, 2}));
        QVERIFY((arranged(810, 64) == MapsArrangement{1, 1}));
    }

    /// The middle column of usual windows: 1280x800 with a title bar, 1366x768, 1920x1080. Expected sizes are reasoned:
    /// 810 px less the gutters (56 and 56) and the gap of 8 leave 345 px for each of two maps.
    void usualWindows_data() {
        QTest::addColumn<QSize>("area");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("stages");
        QTest::addColumn<MapsArrangement>("arrangement");
        QTest::addColumn<QSize>("cell"); // at least, px
        QTest::newRow("one head") << QSize(810, 530) << 1 << 2 << MapsArrangement{1, 2} << QSize(43, 43);
        QTest::newRow("three heads: decimals") << QSize(810, 530) << 3 << 2 << MapsArrangement{1, 2} << QSize(43, 16);
        QTest::newRow("three heads and a lesson")
            << QSize(810, 446) << 3 << 2 << MapsArrangement{1, 2} << QSize(43, 13);
        QTest::newRow("three heads, 1366x768") << QSize(890, 500) << 3 << 2 << MapsArrangement{1, 2} << QSize(45, 15);
        QTest::newRow("eight heads: a raster") << QSize(810, 530) << 8 << 2 << MapsArrangement{2, 2} << QSize(20, 11);
        QTest::newRow("twelve heads") << QSize(810, 530) << 12 << 2 << MapsArrangement{3, 2} << QSize(13, 10);
        QTest::newRow("twelve, full HD") << QSize(1450, 800) << 12 << 2 << MapsArrangement{2, 2} << QSize(36, 12);
        QTest::newRow("sixteen heads") << QSize(810, 530) << 16 << 2 << MapsArrangement{4, 2} << QSize(9, 10);
        QTest::newRow("five heads") << QSize(810, 530) << 5 << 2 << MapsArrangement{2, 2} << QSize(20, 16);
        QTest::newRow("five stages of one head") << QSize(810, 530) << 1 << 5 << MapsArrangement{1, 2} << QSize(43, 13);
    }
    void usualWindows() {
        QFETCH(QSize, area);
        QFETCH(int, heads);
        QFETCH(int, stages);
        QFETCH(MapsArrangement, arrangement);
        QFETCH(QSize, cell);
        const HeatmapsLayout layout = HeatmapsLayout::best(
            space(area, heads, std::vector<StageSpace>(std::size_t(stages), scores())));
        const auto [columns, beside] = layout.arrangement();
        QVERIFY2(layout.arrangement() == arrangement, qPrintable(QString("%1 x %2").arg(columns).arg(beside)));
        QVERIFY(!layout.scrolls());
        const QSize map = layout.mapRect(0, 0).size() / 8;
        QVERIFY2(map.width() >= cell.width() && map.height() >= cell.height(),
                 qPrintable(QString("%1 x %2").arg(map.width()).arg(map.height())));
    }

    void nothingToLayOut() {
        QVERIFY(HeatmapsLayout::best(space({700, 600}, 0)).isEmpty());
        QVERIFY(HeatmapsLayout::best(space({700, 600}, 3, {})).isEmpty());
        QVERIFY(HeatmapsLayout().isEmpty());
    }

    /// In a picture each map has the size of its stage, and stages without heads are above and below the others.
    void ofAPictureMapsHaveTheirOwnSizes() {
        MapsSpace asked = space({}, 5, {vectors(3, false), vectors(3), scores(), rollout()});
        for (StageSpace& stage : asked.stages) stage.map = {stage.cols == 0 ? 288 : 90, 288};
        asked.gap = 18;
        const HeatmapsLayout layout(asked, {2, 1});
        forEachMap(asked, layout, [&](int place, int s) {
            QCOMPARE(layout.mapRect(place, s).size(),
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
