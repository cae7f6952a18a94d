#pragma once

#include "backend/cpu/ScoreReader.h"
#include "backend/host/TileRows.h"

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
/// weight is 0, and 0 times a finite value does not change a sum that began with +0; so all values must be finite.
class ContextRows : public RowSink {
public:
    /// `scores` has whole rows, which have been summarised. `values` [keys, d_v], `context` [queries, d_v]. `end`:
    /// the row behind the last one that comes.
    ContextRows(const ScoreTable& table, ScoreReader& scores, const kernels::PackedMatrix& values,
                const ContextBlock& context, Index end);
    void take(Index first, Index end) override;

private:
    void takeRow(Index row);

    static constexpr Index kAtOnce = kernels::PackedMatrix::kRowsAtOnce;

    const ScoreTable& table_;
    ScoreReader& scores_;
    const kernels::PackedMatrix& values_;
    ContextBlock context_;
    Index end_, ld_;
    std::vector<Index> rows_;
    std::unique_ptr<float[]> weights_, product_;
};

} // namespace headlight
