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

void columnExtremes(const float* data, Index ld, Index rows, Index cols, float factor, float* low, float* high,
                    float* nans) {
    for (Index c = 0; c < cols; c += kLanes) {
        V min = hn::Set(D(), kInfinity), max = hn::Set(D(), -kInfinity), nan = hn::Zero(D());
        for (Index r = 0; r < rows; ++r) {
            const V x = hn::Mul(loadPart(data + r * ld + c, cols - c), hn::Set(D(), factor));
            min = hn::Min(x, min);
            max = hn::Max(x, max);
            nan = hn::IfThenElse(hn::Eq(x, x), nan, x);
        }
        storePart(low + c, cols - c, min);
        storePart(high + c, cols - c, max);
        storePart(nans + c, cols - c, nan);
    }
}

void weighBins(const float* bins, Index n, ExpScale scale, float extreme, float inverse, float* out) {
    const V top = hn::Set(D(), extreme), share = hn::Set(D(), inverse);
    for (Index i = 0; i < n; i += kLanes) {
        const V bin = loadPart(bins + i, n - i);
        const V weight = hn::Mul(exponentialOf(bin, scale, top), share);
        const V known = hn::IfThenElseZero(hn::Eq(bin, bin), weight);
        storePart(out + i, n - i, hn::Max(known, loadPart(out + i, n - i)));
    }
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
