#include "backend/host/TileRows.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr Index kAtOnce = 8; ///< rows of the stage that are reduced at a time

TileSpan colsOf(const Area& area, Index first, Index last) {
    return {area.col + kernels::binBegin(first, area.width, area.cols),
            area.col + kernels::binBegin(last, area.width, area.cols)};
}

std::size_t asSize(Index i) { return static_cast<std::size_t>(i); }

} // namespace

TileSpan rowsOfBin(const Area& area, Index r) {
    return {area.row + kernels::binBegin(r, area.height, area.rows),
            area.row + kernels::binBegin(r + 1, area.height, area.rows)};
}

void BinPools::Pool::take(float x) {
    low = std::min(low, x);
    high = std::max(high, x);
    sum += static_cast<double>(x);
    ++count;
    nan = nan || std::isnan(x);
}

float BinPools::Pool::value(Pooling pooling, float masked) const {
    if (count == 0) return masked;
    if (nan) return kernels::kNaN;
    switch (pooling) {
    case Pooling::LargestMagnitude: return (-low > high ? low : high) + 0.0F; // -0 becomes +0
    case Pooling::Maximum: return high + 0.0F;
    case Pooling::Mean: break;
    }
    return static_cast<float>(sum / static_cast<double>(count));
}

BinPools::BinPools(const StageView& view, const Area& area, Pooling pooling, Index first, Index last)
    : view_(view),
      area_(area),
      pooling_(pooling),
      first_(first),
      cols_(colsOf(area, first, last)),
      pools_(asSize(last - first)) {}

void BinPools::take(Index row, const RowReader& read) {
    take(row, read, view_.allowed ? view_.allowed->keysOf(row) : KeysOfRow{{0, view_.cols}});
}

void BinPools::take(Index row, const RowReader& read, const KeysOfRow& keys) {
    const auto& [reach, bytes] = keys;
    values_.resize(asSize(cols_.end - cols_.begin));
    read(row, values_.data());
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        const Index bin = first_ + static_cast<Index>(i);
        const TileSpan cols = colsOf(area_, bin, bin + 1);
        const Index end = std::min(cols.end, reach.end);
        for (Index col = std::max(cols.begin, reach.begin); col < end; ++col)
            if (!bytes || bytes[col]) pools_[i].take(values_[asSize(col - cols_.begin)]);
    }
}

void BinPools::finish(float* out) {
    for (Pool& pool : pools_) *out++ = std::exchange(pool, {}).value(pooling_, view_.masked);
}

TileRows::TileRows(const StageView& view, const Area& area, Pooling pooling, RowReader read)
    : view_(view),
      area_(area),
      isLargest_(!area.exact() && !view.allowed && pooling == Pooling::LargestMagnitude),
      bins_(area.width, area.cols),
      each_(area.width, area.width),
      read_(std::move(read)),
      pools_(view, area, pooling, 0, area.width),
      scratch_(bins_.scratchSize()) {}

void TileRows::take(Index row) {
    if (!isLargest_ && !area_.exact()) return pools_.take(row, read_);
    values_.resize(asSize((isLargest_ ? kAtOnce : 1) * area_.cols));
    read_(row, values_.data() + count_ * area_.cols);
    if (isLargest_ && ++count_ == kAtOnce) flush();
}

void TileRows::take(Index row, const KeysOfRow& keys) {
    if (isLargest_ || area_.exact()) return take(row); // cells that do not count are 0, the minimum magnitude
    pools_.take(row, read_, keys);
}

/// Reduces the rows in values_ to the largest of each bin, and combines these with those of earlier rows.
void TileRows::flush() {
    largest_.resize(asSize(2 * area_.width));
    float* now = largest_.data() + (isFirst_ ? 0 : area_.width);
    kernels::largestPerBin(values_.data(), area_.cols, count_, bins_, 1, scratch_.data(), now);
    if (!isFirst_) kernels::largestPerBin(largest_.data(), area_.width, 2, each_, 1, scratch_.data(), largest_.data());
    isFirst_ = false;
    count_ = 0;
}

void TileRows::finish(float* out) {
    if (area_.exact()) {
        std::copy(values_.begin(), values_.end(), out);
        return;
    }
    if (!isLargest_) return pools_.finish(out);
    if (count_ > 0) flush();
    std::copy_n(largest_.data(), area_.width, out);
    isFirst_ = true;
}

void TileRows::make(Index r, float* out) {
    const TileSpan rows = rowsOfBin(area_, r);
    if (isLargest_ && view_.data)
        return kernels::largestPerBin(view_.data + rows.begin * view_.ld + area_.col, view_.ld, rows.end - rows.begin,
                                      bins_, view_.factor, scratch_.data(), out);
    for (Index row = rows.begin; row < rows.end; ++row) take(row);
    finish(out);
}

} // namespace headlight
