#pragma once

#include "base/Result.h"

#include <cstddef>
#include <functional>

namespace headlight {

/// Told how far some work is, 0 to 1, on the thread of the work; whether to go on. Must not throw. Null: nobody
/// watches.
using Watch = std::function<bool(double done)>;

inline bool goesOn(const Watch& watch, double done) { return !watch || watch(done); }

/// The same for the one at `place` of so many.
inline bool goesOn(const Watch& watch, std::size_t place, std::size_t count) {
    return goesOn(watch, static_cast<double>(place) / static_cast<double>(count));
}

/// What work that was stopped says of it.
inline Problem stopped() { return {"It was cancelled."}; }

/// For a part of the work, which takes it from `from` to `to`. `watch` must outlive it.
inline Watch partOf(const Watch& watch, double from, double to) {
    if (!watch) return {};
    return [&watch, from, to](double done) { return watch(from + done * (to - from)); };
}

} // namespace headlight
