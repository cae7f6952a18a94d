#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace headlight {

/// Milliseconds that never go back. Whoever measures how fast a person is takes one, so that a test can say what time
/// it is.
using Clock = std::function<std::int64_t()>;

inline std::int64_t steadyClock() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

} // namespace headlight
