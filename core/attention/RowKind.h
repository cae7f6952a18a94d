#pragma once

#include <cstdint>

namespace headlight {

/// Whether a row of scores has weights, or why all its weights are 0 or NaN.
enum class RowKind : std::uint8_t {
    Plain,          ///< it has weights
    Masked,         ///< 0: every cell is masked
    AllMinusInf,    ///< 0: softmax of allowed scaled scores that are all -inf
    Lost,           ///< 0: MaskMode::After, and all allowed scores are so far below a masked one that they round to 0
    ScoreNotFinite, ///< NaN: softmax with a score (in MaskMode::After also a masked one) that is NaN or +inf
    SumZero,        ///< NaN: normalisation "sum", and the allowed scaled scores add up to 0
    SumNotFinite,   ///< NaN: normalisation "sum", and they add up to NaN or infinity
    SumTooSmall     ///< NaN: normalisation "sum", and a weight exceeds float32 because the sum is so small
};

/// Whether its weights are NaN.
inline bool isNaN(RowKind kind) { return kind >= RowKind::ScoreNotFinite; }

} // namespace headlight
