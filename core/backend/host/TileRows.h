#pragma once

#include "backend/host/pooling.h"
#include "kernels/Bins.h"

#include <vector>

namespace headlight {

/// The rows or columns of a stage that bins of a tile stand for.
struct TileSpan {
    Index begin = 0, end = 0;
};
TileSpan rowsOfBin(const Area& area, Index r);

/// Makes rows of a tile from the rows of the stage that they stand for, which take() gets in ascending order: all rows
/// of a bin, or none. One thread; the view and the tile must outlive it.
class TileRows {
public:
    /// `read` reads the columns of the area. `tile` [area.height, area.width]. `isExact`: cells are not reduced.
    TileRows(const StageView& view, const Area& area, Pooling pooling, RowReader read, Matrix& tile, bool isExact);
    TileRows(const StageView& view, const Area& area, Pooling pooling, RowReader read, Matrix& tile)
        : TileRows(view, area, pooling, std::move(read), tile, area.exact()) {}
    /// Takes a row of the stage; one that is not in the area is passed over.
    void take(Index row) { take(row, view_.allowed ? view_.allowed->keysOf(row) : KeysOfRow{{0, view_.cols}}); }
    /// Takes a row of which only these cells count, for a view without `allowed`. The others must be read as 0, which
    /// is also the value of a bin without such cells.
    void take(Index row, const KeysOfRow& keys);

private:
    /// A summary of the cells that one value of a tile stands for; these come in reading order.
    struct Pool {
        float low = std::numeric_limits<float>::infinity(), high = -low;
        double sum = 0;
        Index count = 0;
        bool nan = false;

        void take(float x);
        float value(Pooling pooling, float masked) const;
    };
    void takeLargest(Index row, bool isLast);
    void takeCells(Index row, const KeysOfRow& keys, bool isLast);

    const StageView& view_;
    Area area_;
    Pooling pooling_;
    bool isExact_;
    bool isLargest_; ///< the largest magnitude of all cells: some rows are reduced at a time
    RowReader read_;
    Matrix& tile_;
    TileSpan rows_;             ///< the bin of the last row
    float* out_ = nullptr;      ///< the row of the tile that stands for it
    kernels::Bins bins_, each_; ///< the columns of each pixel; bins of one pixel each
    std::vector<Pool> pools_;
    std::vector<float> values_, scratch_, largest_;
};

} // namespace headlight
