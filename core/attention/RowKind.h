#pragma once

#include <cstdint>

namespace headlight {

/// What becomes of a row of scores.
enum class RowKind : std::uint8_t {
    Plain,          ///< has weights
    Masked,         ///< no cell is allowed: weights 0
    AllMinusInf,    ///< softmax: every allowed scaled score is -inf: weights 0
    Lost,           ///< mode after: so small beside a hidden one that nothing is left of their weights: 0
    ScoreNotFinite, ///< softmax: one that it sees is NaN or +inf: weights NaN
    SumZero,        ///< normalisation "sum": the allowed scaled scores add up to 0: weights NaN
    SumNotFinite,   ///< ... to NaN, infinity: weights NaN
    SumTooSmall     ///< ... to so little that a weight is more than float32 holds: weights NaN
};

inline bool isNaN(RowKind kind) { return kind >= RowKind::ScoreNotFinite; }

} // namespace headlight
