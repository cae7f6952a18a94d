#pragma once

#include <functional>

namespace headlight {

/// Told how far some work is, 0 to 1, on the thread of the work; whether to go on. Must not throw. Null: nobody
/// watches.
using Watch = std::function<bool(double done)>;

inline bool goesOn(const Watch& watch, double done) { return !watch || watch(done); }

/// For a part of the work, which takes it from `from` to `to`. `watch` must outlive it.
inline Watch partOf(const Watch& watch, double from, double to) {
    if (!watch) return {};
    return [&watch, from, to](double done) { return watch(from + done * (to - from)); };
}

} // namespace headlight
