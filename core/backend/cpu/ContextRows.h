#pragma once

#include "backend/cpu/ScoreTable.h"

#include <vector>

namespace headlight {

/// The context of one head: some columns of those of all heads.
struct ContextBlock {
    Matrix* all = nullptr;
    Index col = 0, cols = 0;

    float* row(Index i) const { return all->data() + i * all->cols() + col; }
    friend bool operator==(const ContextBlock&, const ContextBlock&) = default;
};

/// Rows of the context of one head, computed as their scores are told, several at a time: their weights (those that
/// dropout leaves) times the values. A masked weight is 0, and adding 0 to a sum that began with +0 leaves it as it is;
/// so all values must be finite. On one thread.
class ContextRows {
public:
    /// `values` [keys, d_v], `context` [queries, d_v].
    ContextRows(const ScoreTable& table, const kernels::PackedMatrix& values, const ContextBlock& context);
    void take(Index row, const float* scores); ///< of the whole row, whose summary is known
    void finish();                             ///< writes the rows that were told last

private:
    const ScoreTable& table_;
    const kernels::PackedMatrix& values_;
    ContextBlock context_;
    Index ld_;
    std::vector<Index> rows_;
    std::vector<float> weights_, product_;
};

} // namespace headlight
