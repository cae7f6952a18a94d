// The exponential and rows of softmax. See kernels.h.

#include "kernels/vectors-inl.h"

#if defined(HEADLIGHT_SOFTMAX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADLIGHT_SOFTMAX_INL
#undef HEADLIGHT_SOFTMAX_INL
#else
#define HEADLIGHT_SOFTMAX_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace headlight::kernels::HWY_NAMESPACE {

using Doubles = hn::ScalableTag<double>;
using Longs = hn::ScalableTag<std::uint64_t>;

// Adding 1.5 * 2^(52 - kTermBits) to a double in [0, 1] rounds it to a multiple of 2^-kTermBits, and leaves that
// multiple as a whole number in the low bits.
constexpr double kShifter = 96.0;
constexpr auto kShifterBits = std::bit_cast<std::uint64_t>(kShifter);
static_assert(kTermBits == 46 && kShifter == 1.5 * 64);

/// The terms of kLanes exponentials, each still with the bits of kShifter in it.
struct Terms {
    hn::Vec<Longs> low, high;
};
HWY_INLINE Terms termsOf(V e) {
    const auto terms = [](auto part) HWY_ATTR {
        return hn::BitCast(Longs(), hn::Add(hn::PromoteTo(Doubles(), part), hn::Set(Doubles(), kShifter)));
    };
#if HWY_TARGET == HWY_SCALAR // a scalar has no halves
    return {terms(e), hn::Set(Longs(), kShifterBits)};
#else
    const hn::Half<D> half;
    return {terms(hn::LowerHalf(half, e)), terms(hn::UpperHalf(half, e))};
#endif
}

HWY_INLINE void storeTerms(std::uint64_t* to, const Terms& terms) {
    hn::Store(terms.low, Longs(), to);
    if constexpr (kLanes > 1) hn::Store(terms.high, Longs(), to + kLanes / 2);
}

void exponentials(const float* x, Index n, float* out) {
    forEachPart(n, [&](Index i, Index count)
                       HEADLIGHT_INLINE { storePart(out + i, count, exponential(loadPart(x + i, count))); });
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

RowRange rangeOf(const float* values, Index n) {
    V low = hn::Set(D(), kInfinity), high = hn::Set(D(), -kInfinity), nonFinite = hn::Zero(D());
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        const V x = loadPart(values + i, count, values[i]);
        low = hn::Min(x, low);
        high = hn::Max(x, high);
        nonFinite = hn::Add(nonFinite, hn::Sub(x, x)); // NaN for ever once x is not finite
    });
    if (!hn::AllTrue(D(), hn::Eq(nonFinite, nonFinite))) return rangeOfSome(values, n);
    return {hn::GetLane(hn::MinOfLanes(D(), low)), hn::GetLane(hn::MaxOfLanes(D(), high)), true};
}

template <bool kIsPlain>
HWY_INLINE std::int64_t sumOfSome(const float* scores, Index n, ExpScale scale, float extreme) {
    const V top = hn::Set(D(), extreme);
    Terms sums{hn::Zero(Longs()), hn::Zero(Longs())};
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        prefetch(scores + i);
        const V e = exponentialOf<kIsPlain>(loadPart(scores + i, count, extreme), scale, top);
        const Terms terms = termsOf(e);
        sums = {hn::Add(sums.low, terms.low), hn::Add(sums.high, terms.high)};
    });
    HWY_ALIGN std::uint64_t buffer[kLanes];
    storeTerms(buffer, sums);
    // The bits of kShifter were added once for each lane, and a term of 1 for each lane too many; arithmetic modulo
    // 2^64 takes them out again.
    const auto lanes = static_cast<std::uint64_t>((n + kLanes - 1) / kLanes * kLanes);
    std::uint64_t sum = 0 - lanes * kShifterBits - ((lanes - static_cast<std::uint64_t>(n)) << kTermBits);
    for (const std::uint64_t part : buffer) sum += part;
    return static_cast<std::int64_t>(sum);
}

std::int64_t sumOfExponentials(const float* scores, Index n, ExpScale scale, float extreme) {
    return scale.pre == 1 ? sumOfSome<true>(scores, n, scale, extreme) : sumOfSome<false>(scores, n, scale, extreme);
}

void exchangeTerms(const float* oldScores, const float* newScores, Index n, ExpScale scale, const float* extreme,
                   const float* low, const float* high, std::int64_t* sums, std::uint8_t* redo) {
    for (const bool isNew : {false, true}) {
        const float* scores = isNew ? newScores : oldScores;
        if (!scores) continue;
        for (Index j = 0; j < n; j += kLanes) {
            HWY_ALIGN std::uint64_t terms[kLanes];
            storeTerms(terms, termsOf(exponentialOf(loadPart(scores + j, n - j), scale, loadPart(extreme + j, n - j))));
            for (Index lane = 0; lane < std::min(kLanes, n - j); ++lane) {
                const std::uint64_t term = terms[lane] - kShifterBits; // arbitrary for NaN, where redo is set
                const auto sum = static_cast<std::uint64_t>(sums[j + lane]);
                sums[j + lane] = static_cast<std::int64_t>(isNew ? sum + term : sum - term);
            }
        }
        for (Index j = 0; j < n; ++j) {
            const int outside = int{!(low[j] < scores[j])} | int{!(scores[j] < high[j])};
            redo[j] = static_cast<std::uint8_t>(redo[j] | outside);
        }
    }
}

template <bool kIsPlain>
HWY_INLINE void weightsOfSome(const float* scores, Index n, ExpScale scale, float extreme, float inverse, float* out) {
    const V top = hn::Set(D(), extreme), share = hn::Set(D(), inverse);
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        prefetch(scores + i);
        const V e = exponentialOf<kIsPlain>(loadPart(scores + i, count), scale, top);
        storePart(out + i, count, hn::Mul(e, share));
    });
}

void softmaxWeights(const float* scores, Index n, ExpScale scale, float extreme, float inverse, float* out) {
    if (scale.pre == 1)
        weightsOfSome<true>(scores, n, scale, extreme, inverse, out);
    else
        weightsOfSome<false>(scores, n, scale, extreme, inverse, out);
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
