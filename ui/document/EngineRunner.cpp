#include "document/EngineRunner.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <algorithm>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr int kLongMs = 1000, kTellMs = 200;

} // namespace

EngineRunner::EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent)
    : QObject(parent),
      engine_(std::make_shared<GuardedEngine>(std::move(backend), std::move(fallback))),
      backendText_(QString::fromStdString(engine_->backendText())),
      latest_(std::make_shared<Latest>()) {
    thread_ = std::make_unique<LatestWins<Job, Done>>(
        [engine = engine_, latest = latest_](const Job& job) { return compute(*engine, *latest, job); },
        [this](const Done& done) {
            if (done.isReplaced) return;
            try {
                post(done);
            } catch (const std::bad_alloc&) { // what it takes is little, and there may be some again
                post(done);
            }
        });
    telling_.setInterval(kTellMs);
    connect(&telling_, &QTimer::timeout, this, &EngineRunner::tellProgress);
}

EngineRunner::Done EngineRunner::compute(GuardedEngine& engine, Latest& latest, const Job& job) {
    QElapsedTimer took;
    took.start();
    bool isReplaced = false;
    latest.percent = -1;
    const Watch watch = [&](double done) {
        const bool isLong = took.elapsed() >= kLongMs;
        isReplaced = (job.asked->mayBeReplaced && latest.number != job.number) ||
                     (isLong && latest.sessions != job.ofSessions);
        if (isLong)
            latest.percent = std::max(latest.percent.load(), static_cast<int>(100 * done)); // it has several parts
        return !isReplaced;
    };
    try {
        auto frame = std::make_shared<const Frame>(engine.answer(job.session, job.asked->demand, watch));
        return {job.number, std::move(frame), job.asked, isReplaced};
    } catch (const std::bad_alloc&) {
        return {job.number, nullptr, job.asked, isReplaced};
    }
}

void EngineRunner::tellProgress() {
    const int percent = latest_->percent;
    emit progressed(percent < 0 ? std::optional<int>() : percent);
}

void EngineRunner::post(const Done& done) {
    QMetaObject::invokeMethod(
        this,
        [this, done] {
            if (done.number == latest_->number) telling_.stop();
            if (done.frame)
                emit answered(done.frame, *done.asked);
            else
                emit unanswered();
        },
        Qt::QueuedConnection);
}

EngineRunner::~EngineRunner() { thread_.reset(); }

void EngineRunner::request(const Session& session, MergedRequest asked) {
    if (session_ != session) ++latest_->sessions;
    session_ = session;
    thread_->request(
        {++latest_->number, latest_->sessions, session, std::make_shared<const MergedRequest>(std::move(asked))});
    telling_.start();
}

void EngineRunner::setBackend(std::unique_ptr<Backend> backend, const Terms& terms) {
    engine_->setBackend(std::move(backend), terms);
}

QString EngineRunner::backendText() const { return backendText_; }

} // namespace headlight
