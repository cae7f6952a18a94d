#pragma once

#include "base/LeavableThread.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "base/tooLittleMemory.h"

#include <QString>

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace headlight {

/// Work on a thread of its own, which says how much of it is done and can be cancelled.
class WatchedThread : public LeavableThread {
public:
    using Work = std::function<void(const Watch&)>;

    explicit WatchedThread(const Work& work) : WatchedThread(work, std::make_shared<Shared>()) {}

    double done() const { return shared_->done; } ///< 0 to 1; below 0: not known
    void cancel() { shared_->isCancelled = true; }
    bool isCancelled() const { return shared_->isCancelled; }

private:
    struct Shared {
        std::atomic<double> done{-1};
        std::atomic<bool> isCancelled{false};
    };

    WatchedThread(const Work& work, const std::shared_ptr<Shared>& shared)
        : LeavableThread([work, shared] {
              work([&](double done) {
                  shared->done = done;
                  return !shared->isCancelled;
              });
          }),
          shared_(shared) {}

    std::shared_ptr<Shared> shared_;
};

/// Runs work that may take long. This class runs it at once; the window's (dialogs/JobRunner.h) stays responsive
/// meanwhile and offers to cancel. GUI thread only.
class Jobs {
public:
    /// Work that is cancelled is left to end by itself, or waited for, since it has to take something back.
    enum class OnCancel { Leave, Wait };
    using Work = WatchedThread::Work;
    /// A user does not notice so short a pause. Tests may set a longer one, since a busy disk takes longer.
    inline static std::chrono::milliseconds unseen{150};

    virtual ~Jobs() = default;
    /// Returns true when the work has ended; false if it was cancelled and left: it may go on for a while, so it must
    /// own all that it uses. Meanwhile the GUI may run, but no input reaches the window.
    virtual bool run(const QString& what, const Work& work, OnCancel onCancel) {
        static_cast<void>(what), static_cast<void>(onCancel);
        work({});
        return true;
    }
    /// Waits, as run() does, for work that has begun before.
    virtual bool wait(WatchedThread& thread, const QString& what, OnCancel onCancel) {
        static_cast<void>(what), static_cast<void>(onCancel);
        thread.join();
        return true;
    }
};

/// Returns the Problem of work that a user cancelled: it has no text, since there is nothing to report.
inline Problem cancelled() { return {}; }
inline bool isCancelled(const Problem& problem) { return problem.text.empty(); }

/// Returns what `make` returns, or a Problem for what it throws.
template <class T>
Result<T> caught(const std::function<Result<T>(const Watch&)>& make, const Watch& watch) {
    try {
        return make(watch);
    } catch (const std::bad_alloc&) {
        return tooLittleMemory("There is not enough memory for this. Close other programs and try again.");
    } catch (const std::exception& error) {
        return Problem{std::string("The operation failed: ") + error.what() + "."};
    }
}

/// The result of work on another thread, to be taken when that thread has ended.
template <class T>
class JobResult {
public:
    void run(const std::function<Result<T>(const Watch&)>& make, const Watch& watch) {
        result_ = caught<T>(make, [&](double done) {
            const bool shouldContinue = headlight::shouldContinue(watch, done);
            wasStopped_ = !shouldContinue;
            return shouldContinue;
        });
    }
    /// Returns the result; cancelled() instead of any Problem of work that was told to stop.
    Result<T> take() { return wasStopped_ && !*result_ ? cancelled() : *std::move(result_); }

private:
    std::optional<Result<T>> result_;
    bool wasStopped_ = false;
};

/// Runs `make` as a job and returns its result, or cancelled() if the job was left.
template <class T>
Result<T> inJob(Jobs& jobs, const QString& what, Jobs::OnCancel onCancel, std::function<Result<T>(const Watch&)> make) {
    const auto made = std::make_shared<JobResult<T>>();
    const Jobs::Work work = [made, make = std::move(make)](const Watch& watch) { made->run(make, watch); };
    return jobs.run(what, work, onCancel) ? made->take() : cancelled();
}

} // namespace headlight
