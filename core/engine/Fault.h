#pragma once

#include "base/Result.h"

#include <string>

namespace headlight {

/// What went wrong while a backend computed.
struct Fault {
    enum class Kind {
        None,
        Declined, ///< it is well, but cannot compute this session, or so many states together
        NoMemory,
        Backend
    };
    Kind kind = Kind::None;
    std::string why; ///< "the device is gone"; empty: unknown
    explicit operator bool() const { return kind != Kind::None; }
};

/// Of the exception that is being handled.
Fault currentFault() noexcept;

/// bad_alloc although little memory was needed: counts as a failure of the backend.
Fault lackOfMemory() noexcept;

/// What `work` throws, or returns as a Problem.
template <class Work>
Fault faultOf(Work&& work) {
    try {
        const Result<void> done = work();
        return done ? Fault() : Fault{Fault::Kind::Backend, done.text()};
    } catch (...) {
        return currentFault();
    }
}

/// "These maps could not be computed (the device is gone)"
std::string couldNot(const std::string& what, const Fault& fault);

} // namespace headlight
