#include "backend/host/pooling.h"

#include "base/parallel.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace headlight {
namespace {

using kernels::binBegin;
using kernels::kInfinity;
using kernels::kNaN;

constexpr Index kRowsAtOnce = 16; ///< of a tile, that one thread takes at a time

/// What is known of the values that one value of a tile stands for; cells in reading order.
struct Pool {
    float low = kInfinity, high = -kInfinity;
    double sum = 0;
    Index count = 0;
    bool nan = false;

    void take(float x) {
        low = std::min(low, x);
        high = std::max(high, x);
        sum += static_cast<double>(x);
        ++count;
        nan = nan || std::isnan(x);
    }
    float value(Pooling pooling, float masked) const {
        if (count == 0) return masked;
        if (nan) return kNaN;
        switch (pooling) {
        case Pooling::LargestMagnitude: return (-low > high ? low : high) + 0.0F; // -0 becomes +0
        case Pooling::Maximum: return high + 0.0F;
        case Pooling::Mean: break;
        }
        return static_cast<float>(sum / static_cast<double>(count));
    }
};

/// The rows or columns of the stage that bin `first` to `last` of the tile stand for.
struct Span {
    Index begin, end;
};
Span rowsOf(const Area& area, Index r) {
    return {area.row + binBegin(r, area.height, area.rows), area.row + binBegin(r + 1, area.height, area.rows)};
}
Span colsOf(const Area& area, Index first, Index last) {
    return {area.col + binBegin(first, area.width, area.cols), area.col + binBegin(last, area.width, area.cols)};
}

/// The bins [first, last) of row r of the tile, which `read` reads. What is written anew each time: rows of the stage,
/// pools of the bins.
class BinPools {
public:
    void pool(const StageView& view, const RowReader& read, const Area& area, Pooling pooling, Index r, Index first,
              Index last, float* out) {
        const Span rows = rowsOf(area, r), cols = colsOf(area, first, last);
        pools_.assign(static_cast<std::size_t>(last - first), {});
        values_.resize(static_cast<std::size_t>(cols.end - cols.begin));
        for (Index row = rows.begin; row < rows.end; ++row) {
            read(row, values_.data());
            takeRow(view, area, row, first, cols);
        }
        for (Index bin = first; bin < last; ++bin)
            out[bin] = pools_[static_cast<std::size_t>(bin - first)].value(pooling, view.masked);
    }

private:
    void takeRow(const StageView& view, const Area& area, Index row, Index first, Span cols) {
        const Mask::Reach reach = view.allowed ? view.allowed->reach(row) : Mask::Reach{0, view.cols};
        const std::uint8_t* bytes = view.allowed ? view.allowed->bytes(row) : nullptr;
        for (std::size_t i = 0; i < pools_.size(); ++i) {
            const Span bin = colsOf(area, first + static_cast<Index>(i), first + static_cast<Index>(i) + 1);
            const Index end = std::min(bin.end, reach.end);
            for (Index col = std::max(bin.begin, reach.begin); col < end; ++col)
                if (!bytes || bytes[col]) pools_[i].take(values_[static_cast<std::size_t>(col - cols.begin)]);
        }
    }

    std::vector<Pool> pools_;
    std::vector<float> values_;
};

/// Rows of the tile, one after the other.
class TileRows {
public:
    TileRows(const StageView& view, const Area& area, Pooling pooling, Index end)
        : view_(view),
          area_(area),
          pooling_(pooling),
          begins_(kernels::binBegins(area.width, area.cols)),
          read_(view.reader(rowsOf(area, end - 1).end, area.col, area.cols)) {}

