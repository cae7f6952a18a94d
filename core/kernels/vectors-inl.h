// One register of floats of a target, and exp of it. Private to this room.

#if defined(HEADLIGHT_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADLIGHT_VECTORS_INL
#undef HEADLIGHT_VECTORS_INL
#else
#define HEADLIGHT_VECTORS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace headlight::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
constexpr Index kLanes = hn::MaxLanes(D());

/// Loads the first `count` floats, at least 1; the rest are `filler`. Nothing behind them is read.
HWY_INLINE V loadPart(const float* from, Index count, float filler = 0) {
    if (count >= kLanes) return hn::LoadU(D(), from);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2 // these have masked loads
    const auto part = hn::FirstN(D(), static_cast<std::size_t>(count));
    return hn::IfThenElse(part, hn::MaskedLoad(part, D(), from), hn::Set(D(), filler));
#else
    HWY_ALIGN float buffer[kLanes];
    for (Index i = 0; i < kLanes; ++i) buffer[i] = i < count ? from[i] : filler;
    return hn::Load(D(), buffer);
#endif
}

HWY_INLINE void storePart(float* to, Index count, V v) {
    if (count >= kLanes) return hn::StoreU(v, D(), to);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
    hn::BlendedStore(v, hn::FirstN(D(), static_cast<std::size_t>(count)), D(), to);
#else
    HWY_ALIGN float buffer[kLanes];
    hn::Store(v, D(), buffer);
    for (Index i = 0; i < count; ++i) to[i] = buffer[i];
#endif
}

/// Calls f(i, count) for each register; `count` is the constant kLanes but for the last. Lambdas need HEADLIGHT_INLINE.
#define HEADLIGHT_INLINE HWY_ATTR __attribute__((always_inline))
template <class F>
HWY_INLINE void forEachPart(Index n, F f) {
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes) f(i, kLanes);
    if (i < n) f(i, n - i);
}

/// Loads what comes a page behind these floats into the cache: the processor by itself stops at the end of a page. Made
/// for the rows of a large table, where it may go beyond the end.
HWY_INLINE void prefetch(const float* from) {
    constexpr Index kPage = 1024;
    __builtin_prefetch(from + kPage);
}

// exp. x = n ln 2 + r with |r| <= ln(2)/2, exp(x) = 2^n exp(r), exp(r) = 1 + (r + r^2 q(r)). q of degree 4 is the
// minimax polynomial on that interval: off by 0.05 * 2^-24 relative before rounding. ln 2 is split in two, the first
// part with 13 bits so that n times it is exact.

/// Returns exp(x) for x <= 88.722839; 0 for -inf. Undefined above and for NaN: see exponential().
HWY_INLINE V exponentialBelow(V x) {
    const D d;
    const hn::RebindToUnsigned<D> bits;
    const V shifter = hn::Set(d, 12582912.0F); // 1.5 * 2^23: adding it rounds to a whole number
    const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504F), shifter);
    const V n = hn::Sub(shifted, shifter);
    const V r = hn::NegMulAdd(n, hn::Set(d, 3.194618330e-05F), hn::NegMulAdd(n, hn::Set(d, 0.693115234375F), x));
    V q = hn::MulAdd(r, hn::Set(d, 1.381453942e-03F), hn::Set(d, 8.368745446e-03F));
    q = hn::MulAdd(q, r, hn::Set(d, 4.166838899e-02F));
    q = hn::MulAdd(q, r, hn::Set(d, 1.666652113e-01F));
    q = hn::MulAdd(q, r, hn::Set(d, 4.999999404e-01F));
    // Fused, this step would make the worst error 1.004 ulp instead of 0.961.
    const V p = hn::Add(hn::Add(hn::Mul(q, hn::Mul(r, r)), r), hn::Set(d, 1.0F));
    // The whole number stands in the low bits of `shifted`; added to p's exponent field it multiplies by 2^n.
    const V e = hn::BitCast(d, hn::Add(hn::BitCast(bits, p), hn::ShiftLeft<23>(hn::BitCast(bits, shifted))));
    return hn::IfThenElseZero(hn::Ge(x, hn::Set(d, -87.336540F)), e); // its exp is just above the smallest normal
}

/// Returns exp(x) for any x.
HWY_INLINE V exponential(V x) {
    const V e = hn::IfThenElse(hn::Gt(x, hn::Set(D(), 88.722839F)), hn::Set(D(), kInfinity), exponentialBelow(x));
    return hn::IfThenElse(hn::Eq(x, x), e, x);
}

/// Returns e = exp((score - extreme) * factor), see kernels.h. `kIsPlain`: scale.pre is 1.
template <bool kIsPlain = false>
HWY_INLINE V exponentialOf(V score, ExpScale scale, V extreme) {
    const V pre = hn::Set(D(), scale.pre), post = hn::Set(D(), scale.post);
    const V less = kIsPlain ? hn::Sub(score, extreme) : hn::Sub(hn::Mul(score, pre), hn::Mul(extreme, pre));
    return exponentialBelow(hn::Mul(less, post));
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
