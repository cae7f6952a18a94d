// What computes may change while a person works: no frame is wrong or empty.
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

/// Keeps every frame that it is shown.
struct Collector : Presenter {
    void present(const ViewState& state) override {
        if (state.frame && (frames.empty() || frames.back() != state.frame)) frames.push_back(state.frame);
    }
    std::vector<std::shared_ptr<const Frame>> frames;
};

struct Slow {
    std::atomic<bool> isSlow = false;
    std::atomic<int> stopped = 0;
};

/// Where Q is to be read it computes, while it is slow, until it is stopped.
class SlowLayer : public BackendLayer {
public:
    explicit SlowLayer(std::shared_ptr<Slow> slow) : slow_(std::move(slow)) {}
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        while (slow_->isSlow && std::ranges::any_of(reads, [](const Read& read) { return read.stage == Stage::Q; })) {
            std::this_thread::yield();
            if (watch(0.5)) continue;
            ++slow_->stopped;
            return Ran::Stopped;
        }
        return layer_->run(update, reads, answers, watch);
    }

private:
    std::unique_ptr<BackendLayer> layer_ = eigen()->makeLayer();
    std::shared_ptr<Slow> slow_;
};

class SlowBackend : public RecordingBackend {
public:
    explicit SlowBackend(std::shared_ptr<Slow> slow)
        : RecordingBackend(std::make_shared<Updates>()), slow_(std::move(slow)) {}
    std::unique_ptr<BackendLayer> makeLayer() override { return std::make_unique<SlowLayer>(slow_); }

private:
    std::shared_ptr<Slow> slow_;
};

} // namespace

class WorkbenchBackendTest : public QObject, private WorkbenchBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// The maps of the next edit do not wait for what was put off, nor does that wait for ever.
    void whatWasPutOffGivesWayToTheNextEdit() {
        end();
        std::int64_t now = 1000;
        const auto slow = std::make_shared<Slow>();
        begin(std::make_unique<SlowBackend>(slow));
        bench_->setClock([&now] { return now; });
        Watcher later;
        bench_->add(later);
        bench_->ask(later, {{whole(Stage::Q, 0)}, {}, Priority::Later});
        QTRY_VERIFY(bench_->state().responseTo(later));
        slow->isSlow = true;
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(editCell(*bench_, float(i)));
            QTRY_VERIFY(answered()); // while Q is still computed for the edit before
            QTRY_COMPARE(slow->stopped.load(), i - 1);
        }
        now += Workbench::kMaxWaitMs;
        QVERIFY(editCell(*bench_, 4));
        QTRY_COMPARE(slow->stopped.load(), 3);
        slow->isSlow = false;
        QTRY_VERIFY(bench_->state().responseTo(later)->frame->session == bench_->state().session);
        QCOMPARE(slow->stopped.load(), 3);
        bench_->remove(later);
        bench_->setClock(steadyClock);
    }

    /// Another look at the same session does not stop it; another session does.
    void aLongFrameTellsHowFarItIs() {
        end();
        const auto slow = std::make_shared<Slow>();
        begin(std::make_unique<SlowBackend>(slow));
        Watcher first;
        bench_->add(first);
        slow->isSlow = true;
        bench_->ask(first, {{whole(Stage::Q, 0)}, {}, Priority::First});
        QTRY_COMPARE(bench_->state().computing, std::optional(50));
        bench_->ask(first, {{whole(Stage::Q, 0), whole(Stage::K, 0)}, {}, Priority::First});
        QVERIFY(editCell(*bench_, 1));
        QTRY_COMPARE(slow->stopped.load(), 1);
        slow->isSlow = false;
        QTRY_VERIFY(answered());
        QVERIFY(!bench_->state().computing);
        QCOMPARE(slow->stopped.load(), 1);
        bench_->remove(first);
    }

    void inTheMiddleOfAGesture() {
        Collector collector;
        bench_->add(collector);
        const int gesture = bench_->newGesture();
        std::set<std::string> who;
        for (int i = 1; i <= 60; ++i) {
            if (i % 4 == 0) bench_->setBackend(i % 8 == 0 ? nullptr : recording(), {i % 8 == 0 ? "eigen" : "other"});
            const Session before = bench_->state().session;
            QVERIFY(bench_->apply("Drag", giving(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, float(i))), gesture));
            if (i % 3) QTRY_VERIFY(answered());
        }
        bench_->setBackend(recording(), {"other"});
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

    /// Then the CPU computes, and the window says so.
    void afterAFailure() {
        const auto failure = std::make_shared<Failure>();
        failure->at = 1;
        bench_->setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 5});
        QTRY_VERIFY(bench_->state().problem.startsWith("A frail backend has failed (the device is gone)."));
        QCOMPARE(bench_->state().backendId, std::string(kDefaultBackend));
        QCOMPARE(bench_->state().frame->failed, 5);
        QVERIFY(bench_->state().backend.startsWith("CPU"));
        failure->at = 0;
        bench_->setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 5});
        QTRY_COMPARE(bench_->state().backend, QString("A frail backend"));
        QCOMPARE(bench_->state().backendId, std::string("frail"));
    }

    /// Of one that is no longer there, nobody is told that the present one has failed.
    void aLateFailure() {
        const auto failure = std::make_shared<Failure>();
        failure->kind = Failure::Kind::Never;
        failure->at = 1;
        bench_->setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 5});
        QTRY_COMPARE(failure->calls.load(), 1);
        bench_->setBackend(recording(), {"other"});
        failure->end();
        QTRY_COMPARE(bench_->state().backend, kRecording);
        QCOMPARE(bench_->state().backendId, std::string("other"));
    }
};

QTEST_GUILESS_MAIN(WorkbenchBackendTest)
#include "tst_workbenchBackend.moc"
