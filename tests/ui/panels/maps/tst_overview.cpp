// The small maps of all layers and heads, in the place of the maps.
#include "backend/backends.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/maps/OverviewPanel.h"
#include "panels/maps/OverviewTable.h"
#include "plot/ColorScale.h"
#include "plot/HeatmapView.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/layers.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAccessibleActionInterface>
#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QTextDocumentFragment>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns a session whose layers have these numbers of heads.
Session ofHeads(const std::vector<int>& heads) {
    Session session = testing::sample(static_cast<int>(heads.size()));
    for (int layer = 0; layer < static_cast<int>(heads.size()); ++layer)
        for (int more = 2; more < heads[static_cast<std::size_t>(layer)]; ++more)
            session = *withHeadAdded(session, layer);
    return session;
}

} // namespace

class OverviewTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { bench_.reset(); }

    /// The overview is always offered, a list of layers only where there are several.
    void itIsOffered_data() {
        QTest::addColumn<std::vector<int>>("heads");
        QTest::addColumn<bool>("hasLayers");
        QTest::newRow("2 heads") << std::vector{2} << false;
        QTest::newRow("5 heads") << std::vector{5} << false;
        QTest::newRow("2 layers") << std::vector{2, 2} << true;
    }
    void itIsOffered() {
        QFETCH(std::vector<int>, heads);
        show(ofHeads(heads));
        QVERIFY(overviewSwitch()->isEnabled() && !overviewSwitch()->isChecked());
        QTEST(control<QComboBox>(panel(), "Layer")->isVisible(), "hasLayers");
        turn(true);
        QVERIFY(overviewSwitch()->isChecked());
        QCOMPARE(static_cast<int>(places().size()), std::accumulate(heads.begin(), heads.end(), 0));
    }

    void everyHeadOfEveryLayerIsThere() {
        show(ofHeads({3, 2, 5}));
        turn(true);
        QVERIFY(!shownMap());
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&sheet());
        QCOMPARE(list->role(), QAccessible::Table);
        QCOMPARE(list->text(QAccessible::Name), QString("Overview of layers and heads"));
        QCOMPARE(model().headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), QString("Layer 2"));
        QCOMPARE(model().headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(), QString("Head 5"));
        QCOMPARE(places().size(), std::size_t{10});
        for (const HeadPlace& place : places()) {
            const QString name = QString("Layer %1, head %2").arg(place.layer + 1).arg(place.head + 1);
            QCOMPARE(list->tableInterface()->cellAt(place.layer, place.head)->text(QAccessible::Name),
                     name + ": weights");
            // Each picture shows the numbers of its own head's map.
            const Tile& tile = *model().pictureOf(place)->tile;
            QCOMPARE((std::array{tile.demand.layer, tile.demand.head}), (std::array{place.layer, place.head}));
            QVERIFY(tile.exact && tile.values.rows() == 3 && tile.values.cols() == 3);
            QCOMPARE(
                tipOf(place),
                QString("%1: largest weight %2").arg(name).arg(static_cast<double>(tile.values.maxCoeff()), 0, 'f', 4));
        }
    }

    /// Pictures are as large as fits, within limits.
    void picturesAreAsLargeAsFit_data() {
        QTest::addColumn<std::vector<int>>("heads");
        QTest::addColumn<int>("cols");
        QTest::addColumn<bool>("fits");
        QTest::newRow("2 x 3") << std::vector{3, 3} << 3 << true;
        QTest::newRow("6 x 8") << std::vector(6, 8) << 3 << true;
        QTest::newRow("different numbers of heads") << std::vector{3, 1, 6} << 3 << true;
        QTest::newRow("12 x 24") << std::vector(12, 24) << 3 << false;
        QTest::newRow("wide maps") << std::vector{3, 3} << 300 << true;
    }
    void picturesAreAsLargeAsFit() {
        QFETCH(std::vector<int>, heads);
        QFETCH(int, cols);
        QFETCH(bool, fits);
        show(ofHeads(heads));
        turn(true);
        sheet().fitPictures(3, cols);
        QCoreApplication::processEvents();
        QCOMPARE(sheet().horizontalScrollBar()->maximum() + sheet().verticalScrollBar()->maximum() == 0, fits);
        const QSize size = sheet().picture();
        QVERIFY(std::max(size.width(), size.height()) >= 36 && std::max(size.width(), size.height()) <= 220);
        for (const HeadPlace& place : places()) {
            const QRect cell = sheet().visualRect(model().nearest(place));
            QVERIFY(cell.width() >= size.width() + 12 && cell.height() >= size.height() + 12);
        }
    }

    /// The scale has the height of the table, but no table is higher because of the scale: they would grow in turns.
    void theScaleNeedsNoHeight() {
        show(ofHeads({2, 2}));
        turn(true);
        QWidget& overview = *panel().findChild<OverviewPanel*>();
        const int least = overview.minimumSizeHint().height();
        for (const int height : {700, 250}) {
            panel().resize(700, height);
            QTRY_VERIFY(drawn());
            QCOMPARE(overview.minimumSizeHint().height(), least);
            QCOMPARE(scale().height(), std::min(sheet().height(), 240));
        }
    }

    /// The heads of a single layer stand in several rows, so that their pictures are large.
    void theHeadsOfOneLayerFillTheRoom() {
        show(ofHeads({12}));
        turn(true);
        QVERIFY2(sheet().picture().width() >= 100, qPrintable(QString::number(sheet().picture().width())));
        QCOMPARE(sheet().horizontalScrollBar()->maximum() + sheet().verticalScrollBar()->maximum(), 0);
        QCOMPARE(static_cast<int>(sheet().inSight().size()), 12);
        for (int head = 0; head < 12; ++head)
            QVERIFY(model().placeOf(model().nearest({0, head})) == (HeadPlace{0, head}));
        QTRY_VERIFY(sheet().hasFocus());
        QTest::keyClick(&sheet(), Qt::Key_Down);
        QCOMPARE(bench().state().view.head, model().columnCount());
        click(0, 11);
        QCOMPARE(selected(), (std::array{0, 11}));
    }

    void aClickSelectsAndLeaves() {
        show(ofHeads({3, 2}));
        turn(true);
        click(1, 0);
        QCOMPARE(selected(), (std::array{1, 0}));
        QVERIFY(!bench().state().maps.overview && !sheet().isVisible());
        QTRY_VERIFY(shownMap() && shownMap()->content().tile);
        QTRY_VERIFY(shownMap()->hasFocus() && shownMap()->content().ownsSelection); // the focus stays in the maps
    }

    /// Arrow keys move to a neighbour; Enter and Esc go to its maps.
    void theKeyboardDoesIt_data() {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<int>("layer");
        QTest::addColumn<int>("head");
        QTest::addColumn<bool>("stays");
        const auto row = [](Qt::Key key, int layer, int head, bool stays) {
            QTest::newRow(qPrintable(QKeySequence(key).toString())) << key << layer << head << stays;
        };
        row(Qt::Key_Left, 1, 0, true);
        row(Qt::Key_Right, 1, 2, true);
        row(Qt::Key_Up, 0, 1, true);
        row(Qt::Key_Down, 2, 0, true); // it has only one head
        row(Qt::Key_Home, 1, 0, true);
        row(Qt::Key_End, 1, 3, true);
        row(Qt::Key_Return, 1, 1, false);
        row(Qt::Key_Enter, 1, 1, false);
        row(Qt::Key_Space, 1, 1, false);
        row(Qt::Key_Escape, 1, 1, false);
    }
    void theKeyboardDoesIt() {
        QFETCH(Qt::Key, key);
        QFETCH(int, layer);
        show(*withHeadRemoved(ofHeads({3, 4, 2}), 2, 1));
        bench().look([](View& view) { view.layer = 1; });
        bench().select(1, 0, 0);
        turn(true);
        QTRY_VERIFY(sheet().hasFocus());
        QTest::keyClick(&sheet(), key);
        QCOMPARE(bench().state().view.layer, layer);
        QTEST(bench().state().view.head, "head");
        QTEST(bench().state().maps.overview, "stays");
        QTEST(sheet().isVisible(), "stays");
    }

    /// Choosing other stages ends the overview.
    void anotherWishLeavesIt() {
        show(ofHeads({3, 2}));
        turn(true);
        MapOptions options = bench().state().maps;
        options.scalePerHead = true;
        bench().look([options](MapOptions& maps) { maps = options; });
        QVERIFY(bench().state().maps.overview); // an option that the overview has, too
        options.show(Stage::Q, true);
        bench().look([options](MapOptions& maps) { maps = options; });
        QVERIFY(!bench().state().maps.overview);
        turn(true);
        options.overview = true;
        options.isEnlarged = true;
        bench().look([options](MapOptions& maps) { maps = options; });
        QVERIFY(!bench().state().maps.overview);
        turn(true);
        bench().select(0, 0, 0);
        QVERIFY(bench().state().maps.overview);
        overviewSwitch()->trigger();
        QVERIFY(!bench().state().maps.overview && shownMap());
    }

    /// Only the visible ones of 320 heads are requested, and others when they come into sight.
    void onlyWhatIsInSightIsAskedFor() {
        show(ofHeads({64, 64, 64, 64, 64}));
        turn(true);
        const auto asked = [this] {
            std::vector<HeadPlace> places;
            for (const MapDemand& map : response()->request.maps) places.push_back({map.layer, map.head});
            return places;
        };
        const std::vector<HeadPlace> first = asked();
        QVERIFY(first.size() > 10 && first.size() < 100);
        QVERIFY(first.front() == (HeadPlace{0, 0}));
        bench().select(63, 0, 0); // scrolls to it
        QTRY_VERIFY(drawn() && asked() != first);
        const std::vector<HeadPlace> last = asked();
        QVERIFY(std::ranges::count(last, HeadPlace{0, 63}) == 1 && last.size() < 100);
        sheet().horizontalScrollBar()->setValue(0);
        QTRY_COMPARE(asked(), first);
    }

    /// Pictures follow a drag, during which the range of the colours only widens.
    void theyAreLive() {
        show(ofHeads({2, 2}));
        turn(true);
        const Range before = scale().look().range;
        const auto shown = [this] { return model().pictureOf({1, 0})->tile; };
        const auto tile = shown();
        const double time = bench().state().editToPixelsMs;
        const auto others = model().pictureOf({0, 1})->tile;
        bench().set(&ViewState::isDragging, true);
        const int gesture = bench().document().newGesture();
        edit({Parameter::Wq, 1, 0}, 1e4F, gesture);
        QTRY_VERIFY(drawn() && shown() != tile);
        QCOMPARE(model().pictureOf({0, 1})->tile, others); // only that head has changed
        QTRY_VERIFY(bench().state().editToPixelsMs != time);
        const Range wide = scale().look().range;
        QVERIFY(wide.high > before.high);
        edit({Parameter::Wq, 1, 0}, 0, gesture);
        QTRY_VERIFY(drawn());
        QCOMPARE(scale().look().range.high, wide.high);
        bench().set(&ViewState::isDragging, false);
        QTRY_VERIFY(scale().look().range.high < wide.high);
    }

    void maskedAndNaNLookAsInTheMaps() {
        Session session = ofHeads({2, 2});
        Options options = session.layers[1].options;
        options.mask.causal = true;
        session = *withOptions(session, 1, options);
        show(session);
        turn(true);
        const Theme& theme = *bench().state().theme;
        const auto count = [this](HeadPlace place, QRgb colour) {
            const QRect cell = sheet().visualRect(model().nearest(place));
            const QImage image = sheet().viewport()->grab(cell).toImage();
            int found = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) found += image.pixel(x, y) == colour;
            return found;
        };
        QVERIFY(count({1, 0}, hatchColour(theme)) > 50);
        QCOMPARE(count({0, 0}, hatchColour(theme)), 0);
        QVERIFY(scale().look().hasMasked && !scale().look().hasNaN);
        QCOMPARE(count({0, 1}, theme.notANumber.rgb()), 0);
        edit({Parameter::Wq, 0, 1}, 3e38F);
        edit({Parameter::Wk, 0, 1}, 3e38F);
        QTRY_VERIFY(drawn() && scale().look().hasNaN);
        QTRY_VERIFY(count({0, 1}, theme.notANumber.rgb()) > 50);
        QVERIFY(tipOf({0, 1}).endsWith("some are not finite"));
    }

    void rectangularMaps() {
        Session session = ofHeads({2, 2});
        session = *withSentence(*withSecondSentence(session, true), "a b c d e f g h i", {}, Sentence::Second);
        show(session);
        turn(true);
        const QSize picture = sheet().picture();
        QVERIFY(std::abs(picture.width() - 3 * picture.height()) <= 3);
        QCOMPARE(static_cast<int>(model().pictureOf({1, 1})->tile->values.cols()), 9);
    }

    void withoutASentence() {
        show(*withSentence(ofHeads({2, 2}), ""));
        bench().look([&](MapOptions& now) { now = overview(true); });
        QTRY_VERIFY(overviewSwitch()->isChecked());
        QVERIFY(!sheet().isVisible());
        QVERIFY(bench().apply("Type", testing::givenEdit(withSentence(bench().state().session, "a b"))));
        QTRY_VERIFY(drawn() && sheet().isVisible());
    }

    /// The second sentence is removed while pictures of it still exist.
    void withoutASecondSentence() {
        show(*withSecondSentence(ofHeads({2, 2}), true));
        turn(true);
        const auto type = [this](const char* text) {
            const auto typed = withSentence(bench().state().session, text, {}, Sentence::Second);
            QVERIFY(bench().apply("Type", testing::givenEdit(typed)));
        };
        type("");
        const auto labels = panel().findChild<OverviewPanel*>()->findChildren<QLabel*>();
        QVERIFY(!sheet().isVisible() && std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text() == "Type a second sentence above";
        }));
        sheet().grab(); // paints at once
        type("a b");
        QTRY_VERIFY(drawn() && sheet().isVisible());
    }

