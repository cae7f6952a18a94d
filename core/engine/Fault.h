#pragma once

#include "base/Result.h"

#include <string>

namespace headlight {

/// The reason why a backend has not computed a result.
struct Fault {
    enum class Kind {
        None,
        Declined, ///< it works, but cannot compute this session, or so many states together
        NoMemory,
        Backend
    };
    Kind kind = Kind::None;
    std::string why; ///< "the device is gone"; empty: unknown
    explicit operator bool() const { return kind != Kind::None; }
};

/// Returns the fault of the exception that is being handled.
Fault currentFault() noexcept;

/// Returns the fault of a bad_alloc when little memory was needed: it counts as a failure of the backend.
Fault lackOfMemory() noexcept;

/// Returns the fault of `work`: what it throws, or returns as a Problem.
template <class Work>
Fault faultOf(Work&& work) {
    try {
        const Result<void> done = work();
        return done ? Fault() : Fault{Fault::Kind::Backend, done.text()};
    } catch (...) {
        return currentFault();
    }
}

/// Returns "These maps could not be computed (the device is gone)", of which `what` is "These maps".
std::string couldNot(const std::string& what, const Fault& fault);

} // namespace headlight
