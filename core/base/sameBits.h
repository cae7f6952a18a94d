#pragma once
// Comparison of numbers bit by bit: 0 and -0 differ, and NaN equals NaN.

#include "base/Matrix.h"

#include <cstddef>
#include <cstring>

namespace headlight {

/// Compares `count` numbers at each address. The addresses may be null if `count` is 0.
inline bool sameBits(const float* a, const float* b, Index count) {
    return a == b || count == 0 || std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(float)) == 0;
}

inline bool sameBits(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && sameBits(a.data(), b.data(), a.size());
}

} // namespace headlight
