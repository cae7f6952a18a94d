#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "base/tooLittleMemory.h"

#include <QString>

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
    using Work = std::function<void(const Watch&)>;

    virtual ~Jobs() = default;
    /// Returns when the work is over; false: it was cancelled and left, and may go on for a while, so it must own all
    /// that it uses. Meanwhile the GUI may run, but no input reaches the window.
    virtual bool run(const QString& what, const Work& work, OnCancel onCancel) {
        static_cast<void>(what), static_cast<void>(onCancel);
        work({});
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

/// The same in a job; cancelled() if a person did not want to wait for it, whatever `make` says of that.
template <class T>
Result<T> inJob(Jobs& jobs, const QString& what, Jobs::OnCancel onCancel, std::function<Result<T>(const Watch&)> make) {
    struct Made {
        std::optional<Result<T>> result;
        bool wasStopped = false;
    };
    const auto made = std::make_shared<Made>();
    const Jobs::Work work = [made, make = std::move(make)](const Watch& watch) {
        made->result = caught<T>(make, [&](double done) {
            const bool shouldContinue = headlight::shouldContinue(watch, done);
            made->wasStopped = !shouldContinue;
            return shouldContinue;
        });
    };
    if (!jobs.run(what, work, onCancel) || (made->wasStopped && !*made->result)) return cancelled();
    return *std::move(made->result);
}

} // namespace headlight
