#pragma once

#include "base/Result.h"

#include <cstddef>
#include <functional>

namespace headlight {

/// A function that long work calls, on its thread, with the part that is done (0 to 1). It returns false to cancel the
/// work, and must not throw. Null: the work cannot be cancelled.
using Watch = std::function<bool(double done)>;

inline bool shouldContinue(const Watch& watch, double done) { return !watch || watch(done); }

/// Returns false if the work is to be cancelled at step `place` (from 0) of `count`.
inline bool shouldContinue(const Watch& watch, std::size_t place, std::size_t count) {
    return shouldContinue(watch, static_cast<double>(place) / static_cast<double>(count));
}

/// Returns the Problem of cancelled work.
inline Problem stopped() { return {"It was cancelled."}; }

/// Returns a Watch for the part of the work between `from` and `to` (0 to 1). `watch` must outlive it.
inline Watch partOf(const Watch& watch, double from, double to) {
    if (!watch) return {};
    return [&watch, from, to](double done) { return watch(from + done * (to - from)); };
}

} // namespace headlight
