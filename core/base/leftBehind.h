#pragma once

#include <atomic>

namespace headlight {

/// How many threads nobody waits for any more. While there are any, a program must end by std::_Exit: they may still
/// use what the end of main() would take down.
inline std::atomic<int>& threadsLeftBehind() {
    static std::atomic<int> count{0};
    return count;
}

} // namespace headlight
