#pragma once
// core/kernels: the hot loops, on plain pointers and sizes. Nothing here knows sessions or Eigen: they are compiled
// once for each target (an instruction set, in the words of Highway), and the machine's best runs. Pure functions, any
// thread.
//
// The promise on which incremental recomputation stands: on one target, every number is made by the same operations in
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

/// The targets that this machine can run, in Highway's words ("AVX3" is AVX-512), the one that computes first.
std::vector<std::string> targets();
/// The first of them. It is known, while targets() asks the processor, which takes 15 microseconds in a virtual
/// machine.
std::string chosenTarget();
/// For tests and benchmarks, while nothing is computed: one of targets(); "": the best again. What was computed on
/// another target has other last bits. targets() then has only this one.
void useTarget(const std::string& name);

// ---- Products: PackedMatrix.h.

/// out [cols] = a B, as PackedMatrix computes it, from a B [depth, cols] that is not packed, over the k in [begin, end)
/// with mask[k] != 0 (null: all) alone: what is left out may be anything, even NaN.
void multiplySome(const float* a, Index begin, Index end, const std::uint8_t* mask, const float* b, Index cols,
                  float* out);

// ---- The exponential: within 1 ulp of the truth (tested on every 16th float from -88 to 89), never decreasing (tested
// on every one; those nearer to 0 than 2^-26 all give 1), on which pooling stands. exp(0) = 1 and exp(-inf) = 0
// exactly, 0 below -87.336 (where float32 would go subnormal), +inf above 88.722, NaN for NaN.
void exponentials(const float* x, Index n, float* out);

// ---- One row of softmax: e = exp((score - extreme) * factor), where extreme is the row's score that has the largest
// score * factor. Of finite scores no e is NaN, and that of the extreme is 1: see ExpScale.

struct RowRange {
    float low, high; ///< of the finite values; low > high if there are none
    bool finite;     ///< all of them are
};
RowRange rangeOf(const float* values, Index n);

/// x = (score * pre - extreme * pre) * post, never above 0. The difference of two scores may be too large for a float.
/// Up to |factor| = 1 that would matter, so there pre halves (exactly) and post doubles; beyond, e is 0 either way.
struct ExpScale {
    float pre, post;
};
inline ExpScale expScaleOf(float factor) {
    const bool isSmall = factor >= -1 && factor <= 1;
    return isSmall ? ExpScale{0.5F, 2 * factor} : ExpScale{1, factor};
}
/// For scores in [low, high]: the same e, bit for bit, without a multiplication where none is needed.
inline ExpScale expScaleOf(float factor, float low, float high) {
    return high - low <= std::numeric_limits<float>::max() ? ExpScale{1, factor} : expScaleOf(factor);
}

/// One e as a whole number of 2^-46, and l = sum of e as the sum of such numbers.
///
/// Why whole numbers: their addition is exact and knows no order. To replace one term of l (subtract the old one, add
/// the new one) therefore gives the very bits that summing afresh gives, at the cost of one element, not of a row.
/// What it costs: rounding e to a multiple of 2^-46 is off by at most 2^-47, so that l, which is at least 1 (the
/// largest element gives exp(0) = 1), is off by at most n 2^-47 relative; n = 2^16 gives 2^-31, a hundredth of a
/// float32 rounding. l <= n, so up to n = 2^16 the sum stays below 2^62.
inline constexpr int kTermBits = 46;
std::int64_t sumOfExponentials(const float* scores, Index n, ExpScale scale, float extreme);

/// For each of n rows j: sums[j] loses the term of oldScores[j] and gains that of newScores[j] (either array may be
/// null: nothing to lose or to gain). Holds only where old and new lie strictly between low[j] and high[j], the
/// extremes of the row, so that no extreme moved and nothing is non-finite; elsewhere redo[j] is set to 1: do the row
/// afresh.
void exchangeTerms(const float* oldScores, const float* newScores, Index n, ExpScale scale, const float* extreme,
                   const float* low, const float* high, std::int64_t* sums, std::uint8_t* redo);

/// out = e * inverse. Not for rows whose weights are NaN.
void softmaxWeights(const float* scores, Index n, ExpScale scale, float extreme, float inverse, float* out);

/// The sum of score * factor in double, keys ascending.
double sumOfScaled(const float* scores, Index n, float factor);

/// out = (x - mean) / sqrt(variance + eps) * gain + bias over one row, in double and rounded once.
void layerNorm(const float* x, Index n, const float* gain, const float* bias, double eps, float* out);

// ---- Reduction to pixels. `scratch`: bins.scratchSize() floats.

/// The value of largest magnitude among data * factor over rows x cols: NaN if any is NaN; +a if both +a and -a are
/// largest; +0, never -0. Independent of the order of evaluation.
float largest(const float* data, Index ld, Index rows, Index cols, float factor);

/// out[b] = largest() over `rows` rows and the columns of bin b.
void largestPerBin(const float* data, Index ld, Index rows, const Bins& bins, float factor, float* scratch, float* out);

/// Which elements of a row count: [begin, end), and of these those with mask[i] != 0 (null: all).
struct Allowed {
    Index begin, end;
    const std::uint8_t* mask;
};
/// out[b] = the largest score of the bin's allowed elements (the smallest if `turned`, for a factor below 0: the one
/// with the largest score * factor), NaN if the bin has none. NaN elements are passed over.
void binExtremes(const float* scores, const Bins& bins, const Allowed& allowed, bool turned, float* scratch,
                 float* out);
/// The same for one bin.
float binExtreme(const float* scores, const Bins& bins, Index bin, const Allowed& allowed, bool turned);

/// out[b] = e of bins[b]; 0 of NaN (no allowed element). `isOfEach`: each has its own extreme.
void exponentialsOfBins(const float* bins, Index n, ExpScale scale, const float* extreme, bool isOfEach, float* out);
/// out[b] = the largest e * inverse of column b: row r of e [rows, n] times inverse[r]. NaN where that is infinite.
void largestWeights(const float* e, Index rows, const float* inverse, Index n, float* out);

} // namespace headlight::kernels
