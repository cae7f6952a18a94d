#pragma once
// core/random: random numbers as PyTorch's CPU generator draws them. No session, no files. A generator must be used by
// one thread at a time.

#include "base/Matrix.h"

#include <cstdint>
#include <optional>
#include <random>

namespace headlight {

/// The generator after torch.manual_seed(seed) on the CPU: it draws the same numbers in the same order, matrices in
/// row-major order. It is checked against PyTorch 1.13.1 (tests/data/golden/torch.json). The Mersenne Twister has 32
/// bits, as in PyTorch, and uses the low 32 bits of the seed.
///
/// Rounding: uniform numbers, and randn of fewer than 16 numbers, are computed in double and rounded once to float;
/// they equal PyTorch's in every printed digit. In randn of 16 numbers or more, every step is rounded to float, as in
/// PyTorch's vectorised loop. Logarithm, sine and cosine are computed in double and then rounded, so that they are the
/// same on every machine. PyTorch approximates them; the results differ by at most 2.4e-7.
class TorchGenerator {
public:
    explicit TorchGenerator(std::uint64_t seed);

    Matrix rand(Index rows, Index cols);                             ///< torch.rand: uniform on [0, 1)
    Matrix uniform(Index rows, Index cols, double low, double high); ///< tensor.uniform_(low, high)
    Matrix randn(Index rows, Index cols);                            ///< torch.randn: standard normal
    float randn();                                                   ///< torch.randn(1)

    /// Returns nn.Dropout(p) of a matrix of ones, 0 <= p <= 1: 0 where it is dropped, else 1 / (1 - p). As in PyTorch,
    /// p = 0 and p = 1 draw no numbers. PyTorch built with Intel's MKL draws another mask.
    Matrix dropoutMask(Index rows, Index cols, double p);

private:
    std::uint32_t draw32() { return static_cast<std::uint32_t>(engine_()); }
    float draw24();
    double draw53();
    void normalSixteen(float* block);

    std::mt19937 engine_;
    std::optional<double> kept_; ///< the second of a pair of normals, for the next call of randn()
};

} // namespace headlight
