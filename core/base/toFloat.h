#pragma once

#include <cmath>
#include <limits>

namespace headlight {

/// Returns the nearest float by IEEE 754, infinite if `value` is too large; NaN for NaN. In C++, a cast of a number
/// that is too large is undefined.
inline float toFloat(double value) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    constexpr double kHalfway = 0x1.ffffffp127; // between the largest float and 2^128; larger numbers round to infinity
    const double size = std::abs(value);
    if (size >= kHalfway)
        return value > 0 ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
    if (size > double(kLargest)) return value > 0 ? kLargest : -kLargest;
    return static_cast<float>(value);
}

} // namespace headlight
