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

/// Cells of a stage: scores and how they become cells, or a matrix, which is read like scores.
struct DeviceCells {
    Index rows = 0, cols = 0;
    std::vector<DeviceBlock> blocks;
    /// The factors of streamed scores, which have no blocks: their rows are computed when they are used.
    const DeviceMatrix *queries = nullptr, *keysTransposed = nullptr;
    device::Cells how;                ///< without the members that depend on the block
    cl::Buffer bytes, dropped, known; ///< the bytes of the mask, the bits of dropout, a device::ScoreRow for each row

    bool areInOneBlock() const { return blocks.size() == 1; }
    /// Calls `use` for each block with rows of `wanted`. Of a streamed block only these rows are computed, and they
    /// stay until the next call. May throw DeviceQueue::Stopped if scores are streamed.
    void forEachBlock(DeviceQueue& queue, const RowSet& wanted,
                      const std::function<void(const DeviceBlock&)>& use) const;

    /// Returns the first arguments of every kernel that reads these cells.
    auto of(const DeviceBlock& block) const {
        device::Cells cells = how;
        cells.cols = device::whole(cols);
        cells.first = device::whole(block.first);
        cells.count = device::whole(block.count);
        return std::tuple(cells, block.values, bytes, dropped, known);
    }
};

} // namespace headlight
