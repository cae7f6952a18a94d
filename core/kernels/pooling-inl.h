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

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_SSSE3 || HWY_ARCH_ARM_A64
/// For each number: the lanes whose bits are set in it, in order, as the numbers of lanes (AVX2) or of their bytes.
/// hn::CompressBits() has such a table inside of a function, from where GCC copies it to the stack at each call.
constexpr std::size_t kIndicesOfLane = HWY_TARGET == HWY_AVX2 ? 1 : sizeof(float);
alignas(16) constexpr auto kMarkedLanes = [] {
    std::array<std::array<std::uint8_t, kLanes * kIndicesOfLane>, std::size_t{1} << kLanes> indices{};
    for (std::size_t marks = 0; marks < indices.size(); ++marks)
        for (std::size_t lane = 0, taken = 0; lane < kLanes; ++lane)
            for (std::size_t i = 0; (marks >> lane & 1) != 0 && i < kIndicesOfLane; ++i)
                indices[marks][taken++] = static_cast<std::uint8_t>(lane * kIndicesOfLane + i);
    return indices;
}();

/// Returns the lanes whose bits are set in `marks`, in order, then any others.
HWY_INLINE V markedLanes(V v, unsigned marks) {
    const std::uint8_t* indices = kMarkedLanes[marks].data();
#if HWY_TARGET == HWY_AVX2
    const hn::Rebind<std::int32_t, D> lanes;
    const hn::Rebind<std::uint8_t, D> bytes;
    return hn::TableLookupLanes(v, hn::IndicesFromVec(D(), hn::PromoteTo(lanes, hn::LoadU(bytes, indices))));
#else
    const hn::Repartition<std::uint8_t, D> bytes;
    return hn::BitCast(D(), hn::TableLookupBytes(hn::BitCast(bytes, v), hn::Load(bytes, indices)));
#endif
}
#else
HWY_INLINE V markedLanes(V v, unsigned marks) {
    std::uint8_t bits[8]; // CompressBits may read 8 bytes
    std::memcpy(bits, &marks, sizeof marks);
    return hn::CompressBits(v, bits);
}
#endif

/// Writes the elements whose bits in `firsts` are set to `first`, in turn, and those of `lasts` to `last`; up to a
/// register is written behind them.
template <class Load>
HWY_INLINE void takeMarked(Index n, const std::uint8_t* firsts, const std::uint8_t* lasts, float* first, float* last,
                           Load load) {
    const auto take = [](V v, const std::uint8_t* bits, Index i, float*& to) HEADLIGHT_INLINE {
        unsigned marks = bits[i / 8];
        if constexpr (kLanes > 8) marks |= static_cast<unsigned>(bits[i / 8 + 1]) << 8;
        if constexpr (kLanes < 8) marks = marks >> (i % 8) & ((1U << kLanes) - 1);
        hn::StoreU(markedLanes(v, marks), D(), to);
        to += std::popcount(marks);
    };
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        const V v = load(i, count);
        take(v, firsts, i, first);
        take(v, lasts, i, last);
    });
}

/// Computes out[b] = op over the elements of bin b of w. Overwrites w: windows of all elements are made by doubling.
template <class Op>
HWY_INLINE void reduceBins(float* w, const Bins& bins, float* out, Op op) {
    const Index n = bins.length(), window = bins.window(), half = window / 2;
    for (Index step = 1; step < half; step *= 2)
        forEachPart(n - step, [&](Index i, Index count) HEADLIGHT_INLINE {
            storePart(w + i, count, op(loadPart(w + i, count), loadPart(w + i + step, count)));
        });
    float *first = w + n, *last = first + bins.count() + Bins::kSlack;
    takeMarked(n - window + 1, bins.firsts(), bins.lasts(), first, last, [&](Index i, Index count) HEADLIGHT_INLINE {
        const V v = loadPart(w + i, count);
        return half > 0 ? op(v, loadPart(w + i + half, count)) : v;
    });
    forEachPart(bins.count(), [&](Index i, Index count) HEADLIGHT_INLINE {
        storePart(out + i, count, op(loadPart(first + i, count), loadPart(last + i, count)));
    });
}

using Bits = hn::RebindToUnsigned<D>;

