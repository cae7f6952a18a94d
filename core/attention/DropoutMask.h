#pragma once

#include "base/CellMask.h"
#include "session/Layer.h"

#include <vector>

namespace headlight {

/// Which weights of a layer are dropped: PyTorch's mask on the CPU after torch.manual_seed with the layer's own seed.
/// One number is drawn for each cell, also for masked ones, head by head and row by row (TorchGenerator::dropoutMask).
struct DropoutMask {
    std::vector<CellMask> dropped; ///< for each head, [N, M]
    double factor = 1;             ///< of the weights that are kept: 1 / (1 - rate)
};

/// At most kMaxDropoutCells cells, about 20 ns each. Any thread.
DropoutMask drawDropout(const Dropout& dropout, int heads, Index queries, Index keys);

} // namespace headlight
