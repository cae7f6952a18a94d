#include "backend/opencl/DeviceMatrix.h"

#include "session/EmbeddingTable.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr Index kFew = 16, kStrip = 64, kLines = 4, kTile = 64, kAcross = kTile / 4, kDown = kTile / 8, kHeight = 8,
                kWidth = 16; // as in product.cl

} // namespace

void DeviceMatrix::fit(DeviceQueue& queue, Index rows, Index cols) {
    if (buffer_() && rows == rows_ && cols == cols_) return;
    queue.giveBack(std::exchange(buffer_, {}));
    buffer_ = queue.makeBuffer(rows * cols * device::kFloat);
    rows_ = rows;
    cols_ = cols;
}

void DeviceMatrix::take(DeviceQueue& queue, const FrozenMatrix& host, const IndexSet& rows) {
    const bool isBufferNew = !buffer_() || host->rows() != rows_ || host->cols() != cols_;
    fit(queue, host->rows(), host->cols());
    const IndexSet taken = isBufferNew ? IndexSet::every() : rows;
    if (!taken.empty()) queue.keep(std::make_shared<FrozenMatrix>(host));
    taken.forEachRun(rows_, [&](Index first, Index count) {
        queue.write(buffer_, first * cols_ * device::kFloat, host->data() + first * cols_,
                    count * cols_ * device::kFloat);
    });
}

void DeviceMatrix::takeChanged(DeviceQueue& queue, const FrozenMatrix& host) {
    if (host == taken_) return;
    const bool isSameSize = taken_ && host->rows() == rows_ && host->cols() == cols_;
    take(queue, host, isSameSize ? IndexSet{false, differingRows(taken_, host)} : IndexSet::every());
    taken_ = host;
}

void DeviceMatrix::move(DeviceQueue& queue, const DeviceMove& moved) {
    if (!moved.map || !buffer_() || rows_ != moved.map->before) return;
    cl::Buffer before = std::move(buffer_);
    rows_ = moved.map->now();
    buffer_ = queue.makeBuffer(rows_ * cols_ * device::kFloat);
    queue.run("moveRows", cols_, rows_, before, buffer_, cols_, moved.from);
    queue.giveBack(std::move(before));
}

void multiply(DeviceQueue& queue, const cl::Buffer& a, const DeviceMatrix& b, const DeviceMatrix* bias,
              const cl::Buffer& out, const RowSet& rows, Index outFirst, Index packed) {
    const double ofRow = static_cast<double>(b.rows()) * static_cast<double>(b.cols());
    const Index maxRows = std::max(kTile, static_cast<Index>(queue.workOfMark() / std::max(ofRow, 1.0)));
    if (rows.count > maxRows) { // so that the device shows in between that it is alive
        for (Index first = 0; first < rows.count; first += maxRows)
            multiply(queue, a, b, bias, out, rows.part(first, std::min(maxRows, rows.count - first)), outFirst,
                     packed < 0 ? packed : packed + first);
        return;
    }
    const device::Product product{device::whole(b.rows()), device::whole(b.cols()), device::whole(outFirst),
                                  device::whole(packed), bias != nullptr};
    const cl::Buffer& add = bias ? bias->buffer() : queue.none();
    const auto in = [](Index n, Index step) { return (n + step - 1) / step; };
    if (rows.count < kFew && queue.hasTiles())
        queue.runGroups("productFew", {in(b.cols(), kStrip), 1}, {kStrip, kLines}, a, b.buffer(), add, out, product,
                        rows);
    else if (queue.hasTiles())
        queue.runGroups("productTiled", {in(b.cols(), kTile), in(rows.count, kTile)}, {kAcross, kDown}, a, b.buffer(),
                        add, out, product, rows);
    else
        queue.runGroups("productWide", {in(b.cols(), kWidth), in(rows.count, kHeight)}, {1, 1}, a, b.buffer(), add, out,
                        product, rows);
    queue.did(static_cast<double>(rows.count) * ofRow);
}

} // namespace headlight
