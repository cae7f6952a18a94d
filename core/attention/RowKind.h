#pragma once

#include <cstdint>

namespace headlight {

/// Says whether a row of scores has weights, or why all its weights are 0 or NaN.
enum class RowKind : std::uint8_t {
    Plain,          ///< it has weights
    Masked,         ///< 0: every cell is masked
    AllMinusInf,    ///< 0: softmax of allowed scaled scores that are all -inf
    RestZero,       ///< 0: of Stage::Rest, no weight but the first one is more than 0
    ScoreNotFinite, ///< NaN: softmax with an allowed score that is NaN or +inf
    SumZero,        ///< NaN: normalisation "sum", and the allowed scaled scores add up to 0
    SumNotFinite,   ///< NaN: normalisation "sum", and they add up to NaN or infinity
    SumTooSmall     ///< NaN: normalisation "sum", and a weight exceeds float32 because the sum is so small
};

/// True if the weights of the row are NaN.
inline bool isNaN(RowKind kind) { return kind >= RowKind::ScoreNotFinite; }

} // namespace headlight
