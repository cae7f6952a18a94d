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

/// Fills the rows [first, end) of a tile.
void poolBins(const StageView& view, const Area& area, Pooling pooling, bool isExact, Index first, Index end,
              Matrix& tile) {
    const TileSpan rows{rowsOfBin(area, first).begin, rowsOfBin(area, end - 1).end};
    TileRows sink(view, area, isExact, pooling, view.reader(rows.end, area.col, area.cols), tile);
    sink.take(rows.begin, rows.end);
}

} // namespace

RowReader StageView::reader(Index end, Index col, Index n) const {
    if (open) return open(end, col, n);
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
                   view.ask();
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
    inParallel(area.height, kRowsAtOnce, 4.0 * static_cast<double>(area.rows) * static_cast<double>(area.cols),
               [&](Index first, Index end) {
                   view.ask();
                   poolBins(view, area, pooling, area.exact(), first, end, tile);
               });
}

void poolChanged(const StageView& view, const Area& area, Pooling pooling, const IndexSet& rows, const IndexSet& cols,
                 Matrix& tile) {
    if (rows.all || cols.all || area.exact() || tile.rows() != area.height || tile.cols() != area.width)
        return poolAll(view, area, pooling, tile);
    for (const Index r : binsOf(rows, area.row, area.rows, area.height))
        poolBins(view, area, pooling, false, r, r + 1, tile);
    Matrix values(area.height, 1);
    for (const Index bin : binsOf(cols, area.col, area.cols, area.width)) {
        const Index begin = kernels::binBegin(bin, area.width, area.cols),
                    end = kernels::binBegin(bin + 1, area.width, area.cols);
        const Area column{area.row, area.col + begin, area.rows, end - begin, area.height, 1};
        poolBins(view, column, pooling, false, 0, area.height, values);
        tile.col(bin) = values.col(0);
    }
}

Extent FiniteExtremes::extent() const {
    Extent extent;
    if (low <= high) {
        extent.low = low + 0.0F;
        extent.high = high + 0.0F;
    }
    return extent;
}

void ExtentRows::take(Index row, std::span<const float> values, const CountedCells* counted) {
    const std::span<const float> some = counted ? counted->of(row, values.data(), scratch_) : values;
    const kernels::RowRange range = kernels::rangeOf(some.data(), static_cast<Index>(some.size()));
    all_.low = std::min(all_.low, range.low);
    all_.high = std::max(all_.high, range.high);
    if (range.finite || oddRow_ >= 0) return;
    oddRow_ = row;
    const auto [reach, bytes] = counted ? counted->keysOf(row) : KeysOfRow{{0, static_cast<Index>(values.size())}};
    oddCol_ = reach.begin;
    while ((bytes && !bytes[oddCol_]) || std::isfinite(values[static_cast<std::size_t>(oddCol_)])) ++oddCol_;
}

Extent ExtentRows::extent() const {
    Extent extent = all_.extent();
    extent.row = oddRow_;
    extent.col = oddCol_;
    return extent;
}

Extent extentOf(const StageView& view) {
    ExtentRows all;
    std::vector<float> values(static_cast<std::size_t>(view.cols));
    const RowReader read = view.reader(view.rows, 0, view.cols);
    for (Index row = 0; row < view.rows; ++row) {
        view.ask();
        read(row, values.data());
        all.take(row, values, view.allowed.get());
    }
    return all.extent();
}

} // namespace headlight
