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

/// The bins [first, last) of one row of a tile after the other, of any view and pooling.
class BinPools {
public:
    BinPools(const StageView& view, const Area& area, Pooling pooling, Index first, Index last);
    TileSpan cols() const { return cols_; }
    void take(Index row, const RowReader& read); ///< which reads these columns
    /// Of a row of these columns, those that belong to it, where the view does not say it.
    void take(Index row, const RowReader& read, const KeysOfRow& keys);
    void finish(float* out);

private:
    /// What is known of the values that one value of a tile stands for; cells in reading order.
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

/// One row of a tile after the other, made of the rows of the stage that it stands for, which it is told in turn. On
/// one thread; the view must outlive it.
class TileRows {
public:
    /// `read`: the columns of the area.
    TileRows(const StageView& view, const Area& area, Pooling pooling, RowReader read);
    void take(Index row);
    /// Of a view without `allowed`: these cells count alone, the others read as 0, and that stands for none.
    void take(Index row, const KeysOfRow& keys);
    void finish(float* out);        ///< [area.width]; the next row of the tile begins
    void make(Index r, float* out); ///< take() and finish() of this row of the tile

private:
    void flush();

    const StageView& view_;
    Area area_;
    bool isLargest_;            ///< of all cells, and read by rows: some rows at a time
    kernels::Bins bins_, each_; ///< of columns; of one pixel
    RowReader read_;
    BinPools pools_;
    Index count_ = 0;     ///< rows in values_
    bool isFirst_ = true; ///< nothing is in largest_
    std::vector<float> scratch_, values_, largest_;
};

} // namespace headlight
