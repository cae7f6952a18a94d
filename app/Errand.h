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

/// One piece of work on a thread of its own that may hang, as drivers do. Its answer comes on the GUI thread, unless
/// the errand is gone by then: its thread is left behind, and what it brings is dropped there.
template <class Answer>
class Errand {
public:
    using Work =
        std::function<Answer(const Watch&)>; ///< owns what it uses; its watch ends it when the answer is not wanted
    using Take = std::function<void(std::optional<Answer>)>; ///< nothing: there was no answer for so long

    /// Calls `take` once, which may destroy the errand.
    Errand(Work work, std::chrono::milliseconds patience, Take take)
        : take_(std::move(take)),
          thread_([work = std::move(work),
                   isWanted = isWanted_](bool) { return work([&](double) { return isWanted->load(); }); },
                  [this](Answer answer) {
                      QMetaObject::invokeMethod(
                          &here_, [this, answer = std::move(answer)] { end(answer); }, Qt::QueuedConnection);
                  }) {
        QTimer::singleShot(patience, &here_, [this] { end({}); });
        thread_.request(true);
    }
    ~Errand() {
        *isWanted_ = false;
        if (!isAnswered_) thread_.setImpatient();
    }

private:
    void end(std::optional<Answer> answer) {
        isAnswered_ = isAnswered_ || answer;
        if (const Take take = std::exchange(take_, nullptr)) take(std::move(answer));
    }

    QObject here_; ///< what waits to be called goes with it
    Take take_;
    std::shared_ptr<std::atomic<bool>> isWanted_ = std::make_shared<std::atomic<bool>>(true);
    bool isAnswered_ = false;
    LatestWins<bool, Answer> thread_; // last: it uses the members above
};

} // namespace headlight
