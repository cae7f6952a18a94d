#pragma once

#include "backend/cpu/ScoreTable.h"

#include <memory>
#include <vector>

namespace headlight {

/// The context of one head: some columns of the contexts of all heads.
struct ContextBlock {
    Matrix* all = nullptr;
    Index col = 0, cols = 0;

    float* row(Index i) const { return all->data() + i * all->cols() + col; }
    friend bool operator==(const ContextBlock&, const ContextBlock&) = default;
};

/// Computes rows of the context of one head, several at a time: their weights after dropout times the values. A masked
/// weight is 0, and 0 times a finite value does not change a sum that began with +0; so all values must be finite. One
/// thread.
class ContextRows {
public:
    /// `values` [keys, d_v], `context` [queries, d_v].
    ContextRows(const ScoreTable& table, const kernels::PackedMatrix& values, const ContextBlock& context);
    void take(Index row, const float* scores); ///< `scores`: of the whole row, which has been summarised
    void finish();                             ///< computes and writes the rows that are left

private:
    const ScoreTable& table_;
    const kernels::PackedMatrix& values_;
    ContextBlock context_;
    Index ld_;
    std::vector<Index> rows_;
    std::unique_ptr<float[]> weights_, product_;
};

} // namespace headlight
