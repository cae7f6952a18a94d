#pragma once
// Reduces the values of a stage to those of a tile, and finds the extent of a stage.

#include "backend/host/AllowedKeys.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace headlight {

/// Reads some columns of one row after another, on one thread.
using RowReader = std::function<void(Index row, float* out)>;

/// A view of the values of a stage: row-major memory, each number of which is to be multiplied by `factor`; or, without
/// `data`, a function `open` that makes a reader.
struct StageView {
    Index rows = 0, cols = 0;
    const float* data = nullptr;
    Index ld = 0;
    float factor = 1;
    std::function<RowReader(Index end, Index col, Index n)> open;
    std::shared_ptr<const CountedCells> allowed = nullptr; ///< the cells that count; null: all
    float masked = 0;                                      ///< the value that stands for masked cells only
    std::function<void()> ask = [] {}; ///< called repeatedly while all of the stage is read; throws to stop that

    /// Returns a reader of the cells [col, col + n) of rows before `end`; the view must outlive it.
    RowReader reader(Index end, Index col, Index n) const;
};
StageView viewOf(const Matrix&);
Matrix rowsOf(const StageView&, Index first, Index count);

/// Fills `tile` [height, width].
void poolAll(const StageView&, const Area&, Pooling, Matrix& tile);
/// Fills only the values of `tile` that stand for a changed row or column of the stage; all of them if the tile has
/// another size.
void poolChanged(const StageView&, const Area&, Pooling, const IndexSet& rows, const IndexSet& cols, Matrix& tile);

/// The extremes of the finite numbers that it has taken; low > high: there were none.
struct FiniteExtremes {
    float low = std::numeric_limits<float>::infinity(), high = -low;

    void takeFinite(float x) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
    Extent extent() const; ///< returns an Extent without a cell; -0 becomes +0, since the order of zeros must not show
};

/// Finds the extent of a stage from its rows, which come in ascending order.
class ExtentRows {
public:
    void take(Index row, std::span<const float> values, const CountedCells* counted); ///< `counted`: null: all count
    Extent extent() const;

private:
    FiniteExtremes all_;
    Index oddRow_ = -1, oddCol_ = -1;
    std::vector<float> scratch_;
};
Extent extentOf(const StageView&);

/// Returns the bins of [offset, offset + length) in which the elements lie; ascending, distinct.
std::vector<Index> binsOf(const IndexSet& elements, Index offset, Index length, Index bins);

} // namespace headlight
