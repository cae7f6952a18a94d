// The backend may change at any time: no frame is wrong or empty.
#include "backend/cpu/CpuBackend.h"
#include "engine/Engine.h"
#include "support/FailingBackend.h"
#include "support/RecordingBackend.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "ui/document/workbenchBench.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QString kRecording = "A backend that keeps a diary";

std::unique_ptr<Backend> recording() { return std::make_unique<RecordingBackend>(std::make_shared<Updates>()); }

/// Keeps all frames that are presented.
struct Collector : Presenter {
    void present(const ViewState& state) override {
        if (state.frame && (frames.empty() || frames.back() != state.frame)) frames.push_back(state.frame);
    }
    std::vector<std::shared_ptr<const Frame>> frames;
};

struct Slowness {
    std::atomic<bool> isOn = false;
    std::atomic<int> stopped = 0;
};

/// Computes until it is stopped if no other tiles than those of Q are read.
class SlowLayer : public BackendLayer {
public:
    explicit SlowLayer(std::shared_ptr<Slowness> slowness) : slowness_(std::move(slowness)) {}
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        const auto readsMaps = [&](bool areOfQ) {
            return std::ranges::any_of(reads, [areOfQ](const Read& read) {
                return read.what == Read::What::Tile && (read.stage == Stage::Q) == areOfQ;
            });
        };
        if (slowness_->isOn && readsMaps(true) && !readsMaps(false)) {
            while (watch(0.5)) std::this_thread::yield();
            ++slowness_->stopped;
            return Ran::Stopped;
        }
        return layer_->run(update, reads, answers, watch);
    }

private:
    std::unique_ptr<BackendLayer> layer_ = eigen()->makeLayer();
    std::shared_ptr<Slowness> slowness_;
};

class SlowBackend : public RecordingBackend {
public:
    explicit SlowBackend(std::shared_ptr<Slowness> slowness)
        : RecordingBackend(std::make_shared<Updates>()), slowness_(std::move(slowness)) {}
    std::unique_ptr<BackendLayer> makeLayer() override { return std::make_unique<SlowLayer>(slowness_); }

private:
    std::shared_ptr<Slowness> slowness_;
};

} // namespace

class WorkbenchBackendTest : public QObject, private WorkbenchBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// The maps of the next edit do not wait for deferred work, which waits for kMaxWaitMs at most.
    void whatWasPutOffGivesWayToTheNextEdit() {
        end();
        std::int64_t now = 1000;
        const auto slowness = std::make_shared<Slowness>();
        begin(std::make_unique<SlowBackend>(slowness));
        bench_->scheduler().setClock([&now] { return now; });
        Watcher later;
        bench_->add(later);
        bench_->scheduler().ask(later, {{whole(Stage::Q, 0)}, {}, Priority::Later});
        QTRY_VERIFY(bench_->state().responseTo(later));
        slowness->isOn = true;
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(editCell(*bench_, float(i)));
            QTRY_VERIFY(answered()); // while Q of the last edit is still computed
            QTRY_COMPARE(slowness->stopped.load(), i - 1);
        }
        now += Scheduler::kMaxWaitMs;
        QVERIFY(editCell(*bench_, 4));
        QTRY_VERIFY(bench_->state().responseTo(later)->frame->session == bench_->state().session);
        QCOMPARE(slowness->stopped.load(), 3);
        bench_->remove(later);
        bench_->scheduler().setClock(steadyClock);
    }

    /// An answer whose scores do not fit into memory comes head by head.
    void aSlowAnswerComesInParts() {
        setScoreMemory(0);
        const auto restore = qScopeGuard([] { setScoreMemory(); });
        Collector collector;
        bench_->add(collector);
        QVERIFY(editCell(*bench_, 1));
        QTRY_VERIFY(answered() && !bench_->state().frame->isPart);
        bench_->remove(collector);
        QStringList made;
        for (const auto& frame : collector.frames)
            if (frame->session == bench_->state().session)
                made << QString::number(std::ranges::count_if(frame->tiles, [](const auto& tile) { return !!tile; }));
        QCOMPARE(made.join(' '), "0 2 3");
    }

    void aLongComputationTellsHowFarItIs() {
        end();
        const auto slowness = std::make_shared<Slowness>();
        begin(std::make_unique<SlowBackend>(slowness));
        Watcher later;
        bench_->add(later);
        QTRY_VERIFY(answered());
        slowness->isOn = true;
        bench_->scheduler().ask(later, {{whole(Stage::Q, 0)}, {}, Priority::Later});
        QTRY_COMPARE(bench_->state().computing, std::optional(50));
        slowness->isOn = false;
        QVERIFY(editCell(*bench_, 1));
        QTRY_VERIFY(bench_->state().responseTo(later) && answered());
        QVERIFY(!bench_->state().computing);
        bench_->remove(later);
    }

    void inTheMiddleOfAGesture() {
        Collector collector;
        bench_->add(collector);
        const int gesture = bench_->document().newGesture();
        std::set<std::string> who;
        for (int i = 1; i <= 60; ++i) {
            if (i % 4 == 0)
                bench_->scheduler().setBackend(i % 8 == 0 ? nullptr : recording(), {i % 8 == 0 ? "cpu" : "other"});
            const Session before = bench_->state().session;
            QVERIFY(bench_->apply("Drag", givenEdit(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, float(i))), gesture));
            if (i % 3) QTRY_VERIFY(answered());
        }
        bench_->scheduler().setBackend(recording(), {"other"});
        QTRY_COMPARE(bench_->state().backend, kRecording);
        QCOMPARE(bench_->state().backendId, std::string("other"));
        bench_->remove(collector);
        QVERIFY(collector.frames.size() > 30);
        for (const auto& frame : collector.frames) {
            who.insert(frame->backend);
            QCOMPARE(frame->problem + frame->notice, std::string());
            QVERIFY(!frame->tiles.empty());
            QCOMPARE(difference(*frame, Engine(eigen()).answer(frame->session, frame->demand)), std::string());
        }
        QCOMPARE(who.size(), std::size_t{2});
    }

    /// After a failure the CPU computes, and a message says so.
    void afterAFailure() {
        const auto failure = std::make_shared<Failure>();
        failure->at = 1;
        bench_->scheduler().setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 5});
        QTRY_VERIFY(bench_->state().problem.startsWith("A frail backend has failed (the device is gone)."));
        QCOMPARE(bench_->state().backendId, std::string(kDefaultBackend));
        QCOMPARE(bench_->state().frame->failed, 5);
        QVERIFY(bench_->state().backend.startsWith("CPU"));
        failure->at = 0;
        bench_->scheduler().setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 5});
        QTRY_COMPARE(bench_->state().backend, QString("A frail backend"));
        QCOMPARE(bench_->state().backendId, std::string("frail"));
    }

    /// A late failure of a former backend is not reported as one of the present backend.
    void aLateFailure() {
        const auto failure = std::make_shared<Failure>();
        failure->kind = Failure::Kind::Never;
        failure->at = 1;
        bench_->scheduler().setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 5});
        QTRY_COMPARE(failure->calls.load(), 1);
        bench_->scheduler().setBackend(recording(), {"other"});
        failure->end();
        QTRY_COMPARE(bench_->state().backend, kRecording);
        QCOMPARE(bench_->state().backendId, std::string("other"));
    }
};

QTEST_GUILESS_MAIN(WorkbenchBackendTest)
#include "tst_workbenchBackend.moc"
