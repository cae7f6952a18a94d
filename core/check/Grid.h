#pragma once
// Private to core/check: the numbers of a stage with a bound of their errors.

#include "base/Matrix.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

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

using Sides = std::array<Index, 4>; ///< texts, heads, rows, columns

/// Numbers in the order of memory, and how far each may be from the one that the program computed with which wrote the
/// file. That is derived as follows:
///   a number of the file may have been rounded after it was computed with: Precision::of(x)
///   a product of n terms: Σ |δa||b| + |a||δb|, and n kSingle Σ |a||b|, since sums are kept in float32 or better
///   a softmax, w = e^s / Σ e^s: w (e^δ / Σ w e^-δ - 1), where δ bounds the errors of s and of s - max s; and what the
///   exponential, the sum and the quotient add
///   each result is then rounded as the stages of the file are, up to the one that is compared
struct Grid {
    Sides sides{};
    Eigen::ArrayXd values{}, errors{};
    Grid() = default;
    Grid(const Sides& of, Eigen::ArrayXd numbers);
    Index rows() const { return sides[2]; }
    Index cols() const { return sides[3]; }
    Index items() const { return sides[0] * sides[1]; } ///< matrices
    bool isEmpty() const { return values.size() == 0; }
    Eigen::Map<const MatrixD> matrix(Index item) const { return {&values[item * rows() * cols()], rows(), cols()}; }
    void round(const Precision&);
    void scale(double factor);
};

/// Side k of the result is side order[k].
Grid permuted(const Grid&, const std::array<std::size_t, 4>& order);
/// Repeats what a side has too few of, each for its group, and leaves out what it has too many of.
Grid fitted(const Grid&, const Sides&);

Grid transposed(const Grid&); ///< rows and columns
/// Cuts the columns into heads; or, `isViewed`, the numbers in memory, as a view() without a transpose does.
Grid split(Grid, Index heads, bool isViewed);
/// Joins all heads, column beside column; or, `isViewed`, as their numbers are in memory.
Grid merged(Grid, bool isViewed);
Grid meanOfHeads(const Grid&);

Grid sum(Grid a, const Grid& b);            ///< b may have fewer rows, heads and texts
Grid product(const Grid& a, const Grid& b); ///< of each matrix of a; b may have fewer, each for its group
/// Returns a where the mask is not 0, else `hidden`. The mask may have fewer rows, heads and texts.
Grid masked(Grid a, const Grid& mask, double hidden);

enum class Axis : unsigned char { Heads = 1, Queries, Keys }; ///< of Sides
/// Where a softmax has nothing to sum, it is NaN.
Grid softmax(const Grid& logits, Axis, const Precision&);

} // namespace headlight
