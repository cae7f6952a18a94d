#pragma once

#include "backend/RowMap.h"
#include "base/Matrix.h"

#include <memory>

namespace headlight {

/// The memory of the scores of one head, row by row. When tokens come and go, the scores of those that stay are kept.
class ScoreStore {
public:
    /// Makes it [rows, cols], undefined.
    void reset(Index rows, Index cols);
    /// Moves scores with their rows and columns (null: these stay); those of new ones are undefined.
    void move(const RowMap* rows, const RowMap* cols);

    float* row(Index row) { return data_.get() + row * ld_; }
    const float* row(Index row) const { return data_.get() + row * ld_; }
    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    Index ld() const { return ld_; } ///< returns the distance between rows, in floats

    /// Returns the maximum of bytes at this size: up to 64 rows and columns more than needed, so that the memory moves
    /// only at every 64th token while a sentence is typed. During a move, old and new memory exist at once.
    static double bytesFor(Index rows, Index cols);
    double bytes() const { return static_cast<double>(capacity_ * ld_) * sizeof(float); }

private:
    void allocate(Index rows, Index cols);

    Index rows_ = 0, cols_ = 0, ld_ = 0, capacity_ = 0;
    std::unique_ptr<float[]> data_;
};

} // namespace headlight
