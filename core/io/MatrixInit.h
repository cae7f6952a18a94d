#pragma once

#include "base/Matrix.h"
#include "io/MatrixJson.h"
#include "random/TorchGenerator.h"
#include "session/Limits.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headlight {

/// Turns forms into matrices in the order in which it is asked, as a PyTorch script would that draws in that order
/// from one torch.manual_seed. A form's own shape wins over the sizes given here. Values are moved out of their form.
/// Keeps the first problem: too many numbers asked for.
class MatrixInit {
public:
    explicit MatrixInit(std::uint64_t seed) : seed_(seed), generator_(seed) {}

    /// torch.manual_seed(seed) again.
    void reseed() { generator_ = TorchGenerator(seed_); }

    /// [rows, cols], drawn in that order; "linear" has 1/sqrt(cols) as its bound.
    FrozenMatrix table(MatrixJson&, Index rows, Index cols);
    /// [in, out], drawn as nn.Linear's weight [out, in] and turned; "linear" has 1/sqrt(fanIn) as its bound. A bias has
    /// one row and the `fanIn` of its weight.
    FrozenMatrix parameter(MatrixJson&, Index in, Index out, Index fanIn);

    /// Takes `rows` x `cols` numbers that the caller draws from the same budget; false, with a problem(), if they
    /// exceed it.
    bool affords(Index rows, Index cols);

    const std::optional<Problem>& problem() const { return problem_; }

private:
    Matrix drawn(const MatrixJson&, Index rows, Index cols, Index fanIn);

    std::uint64_t seed_;
    TorchGenerator generator_;
    Index left_ = kMaxDrawn;
    std::optional<Problem> problem_;
};

} // namespace headlight
