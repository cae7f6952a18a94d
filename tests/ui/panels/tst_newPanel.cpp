// A panel with requests of its own that is defined only here: no other code knows it.

#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QTest>

using namespace headlight;

namespace {

/// A thumbnail of a stage for each head that exists.
class ThumbnailsPanel : public Panel {
public:
    ThumbnailsPanel(Workbench& bench, Stage stage, int side, Priority priority) : Panel(bench) {
        Request request{{}, {}, priority};
        for (int head = 0; head < 3; ++head) request.maps.push_back({stage, 0, head, {}, side, side});
        ask(request);
    }
    void present(const ViewState& state) override { response = state.responseTo(*this); }

    std::shared_ptr<const Response> response;
};

} // namespace

class NewPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("cpu")));
        edit(withSentence(session(), "My shoes are small my feet are big"));
        maps_ = std::make_unique<HeatmapsPanel>(*bench_);
        show(*maps_);
    }
    void cleanup() {
        for (Panel* panel : {static_cast<Panel*>(maps_.get()), static_cast<Panel*>(thumbnails_.get())})
            if (panel) bench_->remove(*panel);
        thumbnails_.reset();
        maps_.reset();
        bench_.reset();
    }

    void itHasItsTiles_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<Priority>("priority");
        QTest::newRow("a stage that the maps show, too") << int(Stage::Weights) << Priority::First;
        QTest::newRow("a stage of its own") << int(Stage::Q) << Priority::First;
        QTest::newRow("later") << int(Stage::Weights) << Priority::Later;
    }
    void itHasItsTiles() {
        QFETCH(int, stage);
        QFETCH(Priority, priority);
        add(static_cast<Stage>(stage), 5, priority);
        for (int step = 0; step < 3; ++step) {
            edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, float(step)));
            QTRY_VERIFY(isAnswered());
            const auto& tiles = thumbnails_->response->tiles;
            const auto& maps = thumbnails_->response->request.maps;
            QCOMPARE(tiles.size(), std::size_t{3});
            for (std::size_t head = 0; head < 3; ++head) {
                QCOMPARE(maps[head].head, int(head));
                QCOMPARE(int(tiles[head]->demand.stage), stage);
                QVERIFY(tiles[head]->values.rows() <= 5);
            }
            // The maps beside it keep their size.
            QTRY_VERIFY(mapsAreThere());
            QCOMPARE(maps_->grid().view(0, 1)->content().tile->values.rows(), Index{8});
        }
    }

    void equalMapsAreComputedOnce() {
        const std::vector<MapDemand> same = maps_->grid().demands();
        add(Stage::Weights, 5, Priority::First);
        QTRY_COMPARE(bench_->state().frame->demand.maps.size(), same.size() + 3);
        bench_->scheduler().ask(*thumbnails_, {same});
        QTRY_COMPARE(bench_->state().frame->demand.maps.size(), same.size());
        QTRY_VERIFY(thumbnails_->response->request.maps == same);
        for (std::size_t i = 0; i < same.size(); ++i)
            QVERIFY(thumbnails_->response->tiles[i] == bench_->state().responseTo(*maps_)->tiles[i]);
    }

    void theMapsComeFirst() {
        add(Stage::Q, 5, Priority::Later);
        QTRY_VERIFY(isAnswered());
        std::vector<std::size_t> asked; // number of maps of each frame
        struct Watcher : Presenter {
            void present(const ViewState& state) override {
                if (std::exchange(last, state.frame) != state.frame) asked->push_back(state.frame->demand.maps.size());
            }
            std::vector<std::size_t>* asked;
            std::shared_ptr<const Frame> last;
        } watcher;
        watcher.asked = &asked;
        watcher.last = bench_->state().frame;
        bench_->add(watcher);
        const auto before = thumbnails_->response;
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 2));
        QVERIFY(thumbnails_->response == before); // its last answer, until a newer one comes
        QTRY_VERIFY(isAnswered());
        const std::size_t maps = maps_->grid().demands().size();
        QVERIFY((asked == std::vector{maps, maps + 3}));
        // Without an edit nothing is deferred.
        asked.clear();
        bench_->scheduler().ask(*maps_, {maps_->grid().demands(), {CellRef{}}});
        QTRY_COMPARE(asked.size(), std::size_t{1});
        QCOMPARE(asked[0], maps + 3);
        bench_->remove(watcher);
    }

    /// If edits follow each other before their frames come, deferred requests are answered after kMaxWaitMs.
    void theOthersDoNotWaitForAGesturesEnd_data() {
        QTest::addColumn<int>("waited");
        QTest::addColumn<bool>("isDue");
        QTest::newRow("not yet") << int(Scheduler::kMaxWaitMs) - 1 << false;
        QTest::newRow("now") << int(Scheduler::kMaxWaitMs) << true;
    }
    void theOthersDoNotWaitForAGesturesEnd() {
        QFETCH(int, waited);
        QFETCH(bool, isDue);
        std::int64_t now = 1000;
        bench_->scheduler().setClock([&now] { return now; });
        add(Stage::Q, 5, Priority::Later);
        QTRY_VERIFY(isAnswered());
        struct Watcher : Presenter {
            void present(const ViewState& state) override {
                if (state.frame && state.frame->session == state.session && !first) first = state.frame;
            }
            std::shared_ptr<const Frame> first;
        };
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 2)); // defers the thumbnails
        now += waited;
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 3));
        Watcher watcher;
        bench_->add(watcher);
        QTRY_VERIFY(watcher.first);
        QCOMPARE(watcher.first->demand.maps.size(), maps_->grid().demands().size() + (isDue ? 3 : 0));
        QTRY_VERIFY(isAnswered());
        bench_->remove(watcher);
        bench_->scheduler().setClock(steadyClock);
    }

    /// The panel asks for cells of its own, and the window may ask for the same.
    void itsCellsAreItsOwn() {
        add(Stage::Weights, 5, Priority::First);
        const CellRef first{Stage::Weights, 0, 1, 6, 2}, noSuchHead{Stage::Weights, 0, 9, 0, 0};
        for (const CellRef& wanted : {CellRef{Stage::Context, 0, 0, 1, 1}, first}) {
            bench_->scheduler().ask(*thumbnails_, {{}, {first, wanted, noSuchHead}});
            bench_->scheduler().ask(*maps_, {maps_->grid().demands(), {wanted}});
            const auto isAnswered = [&] {
                const auto& response = thumbnails_->response;
                return response && response->explanations.size() == 3 && response->explanations[1] &&
                       response->explanations[1]->of == wanted;
            };
            QTRY_VERIFY(isAnswered());
            QVERIFY(thumbnails_->response->explanations[0]->of == first);
            QVERIFY(!thumbnails_->response->explanations[2]);
            const auto ofMaps = [&] { return bench_->state().responseTo(*maps_)->explanations; };
            QTRY_VERIFY(!ofMaps().empty() && ofMaps()[0] == thumbnails_->response->explanations[1]);
            QCOMPARE(bench_->state().frame->demand.cells.size(), std::size_t(wanted == first ? 2 : 3));
        }
    }

    void whatDidNotChangeIsTheSameTile() {
        add(Stage::Q, 5, Priority::Later);
        QTRY_VERIFY(isAnswered());
        const auto before = thumbnails_->response;
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 2));
        QTRY_VERIFY(isAnswered());
        for (std::size_t head = 0; head < 2; ++head)
            QCOMPARE(thumbnails_->response->tiles[head] == before->tiles[head], head != 1);
    }

    void hiddenItWantsNothing() {
        add(Stage::Q, 5, Priority::First);
        QTRY_VERIFY(isAnswered());
        thumbnails_->hide();
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 2));
        QTRY_VERIFY(bench_->state().frame->session == session());
        QCOMPARE(bench_->state().frame->demand.maps.size(), maps_->grid().demands().size());
        thumbnails_->show();
        QTRY_VERIFY(isAnswered());
    }

    void removedItIsForgotten() {
        add(Stage::Q, 5, Priority::First);
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 2)); // an answer is pending
        bench_->remove(*thumbnails_);
        QTRY_VERIFY(bench_->state().frame->session == session());
        QVERIFY(!bench_->state().responseTo(*thumbnails_));
    }

private:
    const Session& session() const { return bench_->state().session; }
    void edit(const Result<Session>& edited) {
        QVERIFY(bench_->apply(QStringLiteral("Edit"), testing::givenEdit(edited)));
    }
    void show(Panel& panel) {
        bench_->add(panel);
        panel.resize(900, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QTRY_VERIFY(mapsAreThere());
    }
    void add(Stage stage, int side, Priority priority) {
        thumbnails_ = std::make_unique<ThumbnailsPanel>(*bench_, stage, side, priority);
        show(*thumbnails_);
    }
    bool mapsAreThere() const {
        const auto response = bench_->state().responseTo(*maps_);
        return response && response->frame->session == session() && response->request.maps == maps_->grid().demands() &&
               !response->request.maps.empty();
    }
    bool isAnswered() const { return thumbnails_->response && thumbnails_->response->frame->session == session(); }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<HeatmapsPanel> maps_;
    std::unique_ptr<ThumbnailsPanel> thumbnails_;
};

QTEST_MAIN(NewPanelTest)
#include "tst_newPanel.moc"
