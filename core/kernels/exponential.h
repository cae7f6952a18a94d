#pragma once
// exp for a register of floats. Private to this room.
//
// x = n ln 2 + r with |r| <= ln(2)/2, exp(x) = 2^n exp(r), exp(r) = 1 + (r + r^2 q(r)), q of degree 4 (minimax on the
// interval, as in Cephes). ln 2 is split in two so that n ln2High is exact.

#include "kernels/Lanes.h"

namespace headlight::kernels {

inline constexpr float kLeastExponent = -87.336544F; // exp of it is the smallest normal float
inline constexpr float kMostExponent = 88.722839F;   // exp of anything above overflows

/// For x <= 0 or x = -inf (then 0). Anything else, NaN among it, gives rubbish: see exponential().
static inline Lanes exponentialBelow(Lanes x) {
    const Lanes shifter = splat(12582912.0F); // 1.5 * 2^23: adding it rounds to a whole number
    const Lanes shifted = x * 1.44269504F + shifter;
    const Lanes n = shifted - shifter;
    const Lanes r = (x - n * 0.693359375F) - n * -2.12194440e-4F;
    Lanes q = r * 1.9875691500e-4F + 1.3981999507e-3F;
    q = q * r + 8.3334519073e-3F;
    q = q * r + 4.1665795894e-2F;
    q = q * r + 1.6666665459e-1F;
    q = q * r + 5.0000001201e-1F;
    const Lanes p = (q * (r * r) + r) + 1.0F;
    // The whole number stands in the low bits of `shifted`; added to p's exponent field it multiplies by 2^n.
    const IntLanes bits = (IntLanes)p + ((IntLanes)shifted << 23);
    return (Lanes)(bits & (IntLanes)(x >= kLeastExponent));
}

static inline Lanes exponential(Lanes x) {
    Lanes e = exponentialBelow(x);
    e = select((IntLanes)(x > kMostExponent), splat(__builtin_inff()), e);
    return select((IntLanes)(x != x), x, e);
}

} // namespace headlight::kernels
