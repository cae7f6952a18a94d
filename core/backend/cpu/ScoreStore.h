#pragma once

#include "backend/RowMap.h"
#include "base/Matrix.h"

#include <memory>

namespace headlight {

/// Where the scores of one head stand, row by row. What moves with a sentence that grows or shrinks stays.
class ScoreStore {
public:
    /// Makes it [rows, cols], undefined.
    void reset(Index rows, Index cols);
    /// Numbers go where their rows and columns go (null: they stay); what is new is undefined.
    void move(const RowMap* rows, const RowMap* cols);

    float* row(Index row) { return data_.get() + row * ld_; }
    const float* row(Index row) const { return data_.get() + row * ld_; }
    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    Index ld() const { return ld_; } ///< floats from row to row

    /// The most that it takes at this size, up to a step of 64 more than it needs each way: while a sentence is typed
    /// it moves at every 64th token. While it does, the old and the new stand side by side.
    static double bytesFor(Index rows, Index cols);
    double bytes() const { return static_cast<double>(capacity_ * ld_) * sizeof(float); }

private:
    void allocate(Index rows, Index cols);

    Index rows_ = 0, cols_ = 0, ld_ = 0, capacity_ = 0;
    std::unique_ptr<float[]> data_;
};

} // namespace headlight
