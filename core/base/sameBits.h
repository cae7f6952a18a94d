#pragma once
// core/base: whether numbers are the same, bit by bit: 0 is not -0, and a NaN is itself.

#include "base/Matrix.h"

#include <cstddef>
#include <cstring>

namespace headlight {

/// Of `count` numbers each; of none there may be no address.
inline bool sameBits(const float* a, const float* b, Index count) {
    return a == b || count == 0 || std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(float)) == 0;
}

inline bool sameBits(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && sameBits(a.data(), b.data(), a.size());
}

} // namespace headlight
