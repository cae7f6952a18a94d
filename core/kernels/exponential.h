#pragma once
// exp for a register of floats. Private to this room.
//
// x = n ln 2 + r with |r| <= ln(2)/2, exp(x) = 2^n exp(r), exp(r) = 1 + (r + r^2 q(r)). q of degree 4 is the minimax
// polynomial on that interval: off by 0.05 * 2^-24 relative before rounding. ln 2 is split in two, the first part with
// 13 bits so that n times it is exact.

#include "kernels/Lanes.h"
#include "kernels/kernels.h"

namespace headlight::kernels {

inline constexpr float kMinExponent = -87.336540F; // exp of it is just above the smallest normal float
inline constexpr float kMaxExponent = 88.722839F;  // exp of anything above overflows

/// For x <= 0; 0 for -inf. Undefined for x > 0 and NaN: see exponential().
static inline Lanes exponentialBelow(Lanes x) {
    const Lanes shifter = splat(12582912.0F); // 1.5 * 2^23: adding it rounds to a whole number
    const Lanes shifted = x * 1.44269504F + shifter;
    const Lanes n = shifted - shifter;
    const Lanes r = (x - n * 0.693115234375F) - n * 3.194618330e-05F;
    Lanes q = r * 1.381453942e-03F + 8.368745446e-03F;
    q = q * r + 4.166838899e-02F;
    q = q * r + 1.666652113e-01F;
    q = q * r + 4.999999404e-01F;
    const Lanes p = (q * (r * r) + r) + 1.0F;
    // The whole number stands in the low bits of `shifted`; added to p's exponent field it multiplies by 2^n.
    const BitLanes bits = (BitLanes)p + ((BitLanes)shifted << 23);
    return (Lanes)(bits & (BitLanes)(x >= kMinExponent));
}

/// exp((score - extreme) * factor), as kernels.h says. `kIsPlain`: pre is 1.
template <bool kIsPlain = false>
static inline Lanes exponentialOf(Lanes score, ExpScale scale, Lanes extreme) {
    const Lanes less = kIsPlain ? score - extreme : score * scale.pre - extreme * scale.pre;
    return exponentialBelow(less * scale.post);
}

/// For any x.
static inline Lanes exponential(Lanes x) {
    Lanes e = exponentialBelow(x);
    e = select((IntLanes)(x > kMaxExponent), splat(__builtin_inff()), e);
    return select((IntLanes)(x != x), x, e);
}

} // namespace headlight::kernels
