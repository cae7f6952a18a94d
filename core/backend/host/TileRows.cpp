#include "backend/host/TileRows.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr Index kAtOnce = 8; ///< rows of the stage that are reduced at a time

std::size_t asSize(Index i) { return static_cast<std::size_t>(i); }

} // namespace

TileSpan rowsOfBin(const Area& area, Index r) {
    return {area.row + kernels::binBegin(r, area.height, area.rows),
            area.row + kernels::binBegin(r + 1, area.height, area.rows)};
}

void TileSink::take(Index first, Index end) {
    end = std::min(end, area_.row + area_.rows);
    for (Index row = std::max(first, area_.row); row < end;) {
        if (row >= rows_.end) {
            bin_ = out_ && row == rows_.end ? bin_ + 1 : kernels::binOf(row - area_.row, area_.height, area_.rows);
            rows_ = {row, area_.row + kernels::binBegin(bin_ + 1, area_.height, area_.rows)};
            out_ = tile_.data() + bin_ * area_.width;
        }
        const Index last = std::min(end, rows_.end);
        takeOfBin(row, last);
        row = last;
    }
}

void TileSink::takeLargest(bool areFirst, const std::function<void(float* to)>& write) {
    if (areFirst) return write(out_);
    if (each_.empty()) each_ = kernels::Bins(area_.width, area_.width);
    largest_.assign(out_, out_ + area_.width);
    largest_.resize(asSize(2 * area_.width));
    write(largest_.data() + area_.width);
    kernels::largestPerBin(largest_.data(), area_.width, 2, each_, 1, scratch_.data(), out_);
}

void TileRows::Pool::take(float x) {
    low = std::min(low, x);
    high = std::max(high, x);
    sum += static_cast<double>(x);
    ++count;
    nan = nan || std::isnan(x);
}

float TileRows::Pool::value(Pooling pooling, float masked) const {
    if (count == 0) return masked;
    if (nan) return kernels::kNaN;
    switch (pooling) {
    case Pooling::LargestMagnitude: return (-low > high ? low : high) + 0.0F; // -0 becomes +0
    case Pooling::Maximum: return high + 0.0F;
    case Pooling::Mean: break;
    }
    return static_cast<float>(sum / static_cast<double>(count));
}

TileRows::TileRows(const StageView& view, const Area& area, bool isExact, Pooling pooling, RowReader read, Matrix& tile)
    : TileSink(area, tile),
      view_(view),
      pooling_(pooling),
      isExact_(isExact),
      isLargest_(!isExact && !view.allowed && pooling == Pooling::LargestMagnitude),
      read_(std::move(read)) {
    if (isExact) return;
    bins_ = kernels::Bins(area.width, area.cols);
    if (isLargest_)
        scratch_.resize(bins_.scratchSize());
    else
        pools_.resize(asSize(area.width));
    if (isLargest_ && view.data) return;
    values_.resize(asSize((isLargest_ ? kAtOnce : 1) * area.cols));
}

void TileRows::take(Index first, Index end) {
    if (!isExact_) return TileSink::take(first, end);
    const Index last = std::min(end, area_.row + area_.rows);
    for (Index row = std::max(first, area_.row); row < last; ++row)
        read_(row, tile_.data() + (row - area_.row) * area_.width);
}

void TileRows::takeOfBin(Index first, Index end) {
    if (isLargest_ && view_.data) return isLast(end - 1) ? reduceMemory() : void();
    for (Index row = first; row < end; ++row) isLargest_ ? reduceRow(row) : takeCells(row);
}

/// Reduces all rows of the bin to the largest of each pixel.
void TileRows::reduceMemory() {
    const float* cells = view_.data + rows_.begin * view_.ld + area_.col;
    const Index count = rows_.end - rows_.begin;
    if (area_.width == 1)
        *out_ = kernels::largest(cells, view_.ld, count, area_.cols, view_.factor);
    else
        kernels::largestPerBin(cells, view_.ld, count, bins_, view_.factor, scratch_.data(), out_);
}

/// Reads the rows of the bin, and reduces some at a time.
void TileRows::reduceRow(Index row) {
    const Index before = row - rows_.begin, place = before % kAtOnce;
    read_(row, values_.data() + place * area_.cols);
    if (!isLast(row) && place + 1 < kAtOnce) return;
    takeLargest(before < kAtOnce, [&](float* to) {
        kernels::largestPerBin(values_.data(), area_.cols, place + 1, bins_, 1, scratch_.data(), to);
    });
}

/// Takes the cells of a row that count one by one.
void TileRows::takeCells(Index row) {
    const auto [reach, bytes] = view_.allowed ? view_.allowed->keysOf(row) : KeysOfRow{{0, view_.cols}};
    read_(row, values_.data());
    const Index begin = std::max(reach.begin - area_.col, Index{0}), end = std::min(reach.end - area_.col, area_.cols);
    for (Index bin = 0; bin < area_.width; ++bin) {
        const Index last = std::min(bins_.begin(bin + 1), end);
        for (Index i = std::max(bins_.begin(bin), begin); i < last; ++i)
            if (!bytes || bytes[area_.col + i]) pools_[asSize(bin)].take(values_[asSize(i)]);
    }
    if (!isLast(row)) return;
    for (Index bin = 0; bin < area_.width; ++bin)
        out_[bin] = std::exchange(pools_[asSize(bin)], {}).value(pooling_, view_.masked);
}

} // namespace headlight
