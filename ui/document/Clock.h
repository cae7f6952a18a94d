#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace headlight {

/// Milliseconds that never go back. Whoever measures how fast a person is takes one, so that a test can say what time
/// it is.
using Clock = std::function<std::int64_t()>;

inline std::int64_t steadyClock() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

} // namespace headlight
