#pragma once
// Private to core/check: matrices with a bound of their errors.

#include "attention/formulas.h"

#include <cmath>
#include <span>
#include <vector>

namespace headlight {

inline constexpr double kSingle = 0x1p-24; ///< rounding to float32 changes x by at most kSingle |x|

/// A bound of errors: x is wrong by at most relative |x| + absolute.
struct Precision {
    double relative = kSingle, absolute = 0x1p-126;
    double of(double x) const { return std::isfinite(x) ? relative * std::abs(x) + absolute : 0; }
};

/// Returns the rounding that the numbers of an array show, whatever type they are saved in: that of bfloat16, of
/// float16, or else of float32. Whole numbers and those of at most five bits (0.5, 1.25) are taken as exact.
Precision roundingOf(std::span<const float>);

/// A stage: a matrix for each head, or for each item of a batch, and how far each number may be from the one that the
/// program computed with which wrote the file. That is derived as follows:
///   a number of the file may have been rounded after it was computed with: Precision::of(x)
///   a product of n terms: Σ |δa||b| + |a||δb|, and n kSingle Σ |a||b|, since sums are kept in float32 or better
///   a softmax, w = e^s / Σ e^s: w (e^δ / Σ w e^-δ - 1), where δ bounds the errors of s and of s - max s; and what the
///   exponential, the sum and the quotient add
///   each result is then rounded as the stages of the file are, up to the one that is compared
struct Numbers {
    std::vector<MatrixD> items{}, errors{};
    void round(const Precision&);
};

/// Return a b for each item of a, where b has as many, or one for all.
Numbers product(const Numbers& a, const Numbers& b);
Numbers transposed(const Numbers&);
/// Cuts each matrix into `count` heads, columns by columns; or, `isViewed`, reads its numbers in memory as [count, N,
/// ...], as a view() without a transpose does.
Numbers split(const Numbers&, Index count, bool isViewed);
/// Joins each `count` heads, column beside column; or, `isViewed`, reads their numbers in memory as [N, ...].
Numbers merged(const Numbers&, Index count, bool isViewed);

/// Returns (x - mean) / sqrt(variance + eps) of each row; or, `isRms`, x / sqrt(mean of x^2 + eps).
Numbers normalised(const Numbers&, double eps, bool isRms);

enum class Axis { Keys, Queries, Heads };
/// Returns the softmax over the allowed cells, with `masksAfter` over all of them and then 0 elsewhere. Where it has
/// nothing to sum, it is NaN.
Numbers softmax(const Numbers& logits, const Allowed&, Axis, bool masksAfter, const Precision&);

} // namespace headlight
