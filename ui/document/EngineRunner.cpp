#include "document/EngineRunner.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <algorithm>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr int kTellMs = 200;
constexpr double kLong = 1; ///< s

/// True if outdated work would take too long to finish. Work that is soon done is shown, so that maps follow a drag.
bool isTooLong(double seconds, double done) {
    constexpr double kSoon = 0.5, kMuch = 2; // s
    return seconds > kSoon && seconds * (1 - done) > kMuch * done;
}

} // namespace

EngineRunner::EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent)
    : QObject(parent),
      engine_(std::make_shared<GuardedEngine>(std::move(backend), std::move(fallback))),
      shared_(std::make_shared<Shared>()) {
    thread_ = std::make_unique<LatestWins<Job, Done>>(
        [engine = engine_, shared = shared_](const Job& job, const Post& post) {
            return compute(*engine, *shared, job, post);
        },
        [this](const Done& done) {
            if (done.isReplaced) return;
            try {
                post(done);
            } catch (const std::bad_alloc&) { // posting takes little memory, which may be free again
                post(done);
            }
        });
    telling_.setInterval(kTellMs);
    connect(&telling_, &QTimer::timeout, this, &EngineRunner::tellProgress);
}

EngineRunner::Done EngineRunner::compute(GuardedEngine& engine, Shared& shared, const Job& job, const Post& post) {
    bool isReplaced = false;
    double maxDone = 0; // the work has several parts, and each begins at 0
    shared.percent = -1;
    QElapsedTimer clock;
    clock.start();
    try {
        const Watch watch = [&](double done) {
            const double seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
            maxDone = std::max(maxDone, done);
            isReplaced = job.asked->mayBeReplaced ? shared.newest != job.number
                                                  : shared.outdating > job.number && isTooLong(seconds, maxDone);
            isReplaced = isReplaced || shared.cancelled >= job.number;
            if (seconds > kLong) shared.percent = static_cast<int>(100 * maxDone);
            return !isReplaced;
        };
        const Sink sink = [&](Frame part) {
            post({job.number, std::make_shared<const Frame>(std::move(part)), job.asked});
            isReplaced = shared.newest != job.number; // a click is answered between two heads
            return !isReplaced;
        };
        auto frame = std::make_shared<const Frame>(engine.answer(job.session, job.asked->demand, watch, sink));
        return {job.number, std::move(frame), job.asked, isReplaced};
    } catch (const std::bad_alloc&) {
        return {job.number, nullptr, job.asked, isReplaced};
    }
}

void EngineRunner::tellProgress() {
    const int percent = shared_->percent;
    emit progressed(percent < 0 ? std::optional<int>() : percent);
}

void EngineRunner::post(const Done& done) {
    QMetaObject::invokeMethod(
        this,
        [this, done] {
            if (done.number == shared_->newest && !(done.frame && done.frame->isPart)) telling_.stop();
            if (done.frame)
                emit answered(done.frame, *done.asked);
            else
                emit unanswered();
        },
        Qt::QueuedConnection);
}

void EngineRunner::request(const Session& session, MergedRequest asked) {
    Job job{shared_->newest + 1, session, std::make_shared<const MergedRequest>(std::move(asked))};
    const auto isWanted = [&maps = job.asked->demand.maps](const MapDemand& map) {
        return std::ranges::find(maps, map) != maps.end();
    };
    const bool isWorkOutdated = last_.asked &&
                                (session != last_.session || !std::ranges::all_of(last_.asked->demand.maps, isWanted));
    last_ = job; // may throw bad_alloc, so it comes before the running work is told to stop
    shared_->newest = job.number;
    if (isWorkOutdated) shared_->outdating = job.number;
    thread_->request(std::move(job));
    telling_.start();
}

void EngineRunner::cancel() {
    shared_->cancelled = shared_->newest.load();
    telling_.stop();
    emit progressed({});
}

void EngineRunner::setBackend(std::unique_ptr<Backend> backend, const Terms& terms) {
    engine_->setBackend(std::move(backend), terms);
}

QString EngineRunner::backendText() const { return QString::fromStdString(engine_->backendText()); }

} // namespace headlight
