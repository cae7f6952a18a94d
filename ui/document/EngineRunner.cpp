#include "document/EngineRunner.h"

#include <QMetaObject>

namespace headlight {

EngineRunner::EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent)
    : QObject(parent) {
    const auto engine = std::make_shared<Engine>(std::move(backend), std::move(fallback));
    backendText_ = QString::fromStdString(engine->backendText());
    thread_ = std::make_unique<LatestWins<Job, Done>>(
        [engine](const Job& job) -> Done {
            return {std::make_shared<const Frame>(engine->answer(job.session, job.asked->demand)), job.asked};
        },
        [this](const Done& done) {
            QMetaObject::invokeMethod(
                this, [this, done] { emit answered(done.frame, *done.asked); }, Qt::QueuedConnection);
        });
}

EngineRunner::~EngineRunner() { thread_.reset(); }

void EngineRunner::request(const Session& session, Asked asked) {
    thread_->request({session, std::make_shared<const Asked>(std::move(asked))});
}

QString EngineRunner::backendText() const { return backendText_; }

} // namespace headlight
