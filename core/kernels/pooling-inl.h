// Reduction to pixels. See kernels.h.

#include "kernels/vectors-inl.h"

#if defined(HEADLIGHT_POOLING_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADLIGHT_POOLING_INL
#undef HEADLIGHT_POOLING_INL
#else
#define HEADLIGHT_POOLING_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace headlight::kernels::HWY_NAMESPACE {

// A bin has n / bins elements or one more, so it is covered by two windows of half of that or more: by the largest
// power of two that n / bins holds. The windows of all elements are made by doubling.

inline Index windowOf(Index n, Index bins) {
    return static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(n / bins)));
}

/// w[i] = op of w[i] to w[i + window - 1], for i <= n - window.
template <class Op>
HWY_INLINE void widen(float* w, Index n, Index window, Op op) {
    for (Index step = 1; step < window; step *= 2)
        forEachPart(n - step, [&](Index i, Index count) HEADLIGHT_INLINE {
            storePart(w + i, count, op(loadPart(w + i, count), loadPart(w + i + step, count)));
        });
}

using Bits = hn::RebindToUnsigned<D>;

/// Keys of size (Target.h), which floats only carry.
HWY_INLINE V keysOf(V x) {
    const auto bits = hn::BitCast(Bits(), x);
    return hn::BitCast(D(), hn::Or(hn::ShiftLeft<1>(bits), hn::ShiftRight<31>(hn::Not(bits))));
}
HWY_INLINE V largerKeys(V a, V b) { return hn::BitCast(D(), hn::Max(hn::BitCast(Bits(), a), hn::BitCast(Bits(), b))); }

void largestPerBin(const float* data, Index ld, Index rows, Index cols, Index bins, float factor, float* keys,
                   float* out) {
    forEachPart(cols, [&](Index c, Index count) HEADLIGHT_INLINE {
        V largest = hn::Zero(D()); // the key of -0: the smallest
        for (Index r = 0; r < rows; ++r)
            largest = largerKeys(largest, keysOf(hn::Mul(loadPart(data + r * ld + c, count), hn::Set(D(), factor))));
        storePart(keys + c, count, largest);
    });
    const Index window = windowOf(cols, bins);
    widen(keys, cols, window, [](V a, V b) HEADLIGHT_INLINE { return largerKeys(a, b); });
    BinBegins begins(0, bins, cols);
    for (Index bin = 0; bin < bins; ++bin) {
        const auto first = std::bit_cast<std::uint32_t>(keys[begins.at()]);
        const auto last = std::bit_cast<std::uint32_t>(keys[begins.next() - window]);
        out[bin] = valueOfKey(std::max(first, last));
    }
}

void binExtremes(const float* scores, Index n, Index bins, Index begin, Index end, bool turned, Index firstBin,
                 Index lastBin, float* w, float* out) {
    const Index from = binBegin(firstBin, bins, n), count = binBegin(lastBin, bins, n) - from;
    const float sign = turned ? -1.0F : 1.0F;
    const V worst = hn::Set(D(), -kInfinity);
    forEachPart(count, [&](Index i, Index part) HEADLIGHT_INLINE {
        const V x = loadPart(scores + from + i, part);
        storePart(w + i, part, hn::IfThenElse(hn::Eq(x, x), hn::Mul(x, hn::Set(D(), sign)), worst));
    });
    std::fill(w, w + std::clamp<Index>(begin - from, 0, count), -kInfinity);
    std::fill(w + std::clamp<Index>(end - from, 0, count), w + count, -kInfinity);
    const Index window = windowOf(n, bins);
    widen(w, count, window, [](V a, V b) HEADLIGHT_INLINE { return hn::Max(a, b); });
    BinBegins begins(firstBin, bins, n);
    for (Index bin = firstBin; bin < lastBin; ++bin) {
        const Index first = begins.at(), last = begins.next();
        const float best = sign * std::max(w[first - from], w[last - window - from]);
        out[bin] = std::max(first, begin) < std::min(last, end) ? best : kNaN;
    }
}

void weighBins(const float* bins, Index n, ExpScale scale, float extreme, float inverse, float* out) {
    const V top = hn::Set(D(), extreme), share = hn::Set(D(), inverse);
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        const V bin = loadPart(bins + i, count);
        const V weight = hn::Mul(exponentialOf(bin, scale, top), share);
        const V known = hn::IfThenElseZero(hn::Eq(bin, bin), weight);
        storePart(out + i, count, hn::Max(known, loadPart(out + i, count)));
    });
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
