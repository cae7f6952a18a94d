#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "base/tooLittleMemory.h"
#include "document/WatchedThread.h"

#include <QString>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace headlight {

/// Who runs work that may take long. This one does it at once; the window's keeps alive meanwhile and offers to cancel
/// (dialogs/JobRunner.h). GUI thread only.
class Jobs {
public:
    /// What becomes of work that is cancelled: it is left to itself, or waited for, since it has to take something
    /// back.
    enum class OnCancel { Leave, Wait };
    using Work = WatchedThread::Work;
    static constexpr std::chrono::milliseconds kUnseen{150}; ///< a person does not notice that nothing moves

    virtual ~Jobs() = default;
    /// Returns when the work is over; false: it was cancelled and left, and may go on for a while, so it must own all
    /// that it uses. Meanwhile the GUI may run, but no input reaches the window.
    virtual bool run(const QString& what, const Work& work, OnCancel onCancel) {
        static_cast<void>(what), static_cast<void>(onCancel);
        work({});
        return true;
    }
    /// Likewise, of work that has begun before.
    virtual bool wait(WatchedThread& thread, const QString& what, OnCancel onCancel) {
        static_cast<void>(what), static_cast<void>(onCancel);
        thread.join();
        return true;
    }
};

/// A person wanted it so: there is nothing to say.
inline Problem cancelled() { return {}; }
inline bool isCancelled(const Problem& problem) { return problem.text.empty(); }

/// What `make` makes, or why not: nothing that it throws goes on.
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

/// What work makes on another thread, to be taken when that has ended.
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
    /// cancelled() if a person did not want to wait for it, whatever `make` said of that.
    Result<T> take() { return wasStopped_ && !*result_ ? cancelled() : *std::move(result_); }

private:
    std::optional<Result<T>> result_;
    bool wasStopped_ = false;
};

/// What `make` makes in a job.
template <class T>
Result<T> inJob(Jobs& jobs, const QString& what, Jobs::OnCancel onCancel, std::function<Result<T>(const Watch&)> make) {
    const auto made = std::make_shared<JobResult<T>>();
    const Jobs::Work work = [made, make = std::move(make)](const Watch& watch) { made->run(make, watch); };
    return jobs.run(what, work, onCancel) ? made->take() : cancelled();
}

} // namespace headlight
