#pragma once
// Arguments of kernels other than buffers, as the .cl files declare them.

#include "backend/opencl/cl.h"
#include "base/Matrix.h"

#include <cassert>
#include <limits>

namespace headlight::device {

inline constexpr Index kFloat = sizeof(float); ///< bytes

/// Returns a number as an int of a kernel.
inline cl_int whole(Index i) {
    assert(i >= std::numeric_limits<cl_int>::min() && i <= std::numeric_limits<cl_int>::max());
    return static_cast<cl_int>(i);
}

struct Rows {
    cl_int first = 0, count = 0, isListed = 0;
};

struct Product {
    cl_int depth = 0, cols = 0, outFirst = 0, packed = -1, hasBias = 0;
};

struct Rule {
    cl_float factor = 1, pre = 1, post = 1;
    cl_int isSum = 0;
};

struct Mask {
    cl_int ahead = std::numeric_limits<cl_int>::max(), behind = ahead, hasBytes = 0, stride = 0, first = 0;
};

struct Cells {
    Rule rule{};
    Mask mask{};
    cl_int cols = 0, first = 0, count = 0, isWeight = 0;
    cl_float scale = 1;
    cl_int isMasked = 0, hasDropout = 0, hasKnown = 0;
    cl_float masked = 0;
};

struct Area {
    cl_int row = 0, col = 0, rows = 0, cols = 0, height = 0, width = 0;
};

/// Equals ScoreRow in common.cl. The host uses its size only.
struct ScoreRow {
    cl_long sum;
    cl_float top, bottom, low, high, allLow, allHigh;
    cl_int kind, state;
};

struct Extent {
    cl_float low, high;
    cl_int row, col;
};

/// Equals Pool in read.cl. The host uses its size only.
struct Pool {
    cl_float low, high, sum, rest;
    cl_int count, isNan;
};

} // namespace headlight::device