/// Returns keyOf() of each float (Target.h), as the bits of floats.
HWY_INLINE V keysOf(V x) {
    const auto bits = hn::BitCast(Bits(), x);
    return hn::BitCast(D(), hn::Or(hn::ShiftLeft<1>(bits), hn::ShiftRight<31>(hn::Not(bits))));
}
HWY_INLINE V largerKeys(V a, V b) { return hn::BitCast(D(), hn::Max(hn::BitCast(Bits(), a), hn::BitCast(Bits(), b))); }

/// Returns valueOfKey() of each key.
HWY_INLINE V valuesOf(V keys) {
    const auto bits = hn::BitCast(Bits(), keys);
    const V x = hn::BitCast(D(), hn::Or(hn::ShiftRight<1>(bits), hn::ShiftLeft<31>(hn::Not(bits))));
    return hn::IfThenElse(hn::Eq(x, x), hn::Add(x, hn::Zero(D())), hn::Set(D(), kNaN));
}

void largestPerBin(const float* data, Index ld, Index rows, const Bins& bins, float factor, float* keys, float* out) {
    const Index cols = bins.length();
    std::fill(keys, keys + cols, 0.0F); // the key of -0: the smallest
    for (Index r = 0; r < rows; ++r)    // row by row, as the memory is large
        forEachPart(cols, [&](Index c, Index count) HEADLIGHT_INLINE {
            prefetch(data + r * ld + c);
            const V key = keysOf(hn::Mul(loadPart(data + r * ld + c, count), hn::Set(D(), factor)));
            storePart(keys + c, count, largerKeys(key, loadPart(keys + c, count)));
        });
    reduceBins(keys, bins, out, [](V a, V b) HEADLIGHT_INLINE { return largerKeys(a, b); });
    forEachPart(bins.count(), [&](Index b, Index count)
                                  HEADLIGHT_INLINE { storePart(out + b, count, valuesOf(loadPart(out + b, count))); });
}

void binExtremes(const float* scores, const Bins& bins, const Allowed& allowed, bool isNegated, float* w, float* out) {
    const Index n = bins.length(), begin = std::clamp<Index>(allowed.begin, 0, n),
                end = std::clamp<Index>(allowed.end, begin, n);
    const V sign = hn::Set(D(), isNegated ? -1.0F : 1.0F), worst = hn::Set(D(), -kInfinity);
    forEachPart(n, [&](Index i, Index part) HEADLIGHT_INLINE {
        prefetch(scores + i);
        const V x = loadPart(scores + i, part);
        storePart(w + i, part, hn::IfThenElse(hn::Eq(x, x), hn::Mul(x, sign), worst));
    });
    std::fill(w, w + begin, -kInfinity);
    std::fill(w + end, w + n, -kInfinity);
    reduceBins(w, bins, out, [](V a, V b) HEADLIGHT_INLINE { return hn::Max(a, b); });
    if (isNegated)
        forEachPart(bins.count(), [&](Index b, Index count) HEADLIGHT_INLINE {
            storePart(out + b, count, hn::Mul(loadPart(out + b, count), sign));
        });
    const auto hasNone = [&](Index bin) {
        return begin == end || bins.begin(bin + 1) <= begin || bins.begin(bin) >= end;
    };
    for (Index bin = 0; bin < bins.count() && hasNone(bin); ++bin) out[bin] = kNaN;
    for (Index bin = bins.count(); bin > 0 && hasNone(bin - 1); --bin) out[bin - 1] = kNaN;
}

void exponentialsOfBins(const float* bins, Index n, ExpScale scale, const float* extreme, bool isOfEach, float* out) {
    V top = hn::Set(D(), *extreme);
    forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
        prefetch(bins + i);
        const V bin = loadPart(bins + i, count);
        if (isOfEach) top = loadPart(extreme + i, count);
        storePart(out + i, count, hn::IfThenElseZero(hn::Eq(bin, bin), exponentialOf(bin, scale, top)));
    });
}

void largestWeights(const float* e, Index rows, const float* inverse, Index n, float* out) {
    for (Index r = 0; r < rows; ++r) // row by row, as the memory is large
        forEachPart(n, [&](Index i, Index count) HEADLIGHT_INLINE {
            prefetch(e + r * n + i);
            V weight = hn::Mul(loadPart(e + r * n + i, count), hn::Set(D(), inverse[r]));
            if (r > 0) weight = hn::Max(weight, loadPart(out + i, count));
            const auto isWeight = hn::Lt(weight, hn::Set(D(), kInfinity));
            if (r + 1 == rows) weight = hn::IfThenElse(isWeight, weight, hn::Set(D(), kNaN));
            storePart(out + i, count, weight);
        });
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
