#pragma once

#include "backend/opencl/DeviceQueue.h"

#include <tuple>
#include <vector>

namespace headlight {

/// Some rows of a stage.
struct DeviceBlock {
    cl::Buffer values;
    Index first, count; ///< rows
};

/// Cells of a stage: scores and how they are read, or a matrix, which is read as scores are.
struct DeviceCells {
    Index rows = 0, cols = 0;
    std::vector<DeviceBlock> blocks;
    device::Cells how;                ///< but for what is of a block
    cl::Buffer bytes, dropped, known; ///< of DeviceRule, the head, and ScoreRows

    /// What each kernel takes first that reads them.
    auto of(const DeviceBlock& block) const {
        device::Cells cells = how;
        cells.cols = device::whole(cols);
        cells.first = device::whole(block.first);
        cells.count = device::whole(block.count);
        return std::tuple(cells, block.values, bytes, dropped, known);
    }
};

} // namespace headlight
