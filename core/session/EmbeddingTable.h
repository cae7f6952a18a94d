#pragma once

#include "base/Matrix.h"

#include <cstddef>
#include <vector>

namespace headlight {

/// The vectors of a vocabulary, [rows, cols]: a shared base matrix with changed rows laid over it. So a copy costs
/// nothing, and an edit of a row copies that row, however large the vocabulary is. Rows behind the base's last are laid
/// over, too. If more than half of the rows are, or the base has more than twice as many rows, all become a new base.
/// Immutable but for assignment. == is true if two tables have the very same blocks, as with Frozen. Any thread.
class EmbeddingTable {
public:
    struct Row {
        Index id = 0;
        FrozenMatrix vector; ///< [1, cols]
        friend bool operator==(const Row&, const Row&) = default;
    };

    EmbeddingTable() = default; ///< no table
    EmbeddingTable(FrozenMatrix base) : base_(std::move(base)), rows_(base_ ? base_->rows() : 0) {}
    EmbeddingTable(Matrix base) : EmbeddingTable(FrozenMatrix(std::move(base))) {}

    explicit operator bool() const { return static_cast<bool>(base_); }
    Index rows() const { return rows_; }
    Index cols() const { return base_ ? base_->cols() : 0; }
    /// Returns a row in its place, [1, cols]. The same address means the same numbers, as long as either table lives.
    Eigen::Map<const Matrix> row(Index id) const;
    /// Returns a row as a block of its own: shared if it was laid over, else copied.
    FrozenMatrix vector(Index id) const;
    /// Returns the whole table, copied unless it is just the base.
    FrozenMatrix matrix() const;

    /// Returns this table with `count` rows, over which `rows` (ascending ids) are laid; these must include all rows
    /// that this table does not have. There must be a table.
    EmbeddingTable with(std::vector<Row> rows, Index count) const;

    /// Calls f(address, bytes) for every block that it keeps alive, shared or not.
    template <class F>
    void forEachBlock(F f) const {
        const auto add = [&](const FrozenMatrix& matrix) {
            f(matrix.get(), sizeof(Matrix) + static_cast<std::size_t>(matrix->size()) * sizeof(float));
        };
        if (base_) add(base_);
        if (over_) f(over_.get(), over_->size() * sizeof(Row));
        for (const Row& row : over()) add(row.vector);
    }

    friend bool operator==(const EmbeddingTable&, const EmbeddingTable&);
    friend std::vector<Index> differingRows(const EmbeddingTable& before, const EmbeddingTable& now);

private:
    const std::vector<Row>& over() const;

    FrozenMatrix base_;
    Frozen<std::vector<Row>> over_; ///< ascending ids; null: no rows
    Index rows_ = 0;
};

/// Returns the ids, ascending, of the rows of `now` that differ from `before` in any bit, or that it does not have; all
/// rows if it has other columns. Tables of one base are compared only in the rows laid over them.
std::vector<Index> differingRows(const EmbeddingTable& before, const EmbeddingTable& now);

} // namespace headlight
