#pragma once

#include "backend/cpu/ScoreTable.h"

#include <vector>

namespace headlight {

/// Rows of the context of one head, computed as their scores are told, several at a time: their weights (those that
/// dropout leaves) times the values. A masked weight is 0, and adding 0 to a sum that began with +0 leaves it as it is;
/// so all values must be finite. On one thread.
class ContextRows {
public:
    /// `values` [keys, d_v], `context` [queries, d_v].
    ContextRows(const ScoreTable& table, const kernels::PackedMatrix& values, Matrix& context);
    void take(Index row, const float* scores); ///< of the whole row, whose summary is known
    void finish();                             ///< writes the rows that were told last

private:
    const ScoreTable& table_;
    const kernels::PackedMatrix& values_;
    Matrix& context_;
    Index ld_;
    std::vector<Index> rows_;
    std::vector<float> weights_, product_;
};

} // namespace headlight
