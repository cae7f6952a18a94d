#include "bench/eigenProduct.h"

#include <Eigen/Core>

namespace headlight {

bool canMultiplyByEigen() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

void multiplyByEigen(const float* a, std::ptrdiff_t lda, const float* b, float* out, std::ptrdiff_t ldo,
                     std::ptrdiff_t rows, std::ptrdiff_t depth, std::ptrdiff_t cols) {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Stride = Eigen::OuterStride<>;
    const Eigen::Map<const Matrix, 0, Stride> left(a, rows, depth, Stride(lda)), right(b, depth, cols, Stride(cols));
    Eigen::Map<Matrix, 0, Stride>(out, rows, cols, Stride(ldo)).noalias() = left * right;
}

} // namespace headlight
