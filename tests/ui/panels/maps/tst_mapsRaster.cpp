// All cards stand on one raster, whatever the heads, the stages, the tokens and the window are.
#include "ui/panels/maps/mapsBench.h"

#include <map>
#include <set>

using namespace headlight;
using namespace headlight::testing;

class MapsRasterTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { bench_.begin(); }
    void cleanupTestCase() { bench_.end(); }

    void cardsStandOnOneRaster_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<QList<Stage>>("stages");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QSize>("size");
        const QList<Stage> lists[]{{Stage::Weights},
                                   {Stage::Scores, Stage::Weights},
                                   {Stage::X, Stage::Q, Stage::Scores, Stage::Weights, Stage::Context}};
        for (const QSize& size : {QSize(810, 560), QSize(896, 530), QSize(1450, 840)}) // of the panel in usual windows
            for (const int heads : {1, 2, 3, 5, 6, 8, 12, 16})
                for (const auto& stages : lists)
                    for (const int tokens : {4, 8, 13, 30})
                        QTest::addRow("%d heads, %d stages, %d tokens in %d x %d", heads, int(stages.size()), tokens,
                                      size.width(), size.height())
                            << heads << stages << tokens << size;
    }
    void cardsStandOnOneRaster() {
        QFETCH(int, heads);
        QFETCH(QList<Stage>, stages);
        QFETCH(int, tokens);
        QFETCH(QSize, size);
        show(heads, stages, tokens, size);
        std::map<int, std::map<int, int>> lines; // the tops of the maps: their left edges and widths
        std::set<int> heights;
        int right = 0;
        for (const HeatmapView* map : maps()) {
            const QRect space(map->mapTo(bench_.panel_.get(), map->area().rect.topLeft().toPoint()),
                              map->rect().marginsRemoved(map->content().margins).size());
            lines[space.top()][space.left()] = space.width();
            heights.insert(space.height());
            right = std::max(right, map->mapTo(bench_.panel_.get(), QPoint(map->width(), 0)).x());
            QVERIFY(map->content().head.stage.startsWith(withinLine(map->content().name).left(1)));
            if (infoOf(map->content().tile->demand.stage).scope == Scope::Head)
                QVERIFY(map->content().head.head.startsWith("Head "));
        }
        QCOMPARE(heights.size(), std::size_t{1});
        std::set<int> columns;
        for (const auto& [top, line] : lines)
            if (line.size() > 1)
                for (const auto& [left, width] : line) columns.insert(left);
        std::size_t most = 0;
        for (const auto& [top, line] : lines) most = std::max(most, line.size());
        QVERIFY(columns.size() <= most); // each map begins where one of the longest line does
        for (const ColorScale* scale : bench_.panel_->findChildren<ColorScale*>())
            if (scale->isVisible()) QVERIFY(scale->mapTo(bench_.panel_.get(), QPoint(0, 0)).x() >= right);
    }

    /// The maps of a pair have the same decimals, but weights at least two, or none.
    void pairsHaveTheSameDecimals_data() { cardsStandOnOneRaster_data(); }
    void pairsHaveTheSameDecimals() {
        QFETCH(int, heads);
        QFETCH(QList<Stage>, stages);
        QFETCH(int, tokens);
        QFETCH(QSize, size);
        if (stages.size() != 2) return;
        show(heads, stages, tokens, size);
        std::set<int> decimals;
        for (const HeatmapView* map : maps())
            if (map->content().format.shown()) decimals.insert(map->content().format.decimals);
        QVERIFY(decimals.size() <= 1 || decimals == std::set({1, 2}));
        for (const HeatmapView* map : maps())
            if (map->content().tile->demand.stage == Stage::Weights)
                QVERIFY(!map->content().format.shown() || map->content().format.decimals >= 2);
    }

private:
    void show(int heads, const QList<Stage>& stages, int tokens, const QSize& size) {
        bench_.panel_->resize(size);
        QStringList words;
        for (int i = 0; i < tokens; ++i) words << QString("word%1").arg(i);
        Result<Session> made = withSentence(bench_.session(), words.join(' ').toStdString());
        while (made && sizesOf(*made, 0).heads < heads) made = withHeadAdded(*made, 0);
        while (made && sizesOf(*made, 0).heads > heads) made = withHeadRemoved(*made, 0, 0);
        bench_.edit(made);
        bench_.bench_->look(
            [&](MapOptions& options) { options.stages = std::vector<Stage>(stages.begin(), stages.end()); });
        QTRY_VERIFY(bench_.settled());
        QVERIFY(!maps().empty());
    }
    std::vector<const HeatmapView*> maps() const {
        std::vector<const HeatmapView*> maps;
        for (const HeatmapView* map : bench_.panel_->findChildren<HeatmapView*>())
            if (map->isVisible() && map->content().tile) maps.push_back(map);
        return maps;
    }

    MapsBench bench_;
};

QTEST_MAIN(MapsRasterTest)
#include "tst_mapsRaster.moc"
#include "words/wording.h"
