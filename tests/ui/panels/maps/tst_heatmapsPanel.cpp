#include "backend/backends.h"
#include "document/Workbench.h"
#include "engine/Engine.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/ColorScale.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace headlight;

namespace {

const QString kSentence = QStringLiteral("My shoes are small my feet are big");

} // namespace

class HeatmapsPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("eigen")));
        edit(withSentence(session(), kSentence.toStdString()));
        edit(withHeadAdded(session(), 0));
        panel_ = std::make_unique<HeatmapsPanel>(*bench_);
        bench_->add(*panel_);
        panel_->resize(900, 700);
        panel_->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
        QTRY_VERIFY(settled());
    }
    void cleanup() {
        bench_->remove(*panel_);
        panel_.reset();
        bench_.reset();
    }

    void everyHeadHasItsMaps() {
        for (int head = 0; head < 3; ++head)
            for (int stage = 0; stage < 2; ++stage) {
                const HeatmapView* map = view(head, stage);
                QVERIFY(map->isVisible());
                QCOMPARE(map->accessibleName(),
                         QStringLiteral("%1, head %2").arg(stage ? "Weights" : "Scores").arg(head + 1));
                QCOMPARE(map->content().rows(), 8);
            }
        // Weights are what softmax makes of them: rows that sum to 1. 8 weights of relative error 2^-22 at most.
        for (int row = 0; row < 8; ++row) {
            double sum = 0;
            for (int col = 0; col < 8; ++col) sum += static_cast<double>(*view(1, 1)->valueAt(row, col));
            QVERIFY(std::abs(sum - 1) < 1e-5);
        }
    }

    /// A file may say that another layer was looked at.
    void theLayerOfTheViewIsShown() {
        const Session two = *withLayerAdded(bench_->state().session);
        const QTemporaryDir folder;
        const QString path = folder.filePath("two.headlight");
        View looked;
        looked.layer = 1;
        QVERIFY(writeSession(path.toStdString(), {two, looked}).ok());
        QVERIFY(bench_->open(path).ok());
        QTRY_VERIFY(settled());
        for (int head = 0; head < 3; ++head) {
            QCOMPARE(view(head, 1)->content().tile->demand.layer, 1);
            QCOMPARE(view(head, 1)->content().tile->values.rows(), Index{8});
        }
    }

    void presentingAgainPaintsNothing() {
        const int before = paints();
        bench_->presentAgain(*panel_);
        bench_->presentAgain(*panel_);
        QCoreApplication::processEvents();
        panel_->grab();
        QCOMPARE(paints(), before);
    }

    void onlyTheEditedHeadIsPaintedAgain() {
        bench_->setMapOptions(perHead()); // a shared scale may move, and all colours with it
        QTRY_VERIFY(settled());
        const int first = view(0, 0)->cellPaints(), second = view(1, 0)->cellPaints(), third = view(2, 1)->cellPaints();
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 0.125F));
        QTRY_VERIFY(settled());
        QTRY_COMPARE(view(1, 0)->cellPaints(), second + 1);
        QCOMPARE(view(0, 0)->cellPaints(), first);
        QCOMPARE(view(2, 1)->cellPaints(), third);
    }

    void theTimeToThePixelsIsMeasured() {
        struct Watcher : Presenter {
            void present(const ViewState&) override {}
            void presentTime(const ViewState& state) override {
                if (state.editToPixelsMs != last) paintsThen = paints();
                last = state.editToPixelsMs;
            }
            std::function<int()> paints;
            double last = -1;
            int paintsThen = -1;
        } watcher;
        watcher.paints = [this] { return paints(); };
        watcher.last = bench_->state().editToPixelsMs;
        bench_->add(watcher);
        const int painted = paints();
        edit(withCell(session(), {Parameter::Wk, 0, 0}, 0, 0, 0.75F));
        QTRY_VERIFY(watcher.paintsThen >= 0);
        QVERIFY(watcher.paintsThen >= painted + 2); // not before both maps of the head were on the screen
        bench_->remove(watcher);
        // An edit that changes no map is on the screen, too.
        const double before = bench_->state().editToPixelsMs;
        edit(withCell(session(), {Parameter::Wv, 0, 0}, 0, 0, 0.75F));
        QTRY_VERIFY(bench_->state().editToPixelsMs != before);
    }

    void hoverIsSharedAndCheap() {
        const int before = paints();
        HeatmapView* map = view(0, 1);
        QTest::mouseMove(map, centre(map, 3, 4));
        QCOMPARE(bench_->state().hover, std::optional(Hover{3, 4}));
        const QImage shown = view(2, 0)->grab().toImage();
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(map, &leave);
        QVERIFY(!bench_->state().hover);
        QVERIFY(view(2, 0)->grab().toImage() != shown);
        QCOMPARE(paints(), before);
    }

    void clickAndArrowsSelect() {
        HeatmapView* map = view(1, 1);
        QTest::mouseClick(map, Qt::LeftButton, {}, centre(map, 2, 5));
        QCOMPARE(selected(), (std::array{1, 2, 5}));
        QTest::keyClick(map, Qt::Key_Left);
        QTest::keyClick(map, Qt::Key_Down);
        QCOMPARE(selected(), (std::array{1, 3, 4}));
        QCOMPARE(view(0, 0)->content().selected(), std::optional(Hover{3, 4}));
        QVERIFY(view(1, 0)->content().ownsSelection);
        QVERIFY(!view(0, 0)->content().ownsSelection);
    }

    void oneHeadLarge() {
        button(QStringLiteral("Enlarge head 2"))->click();
        QCOMPARE(bench_->state().maps.largeHead, 1);
        QVERIFY(!view(0, 0)->isVisible());
        QVERIFY(view(1, 0)->isVisible());
        QVERIFY(view(1, 0)->width() > 300);
        QTest::keyClick(view(1, 0), Qt::Key_Escape);
        QCOMPARE(bench_->state().maps.largeHead, -1);
        QVERIFY(view(0, 0)->isVisible());

        QTest::keyClick(view(2, 1), Qt::Key_Return);
        QCOMPARE(bench_->state().maps.largeHead, 2);
        button(QStringLiteral("All heads"))->click();
        QCOMPARE(bench_->state().maps.largeHead, -1);
    }

    /// A field beside the panel catches every focus that is lost.
    void theFocusStaysWithTheMaps_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("enlargedBy");
        QTest::addColumn<bool>("backByButton");
        for (const int stage : {0, 1})
            for (const char* by : {"Enter", "button", "focused button"})
                for (const bool button : {false, true})
                    QTest::addRow("stage %d, %s, back by %s", stage, by, button ? "button" : "Esc")
                        << stage << QString::fromLatin1(by) << button;
    }
    void theFocusStaysWithTheMaps() {
        QFETCH(int, stage);
        QFETCH(QString, enlargedBy);
        QFETCH(bool, backByButton);
        QWidget window;
        auto* row = new QHBoxLayout(&window);
        auto* field = new QLineEdit;
        row->addWidget(field);
        row->addWidget(panel_.get());
        const auto parted = qScopeGuard([this] { panel_->setParent(nullptr); });
        window.resize(1100, 700);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY(settled());
        QAbstractButton* enlarge = button(QStringLiteral("Enlarge head 3"));
        const int expected = enlargedBy == "Enter" ? stage : 0;
        if (enlargedBy == "Enter") {
            view(2, stage)->setFocus();
            QTest::keyClick(view(2, stage), Qt::Key_Return);
        } else {
            (enlargedBy == "button" ? static_cast<QWidget*>(field) : enlarge)->setFocus();
            QTest::mouseClick(enlarge, Qt::LeftButton);
        }
        QCOMPARE(bench_->state().maps.largeHead, 2);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(view(2, expected)));
        bench_->select(2, 3, 3);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
        QCOMPARE(selected(), (std::array{2, 4, 2}));
        if (backByButton)
            QTest::mouseClick(button(QStringLiteral("All heads")), Qt::LeftButton);
        else
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(bench_->state().maps.largeHead, -1);
        QVERIFY(view(0, 0)->isVisible());
        QVERIFY(QApplication::focusWidget() == view(2, 0) || QApplication::focusWidget() == view(2, 1));
    }

    void theMenuKeepsTheFocusWithTheMaps() {
        panel_->activateWindow();
        view(1, 1)->setFocus();
        QTRY_VERIFY(view(1, 1)->hasFocus());
        MapOptions options = bench_->state().maps;
        options.largeHead = 0;
        bench_->setMapOptions(options);
        QVERIFY(view(0, 1)->hasFocus());
    }

    void switches() {
        QTest::mouseClick(button(QStringLiteral("Scaled scores")), Qt::LeftButton);
        QCOMPARE(bench_->state().maps.stages, (std::vector{Stage::Scaled, Stage::Weights}));
        QTRY_VERIFY(settled());
        QCOMPARE(view(0, 0)->content().tile->demand.stage, Stage::Scaled);
        QTest::mouseClick(button(QStringLiteral("Scores")), Qt::LeftButton);
        QCOMPARE(bench_->state().maps.stages, (std::vector{Stage::Scores, Stage::Weights}));

        QVERIFY(scale(QStringLiteral("Colour scale, scores"))->isVisible());
        QTest::keyClick(button(QStringLiteral("One scale per head")), Qt::Key_Space);
        QVERIFY(bench_->state().maps.scalePerHead);
        QVERIFY(!scale(QStringLiteral("Colour scale, scores"))->isVisible());
        QTest::keyClick(button(QStringLiteral("Numbers")), Qt::Key_Space);
        QVERIFY(!bench_->state().maps.numbers);
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
        bench_->setMapOptions(options);
        QTRY_VERIFY(settled());
        const auto traced = Engine(std::move(*makeBackend("eigen"))).trace(session(), 0, [](double) { return true; });
        for (int s = 0; s < ids.size(); ++s) {
            const StageInfo& info = infoOf(options.stages[static_cast<std::size_t>(s)]);
            const bool hasHeads = info.scope == Scope::Head;
            for (int head = 0; head < (hasHeads ? 3 : 1); ++head) {
                const HeatmapView* map = view(head, s);
                QVERIFY(map && map->isVisibleTo(panel_.get()) && map->content().tile);
                const QString title = QString::fromLatin1(info.title);
                QCOMPARE(map->accessibleName(),
                         hasHeads ? QStringLiteral("%1, head %2").arg(title).arg(head + 1) : title);
                const Matrix& expected = (*traced)(info.stage, static_cast<std::size_t>(head));
                QCOMPARE(map->content().rows(), int(expected.rows()));
                QCOMPARE(map->content().cols(), int(expected.cols()));
                QVERIFY(map->content().tile->values == expected);
            }
            QVERIFY(scale(QStringLiteral("Colour scale, %1").arg(QString::fromLatin1(info.title).toLower())));
            if (!hasHeads) QVERIFY(!view(1, s) || !view(1, s)->isVisible());
        }
        QCOMPARE(button(QStringLiteral("Scores"))->isChecked(), ids.contains(QStringLiteral("scores")));
        bench_->setMapOptions({});
        QTRY_VERIFY(settled());
        QVERIFY(view(2, 1)->isVisible());
    }

    void aStageThatTheLayerHasNotWaits() {
        MapOptions options;
        options.stages = {Stage::Masked};
        bench_->setMapOptions(options);
        QTRY_VERIFY(label(QStringLiteral("There are no such maps of this session")));
        Options causal;
        causal.mask.causal = true;
        edit(withOptions(session(), 0, causal));
        QTRY_VERIFY(settled() && view(0, 0)->content().tile);
        QVERIFY(view(0, 0)->content().tile->masked(0, 1));
    }

    void placesOfOtherStagesSelectTheirTokens() {
        MapOptions options;
        options.stages = {Stage::Q, Stage::K, Stage::Weights};
        bench_->setMapOptions(options);
        bench_->select(0, 1, 1);
        QTRY_VERIFY(settled());
        QTest::mouseClick(view(1, 0), Qt::LeftButton, {}, centre(view(1, 0), 5, 0)); // of Q: a query
        QCOMPARE(selected(), (std::array{1, 5, 1}));
        QTest::mouseClick(view(2, 1), Qt::LeftButton, {}, centre(view(2, 1), 3, 2)); // of K: a key
        QCOMPARE(selected(), (std::array{2, 5, 3}));
        QTest::keyClick(view(1, 0), Qt::Key_Down);
        QCOMPARE(selected(), (std::array{1, 6, 3}));
        QTest::mouseMove(view(0, 0), centre(view(0, 0), 2, 1)); // a dimension is no key
        QVERIFY(!bench_->state().hover);
    }

    void mapsThatShareASideAreZoomedTogether() {
        MapOptions options;
        options.stages = {Stage::Q, Stage::V, Stage::Weights};
        options.zoom = {{Side::Tokens, {2, 4}}};
        bench_->setMapOptions(options);
        QTRY_VERIFY(settled());
        QCOMPARE(view(0, 0)->zoom()->row, 2.0);
        QCOMPARE(view(0, 2)->zoom()->row, 2.0);
        QCOMPARE(view(0, 2)->zoom()->cols, 8.0);
        QVERIFY(!view(0, 1)->zoom());
    }

    void oneScaleForAllHeads() {
        const MapLook look = view(0, 0)->content().look;
        QVERIFY(view(1, 0)->content().look == look);
        QVERIFY(scale(QStringLiteral("Colour scale, scores"))->look() == look);
        float most = 0;
        for (int head = 0; head < 3; ++head)
            for (int i = 0; i < 64; ++i) most = std::max(most, std::abs(*view(head, 0)->valueAt(i / 8, i % 8)));
        QVERIFY(look.range.high >= most && look.range.low == -look.range.high);
    }

    void zoomIsSharedAndAsksForItsRegion() {
        HeatmapView* map = view(0, 0);
        const QPointF at = centre(map, 2, 2);
        QWheelEvent wheel(at, map->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(map, &wheel);
        QVERIFY(map->zoom());
        QCOMPARE(view(2, 1)->zoom(), map->zoom());
        QTRY_VERIFY(settled() && bench_->state().frame->demand.maps[0].region.rows > 0);
        QVERIFY(bench_->state().frame->demand.maps[0].region.rows < 8);
        QTest::mouseDClick(map, Qt::LeftButton, {}, centre(map, 5, 5));
        QVERIFY(!view(2, 1)->zoom());
    }

    void manyHeadsCostWhatIsSeen() {
        for (int head = 3; head < 64; ++head) edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(settled());
        QVERIFY(view(0, 0) && view(0, 0)->isVisible());
        QVERIFY(!panel_->grid().view(63, 0));
        int large = 0, ranges = 0;
        for (const MapDemand& map : bench_->state().frame->demand.maps) ++(map.pixelWidth > 1 ? large : ranges);
        QVERIFY(large < 60);
        QCOMPARE(large + ranges, 128); // the others bring their range
        auto* bar = panel_->findChild<QScrollArea*>(QStringLiteral("maps"))->verticalScrollBar();
        bar->setValue(bar->maximum());
        QTRY_VERIFY(panel_->grid().view(63, 1) && panel_->grid().view(63, 1)->content().tile);
        QTRY_VERIFY(panel_->grid().view(63, 1)->valueAt(7, 7));
    }

    void headsComeAndGo() {
        edit(withHeadRemoved(session(), 0, 1));
        QTRY_VERIFY(settled());
        QVERIFY(!panel_->grid().view(2, 0));
        edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(settled());
        QVERIFY(view(2, 0)->content().tile);
    }

    void withoutTokensThereIsAHint() {
        edit(withSentence(session(), ""));
        QTRY_VERIFY(label(QStringLiteral("Type a sentence above")) &&
                    label(QStringLiteral("Type a sentence above"))->isVisible());
        edit(withSentence(session(), "one"));
        QTRY_VERIFY(settled());
        QVERIFY(view(0, 0)->isVisible());
        QCOMPARE(*view(0, 1)->valueAt(0, 0), 1.0F);
    }

    /// In the narrow titles of the first window, too, both tokens are named; right-to-left ones change no order.
    void theFirstNaNIsNamed_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("text");
        QTest::newRow("wide") << kSentence << 900 << QStringLiteral(u"NaN at \u2068My\u2069 \u2192 \u2068feet\u2069");
        QTest::newRow("first window") << kSentence << 736
                                      << QStringLiteral(u"NaN at \u2068My\u2069 \u2192 \u2068feet\u2069");
        QTest::newRow("long words") << QStringLiteral("embeddings a b c d positions f g") << 736
                                    << QStringLiteral(u"NaN: \u2068emb\u2026\u2069 \u2192 \u2068pos\u2026\u2069");
        QTest::newRow("right to left")
            << QStringLiteral(u"\u05e9\u05dc\u05d5\u05dd a b c d \u05e2\u05d5\u05dc f g") << 900
            << QStringLiteral(u"NaN at \u2068\u05e9\u05dc\u05d5\u05dd\u2069 \u2192 \u2068\u05e2\u05d5\u05dc\u2069");
    }
    void theFirstNaNIsNamed() {
        QFETCH(QString, sentence);
        QFETCH(int, width);
        QFETCH(QString, text);
        panel_->resize(width, 640);
        edit(withSentence(session(), sentence.toStdString()));
        QTRY_VERIFY(settled());
        ViewState state = bench_->state();
        auto reply = std::make_shared<Reply>(*state.replyTo(*panel_));
        for (auto& tile : reply->tiles) {
            if (tile->demand.head != 1 || tile->demand.stage != Stage::Weights) continue;
            auto broken = std::make_shared<Tile>(*tile);
            broken->firstNonFinite = Tile::Place{0, 5};
            tile = broken;
        }
        state.replies[panel_.get()] = reply;
        bench_->turns().take([&] { panel_->present(state); });
        QStringList seen;
        for (auto* found : panel_->findChildren<QLabel*>()) {
            if (!found->text().startsWith(QLatin1String("NaN"))) continue;
            seen << found->text();
            QVERIFY(found->fontMetrics().horizontalAdvance(found->text()) <= found->width());
        }
        QCOMPARE(seen, QStringList(text));
        QVERIFY(!view(1, 1)->explain({0, 5}).isRightToLeft());
    }

    void aProblemIsShownCalmly() {
        ViewState state = bench_->state();
        auto frame = std::make_shared<Frame>();
        frame->session = state.session;
        frame->problem = "The scores need 40 GB of memory.";
        state.replies[panel_.get()] = std::make_shared<Reply>(Reply{frame, {}, {}, {}});
        bench_->turns().take([&] { panel_->present(state); });
        QVERIFY(label(QString::fromStdString(frame->problem))->isVisible());
        QVERIFY(!view(0, 0)->isVisible());
    }

    void typingKeepsTilesExact() {
        std::string text;
        for (const char c : kSentence.toStdString()) {
            edit(withSentence(session(), text += c));
            QTRY_VERIFY(settled());
            QVERIFY(view(0, 0)->content().tile->exact);
            QCOMPARE(view(0, 0)->content().rows(), session().text.tokens->count());
        }
    }

