#pragma once

#include "base/CellMask.h"
#include "session/Layer.h"

#include <vector>

namespace headlight {

/// Which weights of a layer are dropped. Drawn from the layer's own seed [torch.manual_seed just before], head by head,
/// row by row, a number for every cell, masked ones included: PyTorch's own mask on the CPU (TorchGenerator).
struct DropoutMask {
    std::vector<CellMask> dropped; ///< of each head, [N, M]
    double factor = 1;             ///< of what is kept: 1 / (1 - rate)
};

/// At most kMaxDropoutCells cells; some 20 ns each.
DropoutMask drawDropout(const Dropout& dropout, int heads, Index queries, Index keys);

} // namespace headlight
