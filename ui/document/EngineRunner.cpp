#include "document/EngineRunner.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <algorithm>
#include <new>
#include <utility>

namespace headlight {
namespace {

/// Whether work that nobody wants any more ends now: what is soon done is shown, so that the picture follows a drag.
bool isTooLong(const QElapsedTimer& clock, double done) {
    constexpr double kSoon = 0.5, kMuch = 2; // s
    const double seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    return seconds > kSoon && seconds * (1 - done) > kMuch * done;
}

} // namespace

EngineRunner::EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent)
    : QObject(parent),
      engine_(std::make_shared<GuardedEngine>(std::move(backend), std::move(fallback))),
      backendText_(QString::fromStdString(engine_->backendText())),
      newest_(std::make_shared<Newest>()) {
    thread_ = std::make_unique<LatestWins<Job, Done>>(
        [engine = engine_, newest = newest_](const Job& job) -> Done {
            bool isReplaced = false;
            QElapsedTimer clock;
            clock.start();
            try {
                const Watch untilReplaced = [&](double done) {
                    isReplaced = job.asked->mayBeReplaced ? newest->any != job.number
                                                          : newest->other > job.number && isTooLong(clock, done);
                    return !isReplaced;
                };
                auto frame = std::make_shared<const Frame>(
                    engine->answer(job.session, job.asked->demand, untilReplaced));
                return {std::move(frame), job.asked, isReplaced};
            } catch (const std::bad_alloc&) {
                return {nullptr, job.asked, isReplaced};
            }
        },
        [this](const Done& done) {
            if (done.isReplaced) return;
            try {
                post(done);
            } catch (const std::bad_alloc&) { // what it takes is little, and there may be some again
                post(done);
            }
        });
}

void EngineRunner::post(const Done& done) {
    QMetaObject::invokeMethod(
        this,
        [this, done] {
            if (done.frame)
                emit answered(done.frame, *done.asked);
            else
                emit unanswered();
        },
        Qt::QueuedConnection);
}

EngineRunner::~EngineRunner() { thread_.reset(); }

void EngineRunner::request(const Session& session, MergedRequest asked) {
    std::vector<MapDemand> maps = asked.demand.maps;
    Job job{newest_->any + 1, session, std::make_shared<const MergedRequest>(std::move(asked))};
    const auto isWanted = [&](const MapDemand& map) { return std::ranges::find(maps, map) != maps.end(); };
    const bool isOther = session != session_ || !std::ranges::all_of(maps_, isWanted);
    session_ = session; // the last that may find no memory: what runs ends only if there is what comes after it
    newest_->any = job.number;
    if (isOther) newest_->other = job.number;
    maps_ = std::move(maps);
    thread_->request(std::move(job));
}

void EngineRunner::setBackend(std::unique_ptr<Backend> backend, const Terms& terms) {
    engine_->setBackend(std::move(backend), terms);
}

QString EngineRunner::backendText() const { return backendText_; }

} // namespace headlight
