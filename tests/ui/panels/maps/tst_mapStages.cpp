// Maps of any stages of any layer.
#include "style/textSize.h"
#include "support/traces.h"
#include "ui/panels/maps/mapsBench.h"

#include <QHelpEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <map>

using namespace headlight;
using namespace headlight::testing;

class MapStagesTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// A file may store that another layer is shown.
    void theLayerOfTheViewIsShown() {
        const Session two = *withLayerAdded(bench_->state().session);
        const QTemporaryDir folder;
        const QString path = folder.filePath("two.headlight");
        View looked;
        looked.layer = 1;
        QVERIFY(writeSession(path.toStdString(), {two, looked}).ok());
        QVERIFY(bench_->files().open(path).ok());
        QTRY_VERIFY(settled());
        for (int head = 0; head < 3; ++head) {
            QCOMPARE(view(head, 1)->content().tile->demand.layer, 1);
            QCOMPARE(view(head, 1)->content().tile->values.rows(), Index{8});
        }
    }

    void anyStagesAreShown_data() {
        QTest::addColumn<QStringList>("ids");
        for (const char* ids : {"weights", "Q K V", "X Q scores scaled weights context", "X", "concat weights", "K"})
            QTest::newRow(ids) << QString::fromLatin1(ids).split(' ');
    }
    void anyStagesAreShown() {
        QFETCH(QStringList, ids);
        MapOptions options;
        options.stages.clear();
        for (const QString& id : ids) options.stages.push_back(findStage(id.toStdString())->stage);
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(settled());
        const Trace traced = tracesOf(session())[0];
        for (int s = 0; s < ids.size(); ++s) {
            const StageInfo& info = infoOf(options.stages[static_cast<std::size_t>(s)]);
            const bool hasHeads = info.scope == Scope::Head;
            for (int head = 0; head < (hasHeads ? 3 : 1); ++head) {
                const HeatmapView* map = view(head, s);
                QVERIFY(map && map->isVisibleTo(panel_.get()) && map->content().tile);
                const QString title = QString::fromLatin1(info.title);
                QCOMPARE(map->accessibleName(),
                         hasHeads ? QStringLiteral("%1, head %2").arg(title).arg(head + 1) : title);
                const Matrix& expected = traced(info.stage, static_cast<std::size_t>(head));
                QCOMPARE(map->content().rows(), int(expected.rows()));
                QCOMPARE(map->content().cols(), int(expected.cols()));
                QVERIFY(map->content().tile->values == expected);
            }
            const QString name = withinLine(QString::fromLatin1(info.title));
            const ColorScale* bar = scale(QStringLiteral("Colour scale, %1").arg(name));
            for (const QString& word : name.split(' ')) // no word of its name is cut
                QVERIFY(bar->width() >= QFontMetrics(textFont(8)).horizontalAdvance(word));
            if (!hasHeads) QVERIFY(!view(1, s) || !view(1, s)->isVisible());
        }
        QCOMPARE(switchOf("Scores")->isChecked(), ids.contains("scores"));
        bench_->look([](MapOptions& now) { now = {}; });
        QTRY_VERIFY(settled());
        QVERIFY(view(2, 1)->isVisible());
    }

    /// The selected head stays in sight when the window is resized.
    void theSelectedHeadStaysInSight() {
        while (sizesOf(session(), 0).heads < 40) edit(withHeadAdded(session(), 0));
        panel_->resize(420, 300);
        QTRY_VERIFY(settled());
        bench_->select(25, 0, 0);
        for (const QSize& size : {QSize(420, 300), QSize(1300, 900), QSize(500, 900), QSize(900, 320)}) {
            panel_->resize(size);
            QTRY_VERIFY(settled());
            const auto isSeen = [&](int stage) {
                const HeatmapView* map = view(25, stage);
                const auto* sight = panel_->findChild<QScrollArea*>(QStringLiteral("maps"))->viewport();
                return map && sight->rect().intersects(QRect(map->mapTo(sight, QPoint(0, 0)), map->size()));
            };
            if (!QTest::qWaitFor([&] { return isSeen(0) || isSeen(1); }, testing::patience()))
                QFAIL(qPrintable(QString("%1 x %2").arg(size.width()).arg(size.height())));
        }
    }

    /// The scales of all stages are right of all maps. While the maps scroll, they stay at their places, unless they
    /// are too many for the height.
    void scalesStandInTheGutter_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("scroll");
        QTest::newRow("nine heads") << 9 << 600 << false;
        QTest::newRow("six scales in a low window") << 3 << 420 << true;
    }
    void scalesStandInTheGutter() {
        QFETCH(int, heads);
        QFETCH(int, height);
        QFETCH(bool, scroll);
        while (static_cast<int>(session().layers[0].allHeads.size()) < heads) edit(withHeadAdded(session(), 0));
        panel_->resize(700, height);
        MapOptions options;
        options.stages = {Stage::X, Stage::Q, Stage::Scores, Stage::Weights, Stage::Context, Stage::Concat};
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(settled());
        auto* bar = panel_->grid().findChild<QScrollArea*>()->verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        std::map<const ColorScale*, QRect> places;
        for (int scrolled = 0; scrolled <= bar->maximum(); scrolled += 50) {
            bar->setValue(scrolled);
            for (int s = 0; s < static_cast<int>(options.stages.size()); ++s) {
                const QString title = QString::fromLatin1(infoOf(options.stages[static_cast<std::size_t>(s)]).title);
                const ColorScale* one = scale(QStringLiteral("Colour scale, %1").arg(withinLine(title)));
                QVERIFY(one->isVisible());
                const int down = scroll ? scrolled : 0;
                const QRect at(one->mapTo(&panel_->grid(), QPoint(0, down)), one->size());
                QVERIFY(at.height() > 40 && at.right() < panel_->grid().width());
                QVERIFY(scroll || panel_->grid().rect().contains(at));
                for (const QRect& map : rowsInSight(s)) QVERIFY(map.right() < at.left());
                if (places.contains(one)) QCOMPARE(at, places[one]);
                places[one] = at;
            }
        }
        QCOMPARE(places.size(), options.stages.size());
    }

    /// The formula of the rollout is shown, since several are in use; if the card is too narrow, a tool tip shows it.
    void rolloutSaysItsFormula_data() {
        QTest::addColumn<Stage>("stage");
        QTest::addColumn<QString>("caption");
        QTest::newRow("rollout") << Stage::Rollout
                                 << QStringLiteral(u"rollout \u00b7 (mean of heads + I) / 2, times the layers below");
        QTest::newRow("product") << Stage::Product
                                 << QStringLiteral(
                                        u"product of the layers \u00b7 mean of heads, times the layers below");
    }
    void rolloutSaysItsFormula() {
        QFETCH(Stage, stage);
        QFETCH(QString, caption);
        edit(withLayerAdded(session()));
        MapOptions options;
        options.stages = {stage};
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(settled() && view(0, 0));
        HeatmapView* map = view(0, 0);
        QCOMPARE(map->content().head.stage, caption);
        for (const int width : {1280, 300}) {
            map->window()->resize(width, 600);
            QTRY_VERIFY(settled());
            QHelpEvent rest(QEvent::ToolTip, QPoint(20, 5), map->mapToGlobal(QPoint(20, 5)));
            QApplication::sendEvent(map, &rest);
            const QString tip = QTextDocumentFragment::fromHtml(QToolTip::text()).toPlainText();
            QCOMPARE(tip, width == 300 ? caption : QString()); // a complete caption needs no tool tip
            QToolTip::hideText();
        }
    }

    /// The usual stages are shown instead, and the user continues with them.
    void aStageThatTheLayerHasNotWaits() {
        const auto isShown = [&](int stage, Stage what) {
            return settled() && view(0, stage) && view(0, stage)->content().tile &&
                   view(0, stage)->content().tile->demand.stage == what;
        };
        MapOptions options;
        options.stages = {Stage::Masked};
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(isShown(0, Stage::Scores) && isShown(1, Stage::Weights));
        QVERIFY(switchOf("Scores")->isChecked());
        bench_->look([](MapOptions& maps) { maps.show(Stage::Q, true); });
        QVERIFY((bench_->state().maps.stages == std::vector{Stage::Q, Stage::Scores, Stage::Weights}));
        bench_->look([options](MapOptions& maps) { maps = options; });
        Options causal;
        causal.mask.causal = true;
        edit(withOptions(session(), 0, causal));
        QTRY_VERIFY(settled() && view(0, 0)->content().tile);
        QVERIFY(view(0, 0)->content().tile->masked(0, 1));
    }

    /// Masked scores have a sign. With a mask after the softmax the masked stage has weights, and their colours.
    void aMaskBehindTheSoftmaxIsColouredAsWeights() {
        MapOptions shown;
        shown.stages = {Stage::Masked, Stage::Weights};
        bench_->look([shown](MapOptions& maps) { maps = shown; });
        Options options;
        options.mask.causal = true;
        for (const MaskMode mode : {MaskMode::Before, MaskMode::After}) {
            options.maskMode = mode;
            edit(withOptions(session(), 0, options));
            QTRY_VERIFY(settled() && view(0, 0)->content().tile);
            const MapLook &masked = view(0, 0)->content().look, &weights = view(0, 1)->content().look;
            QCOMPARE(masked.colormap == weights.colormap, mode == MaskMode::After);
            QCOMPARE(masked.range.low < 0, mode == MaskMode::Before);
        }
    }

    void placesOfOtherStagesSelectTheirTokens() {
        MapOptions options;
        options.stages = {Stage::Q, Stage::K, Stage::Weights};
        bench_->look([options](MapOptions& maps) { maps = options; });
        bench_->select(0, 1, 1);
        QTRY_VERIFY(settled());
        QTest::mouseClick(view(1, 0), Qt::LeftButton, {}, centre(view(1, 0), 5, 0)); // a row of Q is a query
        QCOMPARE(selected(), (std::array{1, 5, 1}));
        QTest::mouseClick(view(2, 1), Qt::LeftButton, {}, centre(view(2, 1), 3, 2)); // a row of K is a key
        QCOMPARE(selected(), (std::array{2, 5, 3}));
        QCOMPARE(view(2, 0)->content().axes.selectedRow, 5);
        const MapAxes& ofKeys = view(2, 1)->content().axes; // marked as the selected key
        QVERIFY(ofKeys.selectedRow == 3 && ofKeys.rowsAreKeys);
        QCOMPARE(view(2, 0)->content().axes.otherRow, 3); // beside the query, in the gutter of Q and K
        QCOMPARE(view(2, 2)->content().axes.otherRow, -1);
        QTest::keyClick(view(1, 0), Qt::Key_Down);
        QCOMPARE(selected(), (std::array{1, 6, 3}));
        QTest::mouseMove(view(0, 0), centre(view(0, 0), 2, 1));
        QVERIFY(bench_->state().lit == std::vector<Address>({CellRef{Stage::Q, 0, 0, 2, 1}})); // a dimension is no key
    }

    /// They are the context of this head. A file that shows nothing else shows the usual stages.
    void aSingleHeadHasNoJoinedHeads() {
        QVERIFY(switchOf("Joined heads")->isVisible());
        while (sizesOf(session(), 0).heads > 1) edit(withHeadRemoved(session(), 0, 1));
        QVERIFY(!switchOf("Joined heads")->isVisible());
        bench_->look([](MapOptions& maps) { maps.stages = {Stage::Concat}; });
        QCOMPARE(bench_->state().shownStages(), (std::vector{Stage::Scores, Stage::Weights}));
    }

    /// The rows of K and V are the tokens of Q, unless keys have a sentence of their own.
    void queriesAndKeysShareTheirLabels() {
        MapOptions options;
        options.stages = {Stage::Q, Stage::K, Stage::V};
        bench_->look([options](MapOptions& maps) { maps = options; });
        for (const bool haveOwn : {false, true}) {
            if (haveOwn) edit(withSecondSentence(session(), true));
            QTRY_VERIFY(settled());
            for (int stage = 0; stage < 3; ++stage)
                QCOMPARE(view(1, stage)->content().labelsRows, stage == 0 || (haveOwn && stage == 1));
            QCOMPARE(view(1, 0)->content().axes.otherRow >= 0, !haveOwn);
        }
    }

    /// The input of a layer above the first one is not called X, since it is not made of embeddings.
    void theInputOfALayerIsCalledSo() {
        const Session two = *withLayerAdded(session());
        QCOMPARE(MapStages().of(Stage::X, two, 0).title(), QString("X"));
        QCOMPARE(MapStages().of(Stage::X, two, 1).title(), QString("X"));
    }

    void mapsThatShareASideAreZoomedTogether() {
        MapOptions options;
        options.stages = {Stage::Q, Stage::V, Stage::Weights};
        options.zoom = {{Side::Tokens, {2, 4}}};
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(settled());
        QCOMPARE(view(0, 0)->zoom()->row, 2.0);
        QCOMPARE(view(0, 2)->zoom()->row, 2.0);
        QCOMPARE(view(0, 2)->zoom()->cols, 8.0);
        QVERIFY(!view(0, 1)->zoom());
    }

private:
    /// Returns the visible rows of this stage's maps in the grid.
    QList<QRect> rowsInSight(int stage) const {
        QList<QRect> rows;
        const HeatmapsGrid& grid = panel_->grid();
        const QWidget* viewport = grid.findChild<QScrollArea*>()->viewport();
        for (int head = 0; view(head, stage); ++head) {
            const HeatmapView* map = view(head, stage);
            if (!map->isVisibleTo(&grid)) continue;
            const QRect space = map->rect().marginsRemoved(map->content().margins);
            const QRect rect = space.translated(map->mapTo(&grid, QPoint()));
            if (viewport->geometry().intersects(rect)) rows << rect;
        }
        return rows;
    }
};

QTEST_MAIN(MapStagesTest)
#include "tst_mapStages.moc"
#include "words/wording.h"
