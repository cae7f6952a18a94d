#include "backend/opencl/DeviceCells.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr Index kStreamedBytes = Index{1} << 27; ///< maximum of a block; large enough for products in tiles

} // namespace

void DeviceCells::forEachBlock(DeviceQueue& queue, const RowSet& wanted,
                               const std::function<void(const DeviceBlock&)>& use) const {
    for (const DeviceBlock& block : blocks)
        if (wanted.within(block.first, block.first + block.count).count > 0) use(block);
    if (!keysTransposed || wanted.count == 0) return;
    const auto [begin, end] = wanted.range();
    const Index ofRow = std::max<Index>(1, cols) * device::kFloat,
                maxRows = std::max<Index>(1, std::min(static_cast<Index>(queue.blockBytes()), kStreamedBytes) / ofRow);
    cl::Buffer scores = queue.makeBuffer(std::min(maxRows, end - begin) * ofRow);
    for (Index first = begin; first < end; first += maxRows) {
        const RowSet inBlock = wanted.within(first, std::min(first + maxRows, end));
        if (inBlock.count == 0) continue;
        queue.keepPace();
        multiply(queue, queries->buffer(), *keysTransposed, nullptr, scores, inBlock, first);
        use({scores, first, std::min(maxRows, end - first)});
    }
    queue.giveBack(std::move(scores));
}

} // namespace headlight
