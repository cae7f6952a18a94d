// Edits go in; the state and its frames come out.
#include "base/LeavableThread.h"
#include "support/FailingBackend.h"
#include "support/changing.h"
#include "ui/document/workbenchBench.h"

#include <QElapsedTimer>

#include <atomic>
#include <thread>

using namespace headlight;
using testing::Watcher;
using testing::whole;

namespace {

/// State of work that stays at 1 % until it is stopped or may end.
struct LongWork {
    std::atomic<int> asked = 0; ///< number of calls that ask whether to go on
    std::atomic<double> seconds = 0;
    std::atomic<bool> mayEnd = false, hasEnded = false; ///< hasEnded: true once it was told to stop
};

class LongLayer : public BackendLayer {
public:
    LongLayer(std::unique_ptr<BackendLayer> layer, std::shared_ptr<LongWork> work)
        : layer_(std::move(layer)), work_(std::move(work)) {}
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        QElapsedTimer clock;
        clock.start();
        bool goesOn = true;
        for (; goesOn && !work_->mayEnd && !work_->hasEnded; std::this_thread::yield()) {
            goesOn = shouldContinue(watch, 0.01);
            work_->seconds = double(clock.elapsed()) / 1000;
            ++work_->asked;
        }
        if (!goesOn) work_->hasEnded = true;
        return layer_->run(testing::innerUpdate(update, &LongLayer::layer_), reads, answers,
                           [goesOn](double) { return goesOn; });
    }

private:
    std::unique_ptr<BackendLayer> layer_;
    std::shared_ptr<LongWork> work_;
};

class LongBackend : public testing::FailingBackend {
public:
    explicit LongBackend(std::shared_ptr<LongWork> work)
        : FailingBackend(std::make_shared<testing::Failure>()), work_(std::move(work)) {}
    std::unique_ptr<BackendLayer> makeLayer() override {
        return std::make_unique<LongLayer>(FailingBackend::makeLayer(), work_);
    }

private:
    std::shared_ptr<LongWork> work_;
};

} // namespace

