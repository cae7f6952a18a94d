#pragma once

#include "session/Layer.h"

#include <cstdint>

namespace headlight {

/// Whether a row of scores has weights, or why all its weights are 0 or NaN.
enum class RowKind : std::uint8_t {
    Plain,          ///< it has weights
    Masked,         ///< 0: every cell is masked
    AllMinusInf,    ///< 0: softmax of allowed scaled scores that are all -inf
    ScoreNotFinite, ///< NaN: softmax with an allowed score that is NaN or +inf
    SumZero,        ///< NaN: normalisation "sum", and the allowed scaled scores add up to 0
    SumNotFinite,   ///< NaN: normalisation "sum", and they add up to NaN or infinity
    SumTooSmall     ///< NaN: normalisation "sum", and a weight exceeds float32 because the sum is so small
};

/// Whether its weights are NaN.
inline bool isNaN(RowKind kind) { return kind >= RowKind::ScoreNotFinite; }

/// What is known of one row of scaled scores, over its allowed keys.
struct RowStats {
    bool isAny = false; ///< a key is allowed
    /// A scaled score is NaN or +inf, or with normalisation "sum" -inf. What follows is not defined then.
    bool isNotFinite = false;
    /// The largest and the smallest finite score, scaled; without one max is -inf and min is +inf.
    float max = 0, min = 0;
    double sum = 0; ///< of exp(scaled - max), or with normalisation "sum" of scaled
};

/// Why the row's weights are none, where they are.
RowKind kindOf(const RowStats&, Normalisation);

} // namespace headlight
