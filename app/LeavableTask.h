#pragma once

#include "base/LatestWins.h"
#include "base/Watch.h"

#include <QMetaObject>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace headlight {

/// Does one piece of work that may hang, as drivers do, on a thread of its own. The answer comes on the GUI thread. If
/// the task is destroyed before, its thread is left behind and drops the answer.
template <class Answer>
class LeavableTask {
public:
    /// Owns what it uses. Its watch stops it when the answer is not wanted any more.
    using Work = std::function<Answer(const Watch&)>;
    using Take = std::function<void(std::optional<Answer>)>; ///< gets nothing after `patience` without an answer

    /// Calls `take` once, which may destroy the task.
    LeavableTask(Work work, std::chrono::milliseconds patience, Take take)
        : take_(std::move(take)),
          thread_([work = std::move(work),
                   isWanted = isWanted_](bool, auto) { return work([&](double) { return isWanted->load(); }); },
                  [this](Answer answer) {
                      QMetaObject::invokeMethod(
                          &here_, [this, answer = std::move(answer)] { end(answer); }, Qt::QueuedConnection);
                  }) {
        QTimer::singleShot(patience, &here_, [this] { end({}); });
        thread_.request(true);
    }
    ~LeavableTask() {
        *isWanted_ = false;
        if (!isAnswered_) thread_.setImpatient();
    }

private:
    void end(std::optional<Answer> answer) {
        isAnswered_ = isAnswered_ || answer;
        if (const Take take = std::exchange(take_, nullptr)) take(std::move(answer));
    }

    QObject here_; ///< drops calls that wait in the event loop when it is destroyed
    Take take_;
    std::shared_ptr<std::atomic<bool>> isWanted_ = std::make_shared<std::atomic<bool>>(true);
    bool isAnswered_ = false;
    LatestWins<bool, Answer> thread_; // last: it uses the members above
};

} // namespace headlight
