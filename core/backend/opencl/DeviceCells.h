#pragma once

#include "backend/opencl/DeviceMatrix.h"
#include "backend/opencl/DeviceQueue.h"

#include <functional>
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
    /// Of streamed scores, which have no blocks: those are computed when they are used.
    const DeviceMatrix *queries = nullptr, *keysTurned = nullptr;
    device::Cells how;                ///< but for what is of a block
    cl::Buffer bytes, dropped, known; ///< of DeviceRule, the head, and ScoreRows

    bool areInOneBlock() const { return blocks.size() == 1; }
    /// The blocks with rows of `wanted`, one after the other; a streamed one holds these rows alone, and until the
    /// next. Throws DeviceQueue::Stopped where scores are streamed.
    void forEachBlock(DeviceQueue& queue, const RowSet& wanted,
                      const std::function<void(const DeviceBlock&)>& use) const;

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
