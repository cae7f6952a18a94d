#include "document/EngineRunner.h"

#include <QMetaObject>

#include <new>
#include <utility>

namespace headlight {

EngineRunner::EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent)
    : QObject(parent),
      engine_(std::make_shared<GuardedEngine>(std::move(backend), std::move(fallback))),
      backendText_(QString::fromStdString(engine_->backendText())),
      last_(std::make_shared<std::atomic<int>>(0)) {
    thread_ = std::make_unique<LatestWins<Job, Done>>(
        [engine = engine_, last = last_](const Job& job) -> Done {
            bool isReplaced = false;
            try {
                const Watch untilReplaced = [&](double) { return !(isReplaced = last->load() != job.number); };
                auto frame = std::make_shared<const Frame>(
                    engine->answer(job.session, job.asked->demand, job.asked->mayBeReplaced ? untilReplaced : Watch()));
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
    thread_->request({++*last_, session, std::make_shared<const MergedRequest>(std::move(asked))});
}

void EngineRunner::setBackend(std::unique_ptr<Backend> backend, const Terms& terms) {
    engine_->setBackend(std::move(backend), terms);
}

QString EngineRunner::backendText() const { return backendText_; }

} // namespace headlight