private:
    const Session& session() const { return bench_->state().session; }
    void edit(const Result<Session>& edited) { QVERIFY(bench_->apply(QStringLiteral("Edit"), edited)); }
    /// The frame answers the session, all maps in sight are painted, and nothing more is asked.
    bool settled() const {
        const auto& frame = bench_->state().frame;
        if (!frame || frame->session != session() || !panel_->grid().awaitingPaint().empty()) return false;
        const auto demands = panel_->grid().demands();
        return frame->demand.maps == demands;
    }
    HeatmapView* view(int head, int stage) const { return panel_->grid().view(head, stage); }
    QPoint centre(const HeatmapView* map, int row, int col) const {
        const MapArea area = map->area();
        return QPointF(area.x(col + 0.5), area.y(row + 0.5)).toPoint();
    }
    int paints() const {
        int sum = 0;
        for (const auto* map : panel_->findChildren<HeatmapView*>()) sum += map->cellPaints();
        return sum;
    }
    std::array<int, 3> selected() const {
        const View& v = bench_->state().view;
        return {v.head, v.query, v.key};
    }
    static MapOptions perHead() {
        MapOptions options;
        options.scalePerHead = true;
        return options;
    }
    template <class Widget>
    Widget* named(const QString& name) const {
        for (auto* widget : panel_->findChildren<Widget*>())
            if (widget->accessibleName() == name) return widget;
        return nullptr;
    }
    QAbstractButton* button(const QString& name) const { return named<QAbstractButton>(name); }
    ColorScale* scale(const QString& name) const { return named<ColorScale>(name); }
    QLabel* label(const QString& text) const {
        for (auto* found : panel_->findChildren<QLabel*>())
            if (found->text() == text) return found;
        return nullptr;
    }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<HeatmapsPanel> panel_;
};

QTEST_MAIN(HeatmapsPanelTest)
#include "tst_heatmapsPanel.moc"
