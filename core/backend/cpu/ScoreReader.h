#pragma once

#include "backend/cpu/ScoreTable.h"

#include <memory>

namespace headlight {

/// Reads rows of the scores of a table on one thread: where they are stored, or, of a streamed table, computed in
/// blocks as they are asked for. The table must stay as it is.
class ScoreReader {
public:
    /// The cells [col, col + n) of rows before `end`.
    ScoreReader(const ScoreTable& table, Index end, Index col, Index n);
    /// Cell `col` of this row and those after it; until the next call. Quick for rows one after the other. Throws
    /// Stopping::Stopped.
    const float* row(Index row);
    Index col() const { return col_; }

private:
    const ScoreTable& table_;
    Index end_, col_, panelCol_, endCol_;
    std::unique_ptr<float[]> block_;
    Index first_ = 0, count_ = 0, capacity_ = 0; ///< rows of the block
};

} // namespace headlight
