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

/// Gets the rows of a stage, some at a time and in ascending order, on one thread, and makes something of them.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void take(Index first, Index end) = 0; ///< takes the rows [first, end)
};

/// Makes rows of a tile from the rows of the stage that they stand for: it gets all rows of a bin, or none.
class TileSink : public RowSink {
public:
    /// `tile` [area.height, area.width], which must outlive it.
    TileSink(const Area& area, Matrix& tile) : area_(area), tile_(tile) {}
    void take(Index first, Index end) override; ///< passes over rows that are not in the area

protected:
    virtual void takeOfBin(Index first, Index end) = 0; ///< takes some rows of the bin
    bool isLast(Index row) const { return row + 1 == rows_.end; }
    /// Lets `write` write the largest of some rows, and combines these with those of the rows of the bin before them.
    void takeLargest(bool areFirst, const std::function<void(float* to)>& write);

    const Area area_;
    Matrix& tile_;
    TileSpan rows_;        ///< the bin
    float* out_ = nullptr; ///< the row of the tile that stands for it
    std::vector<float> scratch_;

private:
    Index bin_ = 0;
    kernels::Bins each_; ///< bins of one pixel each
    std::vector<float> largest_;
};

/// Reduces the cells of any view. The view must outlive it.
class TileRows : public TileSink {
public:
    /// `read` reads the columns of the area. `isExact`: cells are not reduced.
    TileRows(const StageView& view, const Area& area, bool isExact, Pooling pooling, RowReader read, Matrix& tile);
    void take(Index first, Index end) override;

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
    void takeOfBin(Index first, Index end) override;
    void reduceMemory();
    void reduceRow(Index row);
    void takeCells(Index row);

    const StageView& view_;
    Pooling pooling_;
    bool isExact_;
    bool isLargest_; ///< the largest magnitude of all cells: some rows are reduced at a time
    RowReader read_;
    kernels::Bins bins_; ///< the columns of each pixel
    std::vector<Pool> pools_;
    std::vector<float> values_;
};

} // namespace headlight
