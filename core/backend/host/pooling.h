#pragma once
// From the values of a stage to those of a tile, and what is true of all of them.

#include "backend/host/AllowedKeys.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace headlight {

/// Reads some columns of one row after another, on one thread.
using RowReader = std::function<void(Index row, float* out)>;

/// How the values of a stage are read: row-major memory, each number to be multiplied by `factor`; or, without `data`,
/// whatever `read` says stands in the cells [col, col + n) of a row, or a reader that `open` makes.
struct StageView {
    Index rows = 0, cols = 0;
    const float* data = nullptr;
    Index ld = 0;
    float factor = 1;
    std::function<void(Index row, Index col, Index n, float* out)> read;
    std::function<RowReader(Index end, Index col, Index n)> open;
    const AllowedKeys* allowed = nullptr; ///< the cells that count; null: all
    float masked = 0;                     ///< what stands for nothing but masked cells

    /// Of the cells [col, col + n) of rows before `end`; the view must outlive it.
    RowReader reader(Index end, Index col, Index n) const;
};
StageView viewOf(const Matrix&);
Matrix rowsOf(const StageView&, Index first, Index count);

/// Fills `tile` [height, width].
void poolAll(const StageView&, const Area&, Pooling, Matrix& tile);
/// The same for those values alone that stand for a changed row or column of the stage; for all if the tile has
/// another size.
void poolChanged(const StageView&, const Area&, Pooling, const IndexSet& rows, const IndexSet& cols, Matrix& tile);

Extent extentOf(const StageView&);

/// Of the finite ones among the numbers that it takes; low > high: there were none.
struct FiniteExtremes {
    float low = std::numeric_limits<float>::infinity(), high = -low;

    void takeFinite(float x) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
    void take(const FiniteExtremes& others) {
        low = std::min(low, others.low);
        high = std::max(high, others.high);
    }
    bool take(const float* values, Index n); ///< whether all are finite
    Extent extent() const; ///< without a place; never -0: which of two zeros was met first must not show
};

/// The bins of [offset, offset + length) in which the elements lie; ascending, distinct.
std::vector<Index> binsOf(const IndexSet& elements, Index offset, Index length, Index bins);

} // namespace headlight
