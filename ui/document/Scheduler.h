#pragma once

#include "document/EngineRunner.h"
#include "document/Messages.h"
#include "document/ViewState.h"

#include <QElapsedTimer>
#include <QObject>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace headlight {

/// Returns milliseconds that never go back. Code that measures how fast a user acts is given a Clock, so that a test
/// can set the time.
using Clock = std::function<std::int64_t()>;

inline std::int64_t steadyClock() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

/// Decides what is computed next: it knows who asks for what, what comes first, and how long deferred requests have
/// waited. The answers go into the state, which is then presented.
class Scheduler : public QObject {
    Q_OBJECT

public:
    /// `change`: see Messages. `fallback`: see GuardedEngine.
    Scheduler(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, ViewState& state, Messages& messages,
              Messages::Change change);

    /// Sets what is computed for the asker until it is removed; ViewState::responseTo(asker) will be the answer. Equal
    /// maps of several askers are computed once. An empty request computes nothing, now or later.
    void ask(const Presenter& asker, const Request& request);
    void remove(const Presenter& asker);
    void askAgain(); ///< requests the frame again, after a change of how it is computed
    void cancel();   ///< stops the computation; answers that are there stay
    /// Sets the backend of the next frames; null: the fallback or, without one, the first backend.
    void setBackend(std::unique_ptr<Backend>, const Terms&);

    /// While edits follow each other, requests for Later wait at most kMaxWaitMs, or kMaxWaits times the duration of
    /// the last full request if that is longer (so they take up to an eighth of the time).
    static constexpr std::int64_t kMaxWaitMs = 100, kMaxWaits = 8;
    void setClock(Clock clock) { clock_ = std::move(clock); }
    std::int64_t now() const { return clock_(); }

    // For the workbench, within a call: the session or the state compared with is another.
    void request(bool isFirstAnswered = false);   ///< true: the requests for First, as they are now, have been answered
    void measureFrom(const QElapsedTimer& asked); ///< when its edit was asked for; invalid: it is not measured
    void painted();                               ///< says that the frame's maps are on the screen: sets editToPixelsMs

private:
    void takeFrame(const std::shared_ptr<const Frame>& frame, const MergedRequest& asked);

    ViewState& state_;
    Messages& messages_;
    Messages::Change change_;
    RequestBoard requests_;
    EngineRunner runner_;
    Clock clock_ = steadyClock;
    std::optional<std::int64_t> waitingSince_;    ///< the time since which a request is deferred; null: none is
    std::int64_t allAskedAt_ = 0, allTookMs_ = 0; ///< start and duration of the last request without deferred ones
    bool isCancelled_ = false;                    ///< the last request was cancelled
    QElapsedTimer sinceEdit_;                     ///< invalid when the edit has been painted
};

} // namespace headlight
