#include "backend/opencl/DeviceAnswers.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace headlight {
namespace {

constexpr Index kAlign = 64, kMinBytes = Index{1} << 20,
                kMaxKept = Index{1} << 24; ///< bytes that are kept from frame to frame
constexpr Index kPooled = 256;             ///< POOLED in read.cl

Index bytesFor(const Read& read, Index cols) {
    switch (read.what) {
    case Read::What::Tile: return read.area.height * read.area.width * device::kFloat;
    case Read::What::Extent: return sizeof(device::Extent);
    case Read::What::Rows: return read.area.rows * cols * device::kFloat;
    case Read::What::RowKinds: break;
    }
    return read.area.rows;
}

} // namespace

Index DeviceAnswers::reserve(Index bytes) {
    const Index aligned = (bytes + kAlign - 1) / kAlign * kAlign;
    if (memory_.empty() || memory_.back().used + aligned > memory_.back().bytes) {
        const Index size = std::max(aligned, memory_.empty() ? nextBytes_ : kMinBytes);
        memory_.push_back({queue_.makeBuffer(size, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR), size});
    }
    return std::exchange(memory_.back().used, memory_.back().used + aligned);
}

void DeviceAnswers::add(const Read& read, const DeviceCells& cells, Answer& answer, const void* owner) {
    if (read.what != Read::What::Rows) return readPart(read, 0, cells, answer, owner);
    answer.values.resize(read.area.rows, cells.cols);
    const Index maxRows = std::max<Index>(1, static_cast<Index>(queue_.blockBytes()) /
                                                 (std::max<Index>(1, cells.cols) * device::kFloat));
    for (Index row = 0; row < read.area.rows; row += maxRows) { // no more than a buffer can take
        Read part = read;
        part.area.row += row;
        part.area.rows = std::min(maxRows, read.area.rows - row);
        readPart(part, row, cells, answer, owner);
    }
}

void DeviceAnswers::readPart(const Read& read, Index row, const DeviceCells& cells, Answer& answer, const void* owner) {
    const Index offset = reserve(bytesFor(read, cells.cols));
    pending_.push_back({read, &answer, offset, row, cells.cols, memory_.size() - 1, owner});
    const Area& a = read.area;
    switch (read.what) {
    case Read::What::Tile:
        return a.exact() ? readCells(a, cells, offset / device::kFloat)
                         : readTile(read, cells, offset / device::kFloat);
    case Read::What::Extent: return readExtent(cells, offset / Index{sizeof(device::Extent)});
    case Read::What::Rows: return readCells({a.row, 0, a.rows, cells.cols}, cells, offset / device::kFloat);
    case Read::What::RowKinds:
        return queue_.run("rowKinds", a.rows, 1, cells.known, a.row, a.rows, memory_.back().buffer, offset);
    }
}

void DeviceAnswers::readCells(const Area& area, const DeviceCells& from, Index offset) {
    const RowSet all{area.row, area.rows};
    from.forEachBlock(queue_, all, [&](const DeviceBlock& block) {
        const RowSet set = all.within(block.first, block.first + block.count);
        queue_.runLanes("cells", set.count, from.of(block), set, area.col, area.cols, memory_.back().buffer,
                        offset + (set.first - all.first) * area.cols);
    });
}

void DeviceAnswers::readTile(const Read& read, const DeviceCells& from, Index offset) {
    const Area& a = read.area;
    const device::Area area{device::whole(a.row),  device::whole(a.col),    device::whole(a.rows),
                            device::whole(a.cols), device::whole(a.height), device::whole(a.width)};
    const Index pixels = std::max<Index>(1, kPooled / (a.cols / a.width + 1)); // pixels of a group
    cl::Buffer pools;
    if (!from.areInOneBlock()) pools = queue_.makeBuffer(a.height * a.width * Index{sizeof(device::Pool)});
    from.forEachBlock(queue_, {a.row, a.rows}, [&](const DeviceBlock& block) {
        queue_.runLanes("tile", {(a.width + pixels - 1) / pixels, a.height}, from.of(block), area, pixels,
                        static_cast<int>(read.pooling), pools() ? pools : queue_.none(), memory_.back().buffer, offset);
    });
    queue_.giveBack(std::move(pools));
}

void DeviceAnswers::readExtent(const DeviceCells& from, Index place) {
    cl::Buffer extents = queue_.makeBuffer(from.rows * Index{sizeof(device::Extent)});
    from.forEachBlock(queue_, {0, from.rows}, [&](const DeviceBlock& block) {
        queue_.runLanes("rowExtents", block.count, from.of(block), extents);
    });
    queue_.runLanes("extentOfRows", 1, extents, from.rows, memory_.back().buffer, place);
    queue_.giveBack(std::move(extents));
}

void DeviceAnswers::map() {
    for (Memory& memory : memory_)
        if (memory.used > 0) queue_.map(memory.buffer, memory.used, memory.mapped);
}

void DeviceAnswers::deliver() {
    Index used = 0;
    for (const Pending& pending : std::exchange(pending_, {}))
        fill(pending, static_cast<const std::byte*>(memory_[pending.memory].mapped) + pending.offset);
    for (Memory& memory : memory_) {
        if (memory.mapped) queue_.unmap(memory.buffer, std::exchange(memory.mapped, nullptr));
        used += std::exchange(memory.used, 0);
    }
    nextBytes_ = std::clamp(used, kMinBytes, kMaxKept);
    if (memory_.size() > 1 || used > kMaxKept) memory_.clear(); // the next frame has one buffer, or many again
}

void DeviceAnswers::discard(const void* owner) {
    std::erase_if(pending_, [owner](const Pending& p) { return !owner || p.owner == owner; });
    if (!owner) memory_.clear(); // it may be mapped, or still be written to
}

void DeviceAnswers::fill(const Pending& pending, const std::byte* from) const {
    Matrix& values = pending.answer->values;
    switch (pending.read.what) {
    case Read::What::Tile: values.resize(pending.read.area.height, pending.read.area.width); [[fallthrough]];
    case Read::What::Rows:
        std::memcpy(values.data() + pending.row * pending.cols, from,
                    static_cast<std::size_t>(bytesFor(pending.read, pending.cols)));
        return;
    case Read::What::Extent: {
        device::Extent extent;
        std::memcpy(&extent, from, sizeof extent);
        pending.answer->extent = {extent.low, extent.high, extent.row, extent.col};
        return;
    }
    case Read::What::RowKinds:
        for (Index i = 0; i < pending.read.area.rows; ++i)
            pending.answer->kinds.push_back(static_cast<RowKind>(from[i]));
    }
}

} // namespace headlight
