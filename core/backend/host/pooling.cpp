#include "backend/host/pooling.h"

#include "backend/host/TileRows.h"
#include "base/parallel.h"
#include "kernels/PackedMatrix.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace headlight {
namespace {

constexpr Index kRowsAtOnce = 16; ///< rows of a tile that one thread takes at a time

} // namespace

RowReader StageView::reader(Index end, Index col, Index n) const {
    if (open) return open(end, col, n);
    if (read) return [this, col, n](Index row, float* out) { read(row, col, n, out); };
    return [this, col, n](Index row, float* out) {
        const float* from = data + row * ld + col;
        if (factor == 1) {
            std::copy_n(from, n, out);
            return;
        }
        for (Index i = 0; i < n; ++i) out[i] = from[i] * factor;
    };
}

StageView viewOf(const Matrix& m) {
    StageView view;
    view.rows = m.rows();
    view.cols = view.ld = m.cols();
    view.data = m.data();
    return view;
}

Matrix rowsOf(const StageView& view, Index first, Index count) {
    Matrix rows(count, view.cols);
    inParallel(count, kernels::PackedMatrix::kRowsAtOnce, 4.0 * static_cast<double>(rows.size()),
               [&](Index begin, Index end) {
                   const RowReader read = view.reader(first + end, 0, view.cols);
                   for (Index i = begin; i < end; ++i) read(first + i, rows.data() + i * view.cols);
               });
    return rows;
}

std::vector<Index> binsOf(const IndexSet& elements, Index offset, Index length, Index bins) {
    std::vector<Index> touched;
    for (const Index element : elements.items) {
        if (element < offset || element >= offset + length) continue;
        const Index bin = kernels::binOf(element - offset, bins, length);
        if (touched.empty() || touched.back() != bin) touched.push_back(bin);
    }
    return touched;
}

void poolAll(const StageView& view, const Area& area, Pooling pooling, Matrix& tile) {
    tile.resize(area.height, area.width);
    const auto part = [&](Index first, Index end) {
        if (area.exact()) {
            const RowReader read = view.reader(area.row + end, area.col, area.cols);
            for (Index r = first; r < end; ++r) read(area.row + r, tile.data() + r * area.width);
            return;
        }
        TileRows rows(view, area, pooling, view.reader(rowsOfBin(area, end - 1).end, area.col, area.cols));
        for (Index r = first; r < end; ++r) rows.make(r, tile.data() + r * area.width);
    };
    inParallel(area.height, kRowsAtOnce, 4.0 * static_cast<double>(area.rows) * static_cast<double>(area.cols), part);
}

void poolChanged(const StageView& view, const Area& area, Pooling pooling, const IndexSet& rows, const IndexSet& cols,
                 Matrix& tile) {
    if (rows.all || cols.all || area.exact() || tile.rows() != area.height || tile.cols() != area.width)
        return poolAll(view, area, pooling, tile);
    for (const Index r : binsOf(rows, area.row, area.rows, area.height))
        TileRows(view, area, pooling, view.reader(rowsOfBin(area, r).end, area.col, area.cols))
            .make(r, tile.data() + r * area.width);
    const bool isPlain = view.data && !view.allowed && pooling == Pooling::LargestMagnitude;
    for (const Index bin : binsOf(cols, area.col, area.cols, area.width)) {
        BinPools pools(view, area, pooling, bin, bin + 1);
        const auto [begin, end] = pools.cols();
        const RowReader read = view.reader(area.row + area.rows, begin, end - begin);
        for (Index r = 0; r < area.height; ++r) {
            const TileSpan span = rowsOfBin(area, r);
            if (isPlain) {
                tile(r, bin) = kernels::largest(view.data + span.begin * view.ld + begin, view.ld,
                                                span.end - span.begin, end - begin, view.factor);
                continue;
            }
            for (Index row = span.begin; row < span.end; ++row) pools.take(row, read);
            pools.finish(tile.data() + r * area.width + bin);
        }
    }
}

bool FiniteExtremes::take(const float* values, Index n) {
    const kernels::RowRange range = kernels::rangeOf(values, n);
    take({range.low, range.high});
    return range.finite;
}

Extent FiniteExtremes::extent() const {
    Extent extent;
    if (low <= high) {
        extent.low = low + 0.0F;
        extent.high = high + 0.0F;
    }
    return extent;
}

Extent extentOf(const StageView& view) {
    FiniteExtremes all;
    Index oddRow = -1, oddCol = -1;
    std::vector<float> values(static_cast<std::size_t>(view.cols)), some;
    const RowReader read = view.reader(view.rows, 0, view.cols);
    for (Index row = 0; row < view.rows; ++row) {
        read(row, values.data());
        const std::span<const float> counted = view.allowed ? view.allowed->of(row, values.data(), some) : values;
        if (all.take(counted.data(), static_cast<Index>(counted.size())) || oddRow >= 0) continue;
        oddRow = row;
        const auto isOdd = [&](Index col) {
            return !std::isfinite(values[static_cast<std::size_t>(col)]) &&
                   (!view.allowed || view.allowed->mask().allows(row, col));
        };
        while (!isOdd(++oddCol)) {}
    }
    Extent extent = all.extent();
    extent.row = oddRow;
    extent.col = oddCol;
    return extent;
}

} // namespace headlight
