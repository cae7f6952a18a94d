#pragma once
// Eigen's product of float matrices, compiled for AVX2 and FMA where the compiler can, to be compared with
// core/kernels.

#include <cstddef>

namespace headlight {

/// True if this file was compiled for instructions that this machine has.
bool canMultiplyByEigen();

/// out [rows, cols] = a [rows, depth] b [depth, cols], by rows; `lda` and `ldo` are the strides of a and out. One
/// thread.
void multiplyByEigen(const float* a, std::ptrdiff_t lda, const float* b, float* out, std::ptrdiff_t ldo,
                     std::ptrdiff_t rows, std::ptrdiff_t depth, std::ptrdiff_t cols);

} // namespace headlight
