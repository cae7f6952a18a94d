#include "base/toFloat.h"
#include "kernels/kernels.h"

#include <cmath>

namespace headlight::kernels {

void layerNorm(const float* x, Index n, const float* gain, const float* bias, double eps, float* out) {
    double sum = 0, squares = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
    const double mean = sum / static_cast<double>(n);
    for (Index i = 0; i < n; ++i) {
        const double deviation = static_cast<double>(x[i]) - mean;
        squares += deviation * deviation;
    }
    const double inverse = 1 / std::sqrt(squares / static_cast<double>(n) + eps);
    for (Index i = 0; i < n; ++i)
        out[i] = toFloat((static_cast<double>(x[i]) - mean) * inverse * static_cast<double>(gain[i]) +
                         static_cast<double>(bias[i]));
}

} // namespace headlight::kernels