private:
    using Bench = PanelBench<HeatmapsPanel>;

    void show(const Session& session) {
        bench_ = std::make_unique<Bench>(session, QSize(700, 500));
        QVERIFY(QTest::qWaitForWindowActive(bench_->panel.get()));
        QTRY_VERIFY(bench().state().frame && bench().state().frame->session == session);
    }
    Workbench& bench() { return bench_->bench; }
    HeatmapsPanel& panel() { return *bench_->panel; }
    OverviewTable& sheet() { return *control<OverviewTable>(panel(), "Overview of layers and heads"); }
    const OverviewModel& model() { return sheet().heads(); }
    std::vector<HeadPlace> places() { ///< all heads
        std::vector<HeadPlace> all;
        for (int row = 0; row < model().rowCount(); ++row)
            for (int col = 0; col < model().columnCount(); ++col)
                if (model().index(row, col).flags() & Qt::ItemIsEnabled) all.push_back({row, col});
        return all;
    }
    QString tipOf(HeadPlace place) {
        return QTextDocumentFragment::fromHtml(model().nearest(place).data(Qt::ToolTipRole).toString()).toPlainText();
    }
    ColorScale& scale() { return *control<ColorScale>(*panel().findChild<OverviewPanel*>(), "Colour scale, weights"); }
    QAction* overviewSwitch() {
        for (auto* action : panel().findChildren<QAction*>())
            if (action->iconText() == "Overview") return action;
        qFatal("There is no switch of the overview.");
    }
    MapOptions overview(bool on) {
        MapOptions options = bench().state().maps;
        mapActions().back().turn(options, on);
        return options;
    }
    void turn(bool on) {
        bench().look([&](MapOptions& now) { now = overview(on); });
        if (on) QTRY_VERIFY(drawn());
    }
    std::shared_ptr<const Response> response() {
        const auto* overview = panel().findChild<OverviewPanel*>();
        return overview ? bench().state().responseTo(*overview) : nullptr;
    }
    /// True if all heads in sight are shown for the present session.
    bool drawn() {
        const auto now = response();
        if (!now || now->frame->session != bench().state().session) return false;
        const auto seen = sheet().inSight();
        return !seen.empty() && std::ranges::all_of(seen, [this](HeadPlace place) { return model().pictureOf(place); });
    }
    void edit(const ParameterRef& of, float value, int gesture = 0) {
        const Result<Session> edited = withCell(bench().state().session, of, 0, 0, value);
        QVERIFY(bench().apply("Edit", testing::givenEdit(edited), gesture));
    }
    void click(int layer, int head) {
        const QPoint middle = sheet().visualRect(model().nearest({layer, head})).center();
        QTest::mouseClick(sheet().viewport(), Qt::LeftButton, {}, middle);
    }
    std::array<int, 2> selected() { return {bench().state().view.layer, bench().state().view.head}; }
    HeatmapView* shownMap() { ///< the selected head's map, or null
        HeatmapView* found = nullptr;
        for (auto* map : panel().findChildren<HeatmapView*>())
            if (map->isVisible() && (!found || (map->content().ownsSelection && !found->content().ownsSelection)))
                found = map;
        return found;
    }

    std::unique_ptr<Bench> bench_;
};

QTEST_MAIN(OverviewTest)
#include "tst_overview.moc"
