#pragma once

#include "base/Result.h"
#include "base/Watch.h"

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
    /// that it uses. Between the two the GUI may run, but nobody can do anything with it.
    virtual bool run(const QString& what, const Work& work, OnCancel onCancel) {
        static_cast<void>(what), static_cast<void>(onCancel);
        work({});
        return true;
    }
};

/// A person wanted it so: there is nothing to say.
inline Problem cancelled() { return {}; }
inline bool isCancelled(const Problem& problem) { return problem.text.empty(); }

/// What `make` makes, or why not; cancelled() if a person did not want to wait for it.
template <class T>
Result<T> inJob(Jobs& jobs, const QString& what, Jobs::OnCancel onCancel, std::function<Result<T>(const Watch&)> make) {
    const auto made = std::make_shared<std::optional<Result<T>>>();
    const Jobs::Work work = [made, make = std::move(make)](const Watch& watch) {
        try {
            *made = make(watch);
        } catch (const std::bad_alloc&) {
            *made = Problem{"There is not enough memory for this. Close other programs and try again."};
        } catch (const std::exception& error) {
            *made = Problem{std::string("This could not be done: ") + error.what() + "."};
        }
    };
    if (!jobs.run(what, work, onCancel)) return cancelled();
    return std::move(**made);
}

} // namespace headlight
