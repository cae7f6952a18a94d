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

void largestPerBin(const float* data, Index ld, Index rows, const Index* begins, Index bins, float factor, float* keys,
                   float* out) {
    const Index cols = begins[bins];
    std::fill(keys, keys + cols, 0.0F); // the key of -0: the smallest
    for (Index r = 0; r < rows; ++r)    // in the order of the memory, which is large
        forEachPart(cols, [&](Index c, Index count) HEADLIGHT_INLINE {
            const V key = keysOf(hn::Mul(loadPart(data + r * ld + c, count), hn::Set(D(), factor)));
            storePart(keys + c, count, largerKeys(key, loadPart(keys + c, count)));
        });
    const Index window = windowOf(cols, bins);
    widen(keys, cols, window, [](V a, V b) HEADLIGHT_INLINE { return largerKeys(a, b); });
    for (Index bin = 0; bin < bins; ++bin) {
        const auto first = std::bit_cast<std::uint32_t>(keys[begins[bin]]);
        const auto last = std::bit_cast<std::uint32_t>(keys[begins[bin + 1] - window]);
        out[bin] = valueOfKey(std::max(first, last));
    }
}

void binExtremes(const float* scores, const Index* begins, Index begin, Index end, bool turned, Index firstBin,
                 Index lastBin, float* w, float* out) {
    const Index from = begins[firstBin], count = begins[lastBin] - from;
    const float sign = turned ? -1.0F : 1.0F;
    const V worst = hn::Set(D(), -kInfinity);
    forEachPart(count, [&](Index i, Index part) HEADLIGHT_INLINE {
        const V x = loadPart(scores + from + i, part);
        storePart(w + i, part, hn::IfThenElse(hn::Eq(x, x), hn::Mul(x, hn::Set(D(), sign)), worst));
    });
    std::fill(w, w + std::clamp<Index>(begin - from, 0, count), -kInfinity);
    std::fill(w + std::clamp<Index>(end - from, 0, count), w + count, -kInfinity);
    const Index window = windowOf(count, lastBin - firstBin);
    widen(w, count, window, [](V a, V b) HEADLIGHT_INLINE { return hn::Max(a, b); });
    for (Index bin = firstBin; bin < lastBin; ++bin)
        out[bin] = sign * std::max(w[begins[bin] - from], w[begins[bin + 1] - window - from]);
    for (Index bin = firstBin; bin < lastBin && (begins[bin + 1] <= begin || begin >= end); ++bin) out[bin] = kNaN;
    for (Index bin = lastBin; bin > firstBin && begins[bin - 1] >= end; --bin) out[bin - 1] = kNaN;
}

void exponentialsOfBins(const float* bins, Index n, ExpScale scale, const float* extreme, bool isOfEach, float* out) {
    V top = hn::Set(D(), *extreme);
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        const V bin = loadPart(bins + i, count);
        if (isOfEach) top = loadPart(extreme + i, count);
        storePart(out + i, count, hn::IfThenElseZero(hn::Eq(bin, bin), exponentialOf(bin, scale, top)));
    });
}

void largestWeights(const float* e, Index rows, const float* inverse, Index n, float* out) {
    std::fill(out, out + n, 0.0F);
    for (Index r = 0; r < rows; ++r) // in the order of the memory, which is large
        forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
            const V weight = hn::Mul(loadPart(e + r * n + i, count), hn::Set(D(), inverse[r]));
            storePart(out + i, count, hn::Max(weight, loadPart(out + i, count)));
        });
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        const V largest = loadPart(out + i, count);
        const auto isWeight = hn::Lt(largest, hn::Set(D(), kInfinity));
        storePart(out + i, count, hn::IfThenElse(isWeight, largest, hn::Set(D(), kNaN)));
    });
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
