#pragma once

#include "backend/host/pooling.h"
#include "kernels/Bins.h"

#include <vector>

namespace headlight {

/// The rows or columns of a stage that bins of a tile stand for.
struct TileSpan {
    Index begin, end;
};
TileSpan rowsOfBin(const Area& area, Index r);

/// Pools the bins [first, last) of one row of a tile after the other, for any view and pooling.
class BinPools {
public:
    BinPools(const StageView& view, const Area& area, Pooling pooling, Index first, Index last);
    TileSpan cols() const { return cols_; }
    void take(Index row, const RowReader& read); ///< `read` reads the columns cols()
    /// Takes only the cells of a row that are in `keys`, if the view does not say which cells count.
    void take(Index row, const RowReader& read, const KeysOfRow& keys);
    void finish(float* out);

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

    const StageView& view_;
    Area area_;
    Pooling pooling_;
    Index first_;
    TileSpan cols_;
    std::vector<Pool> pools_;
    std::vector<float> values_;
};

/// Makes one row of a tile after the other, from the rows of the stage that it stands for, which take() gets in turn.
/// One thread; the view must outlive it.
class TileRows {
public:
    /// `read` reads the columns of the area.
    TileRows(const StageView& view, const Area& area, Pooling pooling, RowReader read);
    void take(Index row);
    /// Takes a row of which only these cells count, for a view without `allowed`. The others must be read as 0, which
    /// is also the value of a bin without such cells.
    void take(Index row, const KeysOfRow& keys);
    void finish(float* out);        ///< writes [area.width]; the next row of the tile begins
    void make(Index r, float* out); ///< calls take() and finish() for row r of the tile

private:
    void flush();

    const StageView& view_;
    Area area_;
    bool isLargest_;            ///< the largest magnitude of all cells: some rows are reduced at a time
    kernels::Bins bins_, each_; ///< the columns of each pixel; bins of one pixel each
    RowReader read_;
    BinPools pools_;
    Index count_ = 0;     ///< rows in values_
    bool isFirst_ = true; ///< largest_ has nothing of this row of the tile
    std::vector<float> scratch_, values_, largest_;
};

} // namespace headlight