    void pool(Index r, float* out) {
        if (area_.exact()) return read_(area_.row + r, out);
        if (view_.allowed || pooling_ != Pooling::LargestMagnitude || !(view_.data || view_.open))
            return pools_.pool(view_, read_, area_, pooling_, r, 0, area_.width, out);
        const Span rows = rowsOf(area_, r);
        scratch_.resize(static_cast<std::size_t>(area_.cols));
        if (view_.data)
            return kernels::largestPerBin(view_.data + rows.begin * view_.ld + area_.col, view_.ld,
                                          rows.end - rows.begin, begins_.data(), area_.width, view_.factor,
                                          scratch_.data(), out);
        poolRead(rows, out);
    }

private:
    /// Some rows at a time: first each bin's largest of these, then of that and what was there before.
    void poolRead(const Span& rows, float* out) {
        constexpr Index kAtOnce = 8;
        const Index cols = area_.cols, width = area_.width;
        values_.resize(static_cast<std::size_t>(kAtOnce * cols));
        std::vector<float> bins(static_cast<std::size_t>(2 * width));
        const std::vector<Index> each = kernels::binBegins(width, width);
        for (Index row = rows.begin; row < rows.end; row += kAtOnce) {
            const Index count = std::min(kAtOnce, rows.end - row);
            for (Index i = 0; i < count; ++i) read_(row + i, values_.data() + i * cols);
            float* now = row == rows.begin ? bins.data() : bins.data() + width;
            kernels::largestPerBin(values_.data(), cols, count, begins_.data(), width, 1, scratch_.data(), now);
            if (row > rows.begin)
                kernels::largestPerBin(bins.data(), width, 2, each.data(), width, 1, scratch_.data(), bins.data());
        }
        std::copy_n(bins.data(), width, out);
    }

    const StageView& view_;
    Area area_;
    Pooling pooling_;
    std::vector<Index> begins_; ///< of the columns
    RowReader read_;
    BinPools pools_;
    std::vector<float> scratch_, values_;
};

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
    const RowReader read = view.reader(first + count, 0, view.cols);
    for (Index i = 0; i < count; ++i) read(first + i, rows.data() + i * view.cols);
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
        TileRows rows(view, area, pooling, end);
        for (Index r = first; r < end; ++r) rows.pool(r, tile.data() + r * area.width);
    };
    if (view.isForOneThread) return part(0, area.height);
    inParallel(area.height, kRowsAtOnce, 4.0 * static_cast<double>(area.rows) * static_cast<double>(area.cols), part);
}

void poolChanged(const StageView& view, const Area& area, Pooling pooling, const IndexSet& rows, const IndexSet& cols,
                 Matrix& tile) {
    if (rows.all || cols.all || area.exact() || tile.rows() != area.height || tile.cols() != area.width)
        return poolAll(view, area, pooling, tile);
    for (const Index r : binsOf(rows, area.row, area.rows, area.height))
        TileRows(view, area, pooling, r + 1).pool(r, tile.data() + r * area.width);
    BinPools pools;
    const bool isPlain = view.data && !view.allowed && pooling == Pooling::LargestMagnitude;
    for (const Index bin : binsOf(cols, area.col, area.cols, area.width)) {
        const Span span = colsOf(area, bin, bin + 1);
        const RowReader read = view.reader(area.row + area.rows, span.begin, span.end - span.begin);
        for (Index r = 0; r < area.height; ++r) {
            const Span rowSpan = rowsOf(area, r);
            if (isPlain)
                tile(r, bin) = kernels::largest(view.data + rowSpan.begin * view.ld + span.begin, view.ld,
                                                rowSpan.end - rowSpan.begin, span.end - span.begin, view.factor);
            else
                pools.pool(view, read, area, pooling, r, bin, bin + 1, tile.data() + r * area.width);
        }
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

Extent extentOf(const StageView& view) {
    FiniteExtremes all;
    Index oddRow = -1, oddCol = -1;
    std::vector<float> values(static_cast<std::size_t>(view.cols)), some;
    const RowReader read = view.reader(view.rows, 0, view.cols);
    for (Index row = 0; row < view.rows; ++row) {
        read(row, values.data());
        const std::span<const float> counted = view.allowed ? view.allowed->of(row, values.data(), some) : values;
        const kernels::RowRange range = kernels::rangeOf(counted.data(), static_cast<Index>(counted.size()));
        if (range.low <= range.high) {
            all.takeFinite(range.low);
            all.takeFinite(range.high);
        }
        if (range.finite || oddRow >= 0) continue;
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
