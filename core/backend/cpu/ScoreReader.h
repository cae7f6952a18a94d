#pragma once

#include "backend/cpu/ScoreTable.h"

#include <memory>

namespace headlight {

/// Reads rows of the scores of a table, on one thread. Stored rows are not copied; streamed ones are computed in blocks
/// when they are asked for. The table must not change meanwhile.
class ScoreReader {
public:
    /// Reads the cells [col, col + n) of rows before `end`.
    ScoreReader(const ScoreTable& table, Index end, Index col, Index n);
    /// Returns the scores of this row from column `col` on, valid until the next call. Fast for ascending rows. Throws
    /// Stopping::Stopped.
    const float* row(Index row) {
        if (!table_.isStreamed()) return table_.storedRow(row) + col_;
        load(row);
        return block_.get() + (row - first_) * ld_ + col_ - panelCol_;
    }
    /// Returns the end of the rows from `row` on that row() reads without another product.
    Index endOfBlock(Index row);
    Index col() const { return col_; }

private:
    void load(Index row);

    const ScoreTable& table_;
    Index end_, col_, panelCol_, endCol_;
    Index ld_; ///< wider than a row, so that rows do not begin in the same cache set
    std::unique_ptr<float[]> block_;
    Index first_ = 0, count_ = 0, capacity_ = 0; ///< the rows in block_, and how many fit
};

} // namespace headlight
