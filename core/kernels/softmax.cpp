#include "kernels/exponential.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace headlight::kernels {
namespace {

// Adding 1.5 * 2^(52 - kTermBits) to a double in [0, 1] rounds it to a multiple of 2^-kTermBits, and leaves that
// multiple as a whole number in the low bits.
constexpr double kShifter = 96.0;
static_assert(kTermBits == 46 && kShifter == 1.5 * 64);

std::uint64_t bitsOf(double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

/// The terms of kLanes exponentials, each still with the bits of kShifter in it.
struct Terms {
    LongLanes low, high;
};
inline Terms termsOf(Lanes e) {
#if defined(__SSE2__) && !defined(__AVX__) // where GCC converts the vector number by number
    const __m128 both = (__m128)e;
    const auto low = (DoubleLanes)_mm_cvtps_pd(both) + kShifter;
    const auto high = (DoubleLanes)_mm_cvtps_pd(_mm_movehl_ps(both, both)) + kShifter;
#else
    HalfLanes half[2];
    std::memcpy(half, &e, sizeof half);
    const DoubleLanes low = __builtin_convertvector(half[0], DoubleLanes) + kShifter;
    const DoubleLanes high = __builtin_convertvector(half[1], DoubleLanes) + kShifter;
#endif
    return {(LongLanes)low, (LongLanes)high};
}

std::uint64_t termOf(float e) { return bitsOf(static_cast<double>(e) + kShifter) - bitsOf(kShifter); }

/// exp of the last, incomplete register.
inline void lastExponentials(const float* scores, Index count, ExpScale scale, float extreme, float* e) {
    store(e, exponentialOf(loadPart(scores, count, extreme), scale, splat(extreme)));
}

RowRange rangeOfSome(const float* values, Index n) {
    RowRange range{kInfinity, -kInfinity, true};
    for (Index i = 0; i < n; ++i) {
        if (!std::isfinite(values[i])) {
            range.finite = false;
            continue;
        }
        range.low = std::min(range.low, values[i]);
        range.high = std::max(range.high, values[i]);
    }
    return range;
}

} // namespace

void exponentials(const float* x, Index n, float* out) {
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes) store(out + i, exponential(load(x + i)));
    if (i < n) storePart(out + i, n - i, exponential(loadPart(x + i, n - i, 0.0F)));
}

RowRange rangeOf(const float* values, Index n) {
    Lanes low = splat(kInfinity), high = splat(-kInfinity), nonFinite = splat(0.0F);
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        const Lanes x = load(values + i);
        low = smaller(x, low);
        high = larger(x, high);
        nonFinite = nonFinite + (x - x); // NaN for ever once x is not finite
    }
    RowRange range = rangeOfSome(values + i, n - i);
    for (int lane = 0; lane < kLanes; ++lane)
        if (nonFinite[lane] != 0.0F) range.finite = false;
    if (!range.finite) {
        range = rangeOfSome(values, n);
        return range;
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        range.low = std::min(range.low, low[lane]);
        range.high = std::max(range.high, high[lane]);
    }
    return range;
}

namespace {

template <bool kIsPlain>
std::int64_t sumOfSome(const float* scores, Index n, ExpScale scale, float extreme) {
    LongLanes low{}, high{};
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        const Terms terms = termsOf(exponentialOf<kIsPlain>(load(scores + i), scale, splat(extreme)));
        low += terms.low;
        high += terms.high;
    }
    // The bits of kShifter were added once per element; arithmetic modulo 2^64 takes them out again.
    std::uint64_t sum = 0 - static_cast<std::uint64_t>(i) * bitsOf(kShifter);
    for (int lane = 0; lane < kLanes / 2; ++lane) sum += low[lane] + high[lane];
    if (i < n) {
        float e[kLanes];
        lastExponentials(scores + i, n - i, scale, extreme, e);
        for (Index lane = 0; lane < n - i; ++lane) sum += termOf(e[lane]);
    }
    return static_cast<std::int64_t>(sum);
}

template <bool kIsPlain>
void weightsOfSome(const float* scores, Index n, ExpScale scale, float extreme, float inverse, float* out) {
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes)
        store(out + i, exponentialOf<kIsPlain>(load(scores + i), scale, splat(extreme)) * inverse);
    if (i < n) {
        float e[kLanes];
        lastExponentials(scores + i, n - i, scale, extreme, e);
        for (Index lane = 0; lane < n - i; ++lane) out[i + lane] = e[lane] * inverse;
    }
}

} // namespace

std::int64_t sumOfExponentials(const float* scores, Index n, ExpScale scale, float extreme) {
    return scale.pre == 1 ? sumOfSome<true>(scores, n, scale, extreme) : sumOfSome<false>(scores, n, scale, extreme);
}

void exchangeTerms(const float* oldScores, const float* newScores, Index n, ExpScale scale, const float* extreme,
                   const float* low, const float* high, std::int64_t* sums, std::uint8_t* redo) {
    for (int side = 0; side < 2; ++side) {
        const float* scores = side == 0 ? oldScores : newScores;
        if (!scores) continue;
        for (Index j = 0; j < n; j += kLanes) {
            const Index count = std::min<Index>(kLanes, n - j);
            float e[kLanes];
            if (count == kLanes)
                store(e, exponentialOf(load(scores + j), scale, load(extreme + j)));
            else
                store(e, exponentialOf(loadPart(scores + j, count, 0.0F), scale, loadPart(extreme + j, count, 0.0F)));
            for (Index lane = 0; lane < count; ++lane) {
                const float score = scores[j + lane];
                const bool inside = low[j + lane] < score && score < high[j + lane];
                redo[j + lane] = static_cast<std::uint8_t>(redo[j + lane] | !inside);
                const std::uint64_t term = termOf(e[lane]);
                const auto sum = static_cast<std::uint64_t>(sums[j + lane]);
                sums[j + lane] = static_cast<std::int64_t>(side == 0 ? sum - term : sum + term);
            }
        }
    }
}

void softmaxWeights(const float* scores, Index n, ExpScale scale, float extreme, float inverse, float* out) {
    if (scale.pre == 1)
        weightsOfSome<true>(scores, n, scale, extreme, inverse, out);
    else
        weightsOfSome<false>(scores, n, scale, extreme, inverse, out);
}

double sumOfScaled(const float* scores, Index n, float factor) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(scores[i] * factor);
    return sum;
}

} // namespace headlight::kernels
