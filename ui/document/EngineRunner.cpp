#include "document/EngineRunner.h"

#include <QMetaObject>

namespace headlight {

EngineRunner::EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent)
    : QObject(parent), engine_(std::move(backend), std::move(fallback)) {
    backendText_ = QString::fromStdString(engine_.backend().description());
    thread_ = std::make_unique<LatestWins<Job, Answer>>(
        [this](const Job& job) -> Answer {
            return std::make_shared<const Frame>(engine_.answer(job.session, job.demand));
        },
        [this](const Answer& frame) {
            QMetaObject::invokeMethod(
                this, [this, frame] { emit answered(frame); }, Qt::QueuedConnection);
        });
}

EngineRunner::~EngineRunner() { thread_.reset(); }

void EngineRunner::request(const Session& session, const Demand& demand) { thread_->request({session, demand}); }

QString EngineRunner::backendText() const { return backendText_; }

} // namespace headlight
