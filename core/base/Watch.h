#pragma once

#include "base/Result.h"

#include <cstddef>
#include <functional>

namespace headlight {

/// Called by long work, on its thread, with the part that is done (0 to 1). Returns false to cancel the work. Must not
/// throw. Null: the work cannot be cancelled.
using Watch = std::function<bool(double done)>;

inline bool shouldContinue(const Watch& watch, double done) { return !watch || watch(done); }

/// The same for step `place` of `count`, from 0.
inline bool shouldContinue(const Watch& watch, std::size_t place, std::size_t count) {
    return shouldContinue(watch, static_cast<double>(place) / static_cast<double>(count));
}

/// The Problem that cancelled work returns.
inline Problem stopped() { return {"It was cancelled."}; }

/// A Watch for the part of the work between `from` and `to` (0 to 1). `watch` must outlive it.
inline Watch partOf(const Watch& watch, double from, double to) {
    if (!watch) return {};
    return [&watch, from, to](double done) { return watch(from + done * (to - from)); };
}

} // namespace headlight
