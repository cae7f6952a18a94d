// At the first start, with the pictures of the pipeline above the maps, sentences of usual length and few heads show
// their numbers in every map.
#include "app/windowBench.h"
#include "panels/pipeline/PipelinePanel.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"

using namespace headlight;
using namespace headlight::testing;

class NumbersInSightTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.start(); }
    void cleanup() { bench_.end(); }

    void everyMapHasItsNumbers_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<QString>("more");
        QTest::addColumn<bool>("ofWeights"); // only of weights, since scores are wider
        QTest::newRow("as it starts") << 3 << "" << false;
        QTest::newRow("3 heads, 9 tokens") << 3 << " one" << false;
        QTest::newRow("4 heads, 8 tokens") << 4 << "" << true;
        QTest::newRow("2 heads, 11 tokens") << 2 << " one two three" << false;
        QTest::newRow("1 head, 12 tokens") << 1 << " one two three four" << false;
    }
    void everyMapHasItsNumbers() {
        QFETCH(int, heads);
        QFETCH(QString, more);
        QFETCH(bool, ofWeights);
        window().resize(1280, 800);
        QVERIFY(!window().findChild<PipelinePanel*>()->isFolded());
        QVERIFY(window().workbench().apply("heads and words", [&](const Session& from, const Watch&) {
            Result<Session> made = withSentence(from, from.text.sentence + more.toStdString());
            while (made && sizesOf(*made, 0).heads < heads) made = withHeadAdded(*made, 0);
            while (made && sizesOf(*made, 0).heads > heads) made = withHeadRemoved(*made, 0, 0);
            return made;
        }));
        QTRY_COMPARE(shownMaps().size(), std::size_t(2 * heads));
        const auto without = [&] {
            QStringList names;
            for (const HeatmapView* map : shownMaps())
                if (!map->content().tile ||
                    map->content().tile->stageRows != bench_.state().session.text.tokens->count() ||
                    (!map->content().hasNumbers() &&
                     !(ofWeights && map->content().tile->demand.stage == Stage::Scores)))
                    names << QString("%1: cells of %2 x %3")
                                 .arg(map->accessibleName())
                                 .arg(map->area().cellWidth())
                                 .arg(map->area().cellHeight());
            return names.join('\n');
        };
        if (!QTest::qWaitFor([&] { return without().isEmpty(); }, testing::patience())) QFAIL(qPrintable(without()));
    }

private:
    MainWindow& window() { return *bench_.window_; }
    std::vector<const HeatmapView*> shownMaps() {
        std::vector<const HeatmapView*> maps;
        for (const HeatmapView* map : window().findChildren<HeatmapView*>())
            if (map->isVisible()) maps.push_back(map);
        return maps;
    }

    WindowBench bench_;
};

QTEST_MAIN(NumbersInSightTest)
#include "tst_numbersInSight.moc"
