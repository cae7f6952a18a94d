#pragma once
// core/kernels: the hot loops, on plain pointers and sizes. Nothing here knows sessions or Eigen: the loops are
// compiled once for each target (Highway's word for an instruction set), and the machine's best target runs. Pure
// functions, any thread.
//
// The promise on which incremental recomputation relies: on one target, every number is made by the same operations in
// the same order, whichever subset of rows or columns is asked for. So a recomputed row, column or element equals that
// of a full pass bit for bit. Targets with fused multiply-add agree with each other, and so do those without.

#include "kernels/Bins.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace headlight::kernels {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Returns the targets that this machine can run, in Highway's words ("AVX3" is AVX-512). The first one computes.
std::vector<std::string> targets();
/// Returns the first of them without asking the processor, which takes targets() 15 microseconds in a virtual machine.
std::string chosenTarget();
/// Chooses one of targets(), which then returns only this one, or the best one again for "". For tests and benchmarks,
/// while nothing is computed. Numbers of different targets differ in their last bits.
void useTarget(const std::string& name);

// ---- Products: PackedMatrix.h.

/// Computes out [cols] = a B with the bits of PackedMatrix, from a B [depth, cols] that is not packed, over the k in
/// [begin, end) with mask[k] != 0 (null: all) alone: what is left out may be anything, even NaN.
void multiplySome(const float* a, Index begin, Index end, const std::uint8_t* mask, const float* b, Index cols,
                  float* out);

// ---- The exponential is within 1 ulp of the true value (tested on every 16th float from -88 to 89). It never
// decreases, on which pooling relies (tested on every float; those nearer to 0 than 2^-26 all give 1). exp(0) = 1 and
// exp(-inf) = 0 exactly; 0 below -87.336 (where float32 would go subnormal), +inf above 88.722, NaN for NaN.
void exponentials(const float* x, Index n, float* out);

// ---- One row of softmax: e = exp((score - extreme) * factor), where extreme is the row's score that has the largest
// score * factor. If all scores are finite, no e is NaN and the e of the extreme is 1: see ExpScale.

struct RowRange {
    float low, high; ///< the range of the finite values; low > high if there are none
    bool finite;     ///< all values are finite
};
RowRange rangeOf(const float* values, Index n);

/// The factors of an exponent (score * pre - extreme * pre) * post, which is never above 0. The difference of two
/// scores may be too large for a float. If |factor| <= 1, that would matter, so pre halves (exactly) and post doubles;
/// else e is 0 then anyway.
struct ExpScale {
    float pre, post;
};
inline ExpScale expScaleOf(float factor) {
    const bool isSmall = factor >= -1 && factor <= 1;
    return isSmall ? ExpScale{0.5F, 2 * factor} : ExpScale{1, factor};
}
/// Returns a scale for scores in [low, high] that gives the same e, bit for bit, without a multiplication if possible.
inline ExpScale expScaleOf(float factor, float low, float high) {
    return high - low <= std::numeric_limits<float>::max() ? ExpScale{1, factor} : expScaleOf(factor);
}

/// Returns l, the sum of e, each of which is rounded to a whole number of units of 2^-46.
///
/// Whole numbers are added exactly and in any order. To replace one term of l (subtract the old one, add the new one)
/// therefore gives the very bits that summing afresh gives, at the cost of one element, not of a row. The error:
/// rounding e to a multiple of 2^-46 is off by at most 2^-47, so that l, which is at least 1 (the largest element gives
/// exp(0) = 1), is off by at most n 2^-47 relative; n = 2^16 gives 2^-31, a hundredth of a float32 rounding. l <= n, so
/// up to n = 2^16 the sum stays below 2^62.
inline constexpr int kTermBits = 46;
std::int64_t sumOfExponentials(const float* scores, Index n, ExpScale scale, float extreme);

/// Replaces a term in each of n rows j: sums[j] loses the term of oldScores[j] and gains that of newScores[j] (either
/// array may be null: nothing to lose or to gain). The sum is right only if old and new lie strictly between low[j] and
/// high[j], the extremes of the row, so that no extreme moved and nothing is non-finite; else redo[j] is set to 1: the
/// row must be computed afresh.
void exchangeTerms(const float* oldScores, const float* newScores, Index n, ExpScale scale, const float* extreme,
                   const float* low, const float* high, std::int64_t* sums, std::uint8_t* redo);

/// Computes out = e * inverse. Not for rows whose weights are NaN.
void softmaxWeights(const float* scores, Index n, ExpScale scale, float extreme, float inverse, float* out);

/// Returns the sum of score * factor, each rounded to float, in double and in ascending order of keys.
double sumOfScaled(const float* scores, Index n, float factor);

/// Computes out = (x - mean) / sqrt(variance + eps) * gain + bias over one row, in double and rounded once.
void layerNorm(const float* x, Index n, const float* gain, const float* bias, double eps, float* out);

// ---- Reduction to pixels. `scratch` has bins.scratchSize() floats.

/// Returns the value of largest magnitude among data * factor over rows x cols: NaN if any is NaN; +a if both +a and -a
/// are largest; +0, never -0. The order of evaluation has no influence.
float largest(const float* data, Index ld, Index rows, Index cols, float factor);

/// Computes out[b] = largest() over `rows` rows and the columns of bin b.
void largestPerBin(const float* data, Index ld, Index rows, const Bins& bins, float factor, float* scratch, float* out);

/// The elements of a row that count: those in [begin, end) with mask[i] != 0 (null: all).
struct Allowed {
    Index begin, end;
    const std::uint8_t* mask;
};
/// Computes out[b], the largest score of the bin's allowed elements (the smallest if `isNegated`, for a factor below 0:
/// the one with the largest score * factor), NaN if the bin has none. NaN elements are passed over.
void binExtremes(const float* scores, const Bins& bins, const Allowed& allowed, bool isNegated, float* scratch,
                 float* out);
/// Returns the extreme of one bin, as binExtremes() computes it.
float binExtreme(const float* scores, const Bins& bins, Index bin, const Allowed& allowed, bool isNegated);

/// Computes out[b] = e of bins[b], 0 for NaN (no allowed element). `isOfEach`: each bin has its own extreme.
void exponentialsOfBins(const float* bins, Index n, ExpScale scale, const float* extreme, bool isOfEach, float* out);
/// Computes out[b], the largest e * inverse of column b: row r of e [rows, n] times inverse[r]. NaN if it is infinite.
void largestWeights(const float* e, Index rows, const float* inverse, Index n, float* out);

} // namespace headlight::kernels
