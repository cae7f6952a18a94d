#pragma once

#include "base/Matrix.h"

#include <array>
#include <optional>
#include <span>

namespace headlight {

/// A measure of a row of weights a (before dropout), and its mean over a head's rows. The screen has this order.
enum class Measure : unsigned char {
    Entropy,         ///< in bits: -sum of a log2 a, where 0 log 0 is 0
    EffectiveTokens, ///< 2^entropy: as many tokens with equal weights have that entropy
    Largest,         ///< the largest weight
    OnFirst,         ///< the weight of the first key
    OnSelf,          ///< the weight of the query's own token
    OnPrevious,      ///< the weight of the token before the query
    OnNext,          ///< the weight of the token after the query
    OnEqual,         ///< the sum of the weights of earlier tokens that are equal to the query
    Distance,        ///< the sum of |query - key| times the weight: the mean distance in tokens
    Sum,             ///< the sum of the weights as they are, in double
    End
};

struct RowStatistics {
    /// A measure that is not defined has no value: all but Sum of weights that are shares of a sum (Normalisation::Sum,
    /// they may be negative) and of a row without weights; all of a NaN row; OnPrevious of the first query, OnNext of
    /// the last one, OnEqual if no earlier token is equal; the last five before Sum if queries and keys are two
    /// sentences.
    std::array<std::optional<double>, static_cast<std::size_t>(Measure::End)> values;
    Index largestAt = -1; ///< the first key with the largest weight; -1: none
    const std::optional<double>& operator[](Measure m) const { return values[static_cast<std::size_t>(m)]; }
    std::optional<double>& operator[](Measure m) { return values[static_cast<std::size_t>(m)]; }
};

/// The kind of the weights of a layer.
struct WeightKind {
    bool isSoftmax = true;
    std::span<const int> ids{}; ///< those of the tokens, each of which is query and key; empty: of two sentences
};

/// Returns the statistics of the weights of one query, as a map shows them. Pure; any thread.
RowStatistics rowStatistics(std::span<const float> weights, Index query, WeightKind kind);

/// The mean of a measure over the rows that have it, and their number; NaN if there are none.
struct MeasureMean {
    double mean = 0;
    Index rows = 0;
};
MeasureMean meanOf(Measure, std::span<const RowStatistics> rows);

} // namespace headlight