class WorkbenchTest : public QObject, private testing::WorkbenchBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// Closing the window does not wait for a backend that hangs.
    void quittingWhileTheEngineIsBusy() {
        const int before = threadsLeftBehind();
        const auto failure = std::make_shared<testing::Failure>();
        failure->kind = testing::Failure::Kind::Never;
        failure->at = 1;
        {
            EngineRunner runner(std::make_unique<testing::FailingBackend>(failure), nullptr);
            RequestBoard askers;
            askers.set(watcher_, {{whole(Stage::Scores, 0)}, {CellRef{}}});
            runner.request(bench_->state().session, askers.asked(Priority::First));
            QTRY_COMPARE(failure->calls.load(), 1);
        }
        QCOMPARE(threadsLeftBehind() - before, 1);
        failure->end();
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
    }

    /// Long work is stopped if its result is not needed any more, but not if only another number is to be explained.
    void longWorkEndsWhenOtherWorkIsWanted_data() {
        QTest::addColumn<bool>("hasSessionChanged");
        QTest::addColumn<Stage>("stage");
        QTest::addColumn<bool>("ends");
        QTest::newRow("another session") << true << Stage::Scores << true;
        QTest::newRow("other maps") << false << Stage::Weights << true;
        QTest::newRow("another number") << false << Stage::Scores << false;
    }
    void longWorkEndsWhenOtherWorkIsWanted() {
        QFETCH(bool, hasSessionChanged);
        QFETCH(Stage, stage);
        QFETCH(bool, ends);
        const auto work = std::make_shared<LongWork>();
        EngineRunner runner(std::make_unique<LongBackend>(work), nullptr);
        int answers = 0;
        connect(&runner, &EngineRunner::answered, this, [&] { ++answers; });
        const Session session = bench_->state().session;
        const auto asked = [&](Stage of, CellRef cell) {
            RequestBoard askers;
            askers.set(watcher_, {{whole(of, 0)}, {cell}});
            return askers.asked(Priority::First);
        };
        runner.request(session, asked(Stage::Scores, {}));
        QTRY_VERIFY(work->asked > 0);
        runner.request(hasSessionChanged ? *withCell(session, {Parameter::Wq, 0, 0}, 0, 0, 7) : session,
                       asked(stage, {Stage::Scores}));
        const int before = work->asked;
        QTRY_VERIFY(ends ? work->hasEnded.load() : work->seconds > 1 && work->asked > before);
        QCOMPARE(work->hasEnded.load(), ends);
        work->mayEnd = true;
        QTRY_COMPARE(answers, ends ? 1 : 2);
    }

    /// A request after the cancel is answered.
    void longWorkIsCancelled() {
        const auto work = std::make_shared<LongWork>();
        EngineRunner runner(std::make_unique<LongBackend>(work), nullptr);
        int answers = 0;
        connect(&runner, &EngineRunner::answered, this, [&] { ++answers; });
        RequestBoard askers;
        askers.set(watcher_, {{whole(Stage::Scores, 0)}, {CellRef{}}});
        runner.request(bench_->state().session, askers.asked(Priority::First));
        QTRY_VERIFY(work->asked > 0);
        runner.cancel();
        QTRY_VERIFY(work->hasEnded.load());
        work->mayEnd = true;
        runner.request(bench_->state().session, askers.asked(Priority::First));
        QTRY_COMPARE(answers, 1);
    }

    /// `before` is the state before the last step, and a gesture is one step. A new document has no such state.
    void beforeIsWhereTheLastStepBegan() {
        const ViewState& state = bench_->state();
        const Session typed = state.session;
        QCOMPARE(state.stepFromBefore, QString("Type sentence"));
        const int drag = bench_->document().newGesture();
        for (const float value : {3.0F, 4.0F}) {
            const auto edited = withCell(state.session, {Parameter::Wq, 0, 0}, 0, 0, value);
            QVERIFY(bench_->apply("Edit W_q[1, 1]", testing::givenEdit(edited), drag));
            QVERIFY(state.before == typed);
        }
        QCOMPARE(state.stepFromBefore, QString("Edit W_q[1, 1]"));
        bench_->undo();
        QCOMPARE(state.stepFromBefore, QString("Type sentence"));
        bench_->look([](MapOptions& maps) { maps.compared = Compared::Difference; });
        QCOMPARE(state.maps.compared, Compared::Difference);
        bench_->undo(); // the first step, so there is nothing to compare with
        QVERIFY(!state.before);
        QCOMPARE(state.stepFromBefore, QString());
        QCOMPARE(state.maps.compared, Compared::Now);
        bench_->redo();
        bench_->look([](MapOptions& maps) { maps.compared = Compared::Other; });
        QCOMPARE(state.maps.compared, Compared::Other);
        bench_->files().startAnew();
        QVERIFY(!state.before);
        QCOMPARE(state.maps.compared, Compared::Now);
    }

    /// The earlier state is computed only while it is asked for.
    void beforeIsComputedWhileSomebodyAsks() {
        QVERIFY(testing::editCell(*bench_, 9));
        QTRY_VERIFY(answered());
        QVERIFY(bench_->state().frame->demand.others.empty());
        MapDemand before = whole(Stage::Scores, 0), difference = before;
        before.state = difference.state = kOther;
        difference.isDifference = true;
        bench_->scheduler().ask(watcher_, {{whole(Stage::Scores, 0), before, difference}});
        const auto response = [this] { return bench_->state().responseTo(watcher_); };
        QTRY_VERIFY(answered() && response()->request.maps.size() == 3 && response()->request.maps[1] == before);
        QVERIFY(bench_->state().frame->demand.others == std::vector{*bench_->state().before});
        const auto& tiles = response()->tiles;
        QVERIFY(tiles[0]->values != tiles[1]->values);
        QCOMPARE(tiles[2]->values(1, 2), tiles[0]->values(1, 2) - tiles[1]->values(1, 2));
        bench_->scheduler().ask(watcher_, {.maps = {}, .cells = {CellDemand({Stage::Scores, 0, 0, 1, 2}, kOther)}});
        QTRY_VERIFY(response()->explanations.size() == 1 && response()->explanations[0]);
        QVERIFY(bench_->state().frame->demand.others == std::vector{*bench_->state().before});
        bench_->scheduler().ask(watcher_, {.statistics = {{0, 0, kOther}}});
        QTRY_VERIFY(response()->statistics.size() == 1 && response()->statistics[0]);
        QVERIFY(bench_->state().frame->demand.others == std::vector{*bench_->state().before});
    }

    void aPanelIsShownTheStateAtOnce() {
        Watcher late;
        bench_->add(late);
        QCOMPARE(late.presented, 1);
        bench_->remove(late);
    }

    void anEditIsShownBeforeItsFrameComes() {
        const auto before = bench_->state().frame;
        QVERIFY(bench_->apply("Edit",
                              testing::givenEdit(withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QCOMPARE((*watcher_.last.session.layers[0].allHeads[0][Parameter::Wq])(0, 0), 9.0F);
        QVERIFY(watcher_.last.frame == before);
        QTRY_VERIFY(answered());
        QVERIFY(watcher_.last.frame->tiles[0] != before->tiles[0]);
        QVERIFY(watcher_.last.frame->tiles[2] == before->tiles[2]); // the tile of the unchanged head is shared
    }

    /// A notice may be about something else, so the problem stays.
    void aNoticeLeavesAProblemInSight() {
        for (const MessageKind kind : {MessageKind::Failure, MessageKind::Caution}) {
            bench_->messages().report("Take care.", kind);
            bench_->messages().tell("Done.");
            QCOMPARE(watcher_.last.notice, QString("Done."));
            QCOMPARE(watcher_.last.problem, QString("Take care."));
        }
    }

    /// An edit ends a message. "Not saved" stays until the session is saved, and a caution while a gesture goes on.
    void anEditEndsAMessage_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("gesture");
        QTest::addColumn<bool>("isEnded");
        QTest::newRow("failure") << int(MessageKind::Failure) << 0 << true;
        QTest::newRow("failure, in a gesture") << int(MessageKind::Failure) << 1 << true;
        QTest::newRow("caution") << int(MessageKind::Caution) << 0 << true;
        QTest::newRow("caution, in a gesture") << int(MessageKind::Caution) << 1 << false;
        QTest::newRow("not saved") << int(MessageKind::NotSaved) << 0 << false;
        QTest::newRow("not saved, in a gesture") << int(MessageKind::NotSaved) << 1 << false;
    }
    void anEditEndsAMessage() {
        QFETCH(int, kind);
        QFETCH(int, gesture);
        bench_->messages().report("Take care.", MessageKind(kind));
        const auto edited = withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 0, 0, 9);
        QVERIFY(bench_->apply("Edit", testing::givenEdit(edited), gesture));
        QTEST(watcher_.last.problem.isEmpty(), "isEnded");
    }

    void aProblemIsShownAndChangesNothing() {
        const Session before = bench_->state().session;
        QVERIFY(!bench_->apply("Edit", testing::givenEdit(withCell(before, {Parameter::Wq, 0, 0}, 99, 0, 9))));
        QVERIFY(watcher_.last.problem.contains("W_q[100, 1]"));
        QVERIFY(bench_->state().session == before);
        QVERIFY(bench_->apply("Edit", testing::givenEdit(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QVERIFY(watcher_.last.problem.isEmpty());
    }

    /// An edit that makes a session too large for a file is refused.
    void whatNoFileHoldsIsRefused() {
        const Session before = bench_->state().session;
        Session large = *withEmbeddingSize(before, 1024);
        large = *withKeySize(large, 0, 1024);
        testing::changing(large)->allHeads.resize(64, large.layers[0].allHeads[0]); // shared matrices
        QVERIFY(!bench_->apply("Change heads to 64", testing::givenEdit(large)));
        QVERIFY2(watcher_.last.problem.contains("the limit is 256 MB"), qPrintable(watcher_.last.problem));
        QVERIFY(bench_->state().session == before);
    }

    /// If its size is known beforehand, an edit is refused before it takes time and memory.
    void whatNoSessionHoldsIsNotMade() {
        bool isMade = false;
        const auto make = [&isMade](const Session& s, const Watch&) {
            isMade = true;
            return Result<Session>(s);
        };
        QVERIFY(!bench_->apply("Change heads to 64", make, 0, 2e8));
        QVERIFY2(watcher_.last.problem.startsWith("The session's numbers would take 1018 MB in a file"),
                 qPrintable(watcher_.last.problem));
        QVERIFY(!isMade);
    }

    /// A message names the backend that failed, and the maps come from the fallback.
    void anotherBackendTakesOver() {
        const auto failure = std::make_shared<testing::Failure>();
        failure->at = 3;
        Watcher watcher;
        Workbench bench(std::make_unique<testing::FailingBackend>(failure), std::move(*makeBackend("cpu")));
        bench.add(watcher);
        bench.apply("Type sentence", testing::givenEdit(withSentence(bench.state().session, "my shoes")));
        bench.scheduler().ask(watcher, {{whole(Stage::Scores, 0)}});
        bool isSaid = false; // the next edit removes the message
        for (int i = 0; i < 3; ++i) {
            bench.apply("Edit",
                        testing::givenEdit(withCell(bench.state().session, {Parameter::Wq, 0, 0}, 0, 0, float(i))));
            QTRY_VERIFY(watcher.last.frame && watcher.last.frame->session == bench.state().session);
            isSaid = isSaid || watcher.last.problem.startsWith("A frail backend has failed");
        }
        QVERIFY(isSaid);
        QVERIFY(watcher.last.backend.startsWith("CPU"));
        QCOMPARE(watcher.last.frame->tiles.size(), std::size_t{1});
        bench.remove(watcher);
    }

    void aCheckedBackendRemarks() {
        Watcher watcher;
        Workbench bench(std::move(*makeBackend("checked")));
        bench.add(watcher);
        bench.apply("Type sentence", testing::givenEdit(withSentence(bench.state().session, "my shoes")));
        bench.scheduler().ask(watcher, {{whole(Stage::Scores, 0), whole(Stage::Weights, 1)}});
        QTRY_VERIFY(!watcher.last.backendRemarks.filter("weights").isEmpty());
        bench.remove(watcher);
    }

    void theTimeFromEditToPixelsIsMeasuredOnce() {
        QVERIFY(bench_->apply("Edit",
                              testing::givenEdit(withCell(bench_->state().session, {Parameter::Wv, 0, 1}, 0, 0, 9))));
        QTRY_VERIFY(answered());
        bench_->scheduler().painted();
        const double ms = bench_->state().editToPixelsMs;
        QVERIFY(ms > 0);
        bench_->scheduler().painted();
        QCOMPARE(bench_->state().editToPixelsMs, ms);
    }

    /// The time begins before the edit is made, and an undo is measured, too.
    void theTimeBeginsBeforeTheEdit() {
        constexpr int kSlow = 30; // ms
        const auto slowly = [](const Session& now, const Watch&) {
            QElapsedTimer timer;
            for (timer.start(); timer.elapsed() < kSlow;) {}
            return withCell(now, {Parameter::Wv, 0, 1}, 0, 0, 9);
        };
        QVERIFY(bench_->apply("Edit", slowly));
        QTRY_VERIFY(answered());
        bench_->scheduler().painted();
        QVERIFY(bench_->state().editToPixelsMs >= kSlow);
        bench_->undo();
        QTRY_VERIFY(answered());
        bench_->scheduler().painted();
        QVERIFY(bench_->state().editToPixelsMs > 0 && bench_->state().editToPixelsMs < 1000 * kSlow);
    }

    /// A presenter may call the workbench while it is presented to. The state changes after all have seen it.
    void presentingNeverReenters() {
        struct Meddler : Presenter {
            explicit Meddler(Workbench& of) : bench(of) {}
            void present(const ViewState& state) override {
                QVERIFY(!isPresenting);
                isPresenting = true;
                const Session shown = state.session;
                const auto lit = state.lit;
                const QString problem = state.problem;
                if (left-- > 0) {
                    bench.light({CellRef{Stage::Weights, 0, 0, left, left}});
                    bench.messages().report(QString::number(left));
                    bench.select(0, left, left);
                    QVERIFY(bench.apply("Edit", testing::givenEdit(withCell(shown, {Parameter::Wq, 0, 0}, 0, 0,
                                                                            static_cast<float>(left)))));
                    bench.undo();
                    bench.presentAgain(*this);
                }
                QVERIFY(state.session == shown && state.lit == lit && state.problem == problem);
                isPresenting = false;
            }
            Workbench& bench;
            int left = 3;
            bool isPresenting = false;
        };
        const Session before = bench_->state().session;
        const int steps = bench_->document().history().index();
        Meddler meddler(*bench_);
        bench_->add(meddler);
        bench_->remove(meddler);
        QVERIFY(meddler.left < 0);                                   // it was presented to after each change
        QCOMPARE(std::get<CellRef>(watcher_.last.lit.at(0)).col, 0); // the last request of the last round
        QVERIFY(watcher_.last.session == before);                    // each undo came after its edit
        QCOMPARE(bench_->document().history().index(), steps);
        QCOMPARE(watcher_.last.problem, QString());
        QVERIFY(watcher_.last.session == bench_->state().session);
    }

    /// An edit requested within a call is made in a call of its own, from the session of that moment.
    void anEditWithinACallIsMadeInItsOwn() {
        const auto with = [](int row, float value) {
            return [=](const Session& s, const Watch&) { return withCell(s, {Parameter::Wq, 0, 0}, row, 0, value); };
        };
        bench_->calls().run([&] {
            QVERIFY(bench_->apply("One", with(0, 7)));
            QVERIFY(bench_->apply("Two", with(1, 8)));
        });
        const FrozenMatrix now = matrixOf(bench_->state().session, {Parameter::Wq, 0, 0});
        QCOMPARE((*now)(0, 0), 7.0F);
        QCOMPARE((*now)(1, 0), 8.0F);
        QCOMPARE(bench_->document().history().undoText(), QString("Two"));
    }

    /// A small edit is no job, but its exceptions become problems, too.
    void whatASmallEditThrowsIsAProblem() {
        const Session before = bench_->state().session;
        QVERIFY(
            !bench_->apply("Edit", [](const Session&, const Watch&) -> Result<Session> { throw std::bad_alloc(); }));
        QVERIFY(bench_->state().problem.startsWith("There is not enough memory for this."));
        const auto other = bench_->made<int>("Count", 1,
                                             [](const Watch&) -> Result<int> { throw std::runtime_error("no more"); });
        QCOMPARE(other.text(), std::string("The operation failed: no more."));
        QVERIFY(bench_->state().session == before);
    }

    void aRefusedEditIsPresentedAgain() {
        const auto refused = withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 99, 0, 9);
        QVERIFY(!bench_->apply("Edit", testing::givenEdit(refused)));
        const int presented = watcher_.presented;
        QVERIFY(!bench_->apply(
            "Edit", testing::givenEdit(refused))); // although nothing changed: a field must return to its old text
        QCOMPARE(watcher_.presented, presented + 1);
    }
};

QTEST_MAIN(WorkbenchTest)
#include "tst_workbench.moc"
