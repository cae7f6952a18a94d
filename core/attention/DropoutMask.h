#pragma once

#include "base/CellMask.h"
#include "session/Layer.h"

#include <vector>

namespace headlight {

/// The dropped weights of a layer: PyTorch's mask on the CPU after torch.manual_seed with the layer's own seed. One
/// number is drawn for each cell, also for masked ones, head by head and row by row (TorchGenerator::dropoutMask).
struct DropoutMask {
    std::vector<CellMask> dropped; ///< for each head, [N, M]
    double factor = 1;             ///< multiplies the weights that are kept: 1 / (1 - rate)
};

/// Draws the mask, of at most kMaxDropoutCells cells, in about 20 ns for each. Any thread.
DropoutMask drawDropout(const Dropout& dropout, int heads, Index queries, Index keys);

} // namespace headlight
