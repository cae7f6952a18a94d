#pragma once
// core/random: seeds, as PyTorch's CPU generator draws them. No session, no files. One generator, one thread.

#include "base/Matrix.h"

#include <cstdint>
#include <optional>
#include <random>

namespace headlight {

/// torch.manual_seed(seed) on the CPU: the same numbers, in the same order. A matrix is drawn in row-major order.
/// Recipe checked against PyTorch 1.13.1 (tests/data/golden/torch.json). As there, the Mersenne Twister is 32-bit
/// and takes the low 32 bits of the seed.
///
/// Rounding, chosen to match those vectors. Uniform numbers and small randn: arithmetic in double, then rounded once
/// to float; equal in every printed digit. randn of 16 and more numbers: every step is rounded to float, as
/// PyTorch's vectorised loop does. Each elementary function is computed in double and rounded, so the value does not
/// depend on this machine's float logarithm; PyTorch's own approximations are a few units in the last place away
/// (2.4e-7 at most in the vectors).
class TorchGenerator {
public:
    explicit TorchGenerator(std::uint64_t seed);

    Matrix rand(Index rows, Index cols);                             ///< torch.rand: uniform on [0, 1)
    Matrix uniform(Index rows, Index cols, double low, double high); ///< tensor.uniform_(low, high)
    Matrix randn(Index rows, Index cols);                            ///< torch.randn: standard normal

    /// nn.Dropout(p) of ones, 0 <= p <= 1: 0, or 1 / (1 - p) where kept. As in PyTorch p = 0 and p = 1 draw nothing.
    /// Another build of PyTorch (with Intel's library) draws another mask.
    Matrix dropoutMask(Index rows, Index cols, double p);

private:
    std::uint32_t draw32() { return static_cast<std::uint32_t>(engine_()); }
    float draw24();
    double draw53();
    float normalFew();
    void normalSixteen(float* block);

    std::mt19937 engine_;
    std::optional<double> kept_; ///< the second of a pair of normals; survives to the next small randn
};

} // namespace headlight
