#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace headlight {

/// Returns milliseconds that never go back. Code that measures how fast a user acts is given a Clock, so that a test
/// can set the time.
using Clock = std::function<std::int64_t()>;

inline std::int64_t steadyClock() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

} // namespace headlight
