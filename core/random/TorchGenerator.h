#pragma once
// core/random: seeds, as PyTorch's CPU generator draws them. No session, no files. One generator, one thread.

#include <cstdint>
#include <optional>
#include <random>

#include "base/Matrix.h"

namespace headlight {

/// torch.manual_seed(seed) on the CPU: the same numbers, in the same order. A matrix is drawn in row-major order.
/// Recipe checked against PyTorch 1.13.1 (tests/data/golden/torch.json).
class TorchGenerator {
public:
    explicit TorchGenerator(std::uint64_t seed);

    Matrix rand(Index rows, Index cols);                                ///< torch.rand: uniform on [0, 1)
    Matrix uniform(Index rows, Index cols, double low, double high);    ///< tensor.uniform_(low, high)
    Matrix randn(Index rows, Index cols);                               ///< torch.randn: standard normal

    /// nn.Dropout(p) of ones: 0, or 1 / (1 - p) where kept. Another build of PyTorch (with Intel's library) draws
    /// another mask.
    Matrix dropoutMask(Index rows, Index cols, double p);

private:
    std::uint32_t draw32() { return static_cast<std::uint32_t>(engine_()); }
    double draw53();
    float normalFew();

    std::mt19937 engine_;
    std::optional<double> kept_; ///< the second of a pair of normals; survives to the next small randn
};

} // namespace headlight
