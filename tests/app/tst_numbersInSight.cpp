// The window as it is first met, with the pictures of the pipeline above its maps: sentences of everyday length and few
// heads show their numbers, in every map.
#include "app/windowBench.h"
#include "panels/pipeline/PipelinePanel.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "style/textSize.h"

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
        QTest::newRow("as it starts") << 3 << "";
        QTest::newRow("3 heads, 9 tokens") << 3 << " one";
        QTest::newRow("3 heads, 10 tokens") << 3 << " one two";
        QTest::newRow("3 heads, 11 tokens") << 3 << " one two three";
        QTest::newRow("3 heads, 12 tokens") << 3 << " one two three four";
        QTest::newRow("4 heads, 8 tokens") << 4 << "";
        QTest::newRow("2 heads, 12 tokens") << 2 << " one two three four";
        QTest::newRow("1 head, 12 tokens") << 1 << " one two three four";
    }
    void everyMapHasItsNumbers() {
        QFETCH(int, heads);
        QFETCH(QString, more);
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
                    !map->showsNumbers())
                    names << QString("%1: cells of %2 x %3")
                                 .arg(map->accessibleName())
                                 .arg(map->area().cellWidth())
                                 .arg(map->area().cellHeight());
            return names.join('\n');
        };
        if (!QTest::qWaitFor([&] { return without().isEmpty(); }, testing::patience())) QFAIL(qPrintable(without()));
    }

    /// As the numbers in them do; all of one size.
    void labelsGrowWithTheCells_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::newRow("as it starts") << QSize(1280, 800) << "My shoes are small, my feet are big." << 8.5 << 8.5;
        QTest::newRow("four tokens") << QSize(1920, 1080) << "My shoes are small" << 11. << 20.;
        QTest::newRow("two tokens") << QSize(1920, 1080) << "My shoes" << 16. << 24.;
    }
    void labelsGrowWithTheCells() {
        QFETCH(QSize, size);
        QFETCH(QString, sentence);
        QFETCH(double, least);
        QFETCH(double, most);
        window().resize(size);
        QVERIFY(window().workbench().apply(
            "words", [&](const Session& from, const Watch&) { return withSentence(from, sentence.toStdString()); }));
        const auto isRight = [&](const HeatmapView* map) {
            const MapAxes& axes = map->content().axes;
            return axes.points >= least && axes.points <= most && axes.points == shownMaps()[0]->content().axes.points;
        };
        QTRY_VERIFY(std::ranges::all_of(shownMaps(), isRight));
    }

    /// For a projector, with many heads: the labels that were there are there.
    void largerTextTakesNoLabelAway() {
        struct Usual {
            ~Usual() { applyTextSize(*qApp, lightTheme(), 1); }
        } usual;
        for (const double size : {1.0, 1.25, 1.5, 2.0}) {
            applyTextSize(*qApp, lightTheme(), size);
            for (const int height : {11, 12, 14, 17, 20, 30}) {
                const double points = labelPoints(QSizeF(height, height));
                QCOMPARE(labelStep(height * 1.01, textPx(11) * points / kUsualLabel), 1);
            }
            QCOMPARE(labelPoints({5, 5}), kUsualLabel);
        }
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
