#pragma once

#include "base/Matrix.h"

#include <cstddef>
#include <vector>

namespace headlight {

/// The vectors of a vocabulary, [rows, cols]: a shared base matrix with other rows laid over it, so that a copy costs
/// nothing and an edit of a row copies that row, whatever the vocabulary. Rows behind the base's last are laid over,
/// too. Where that is more than half of the rows, or the base has more than twice as many, they become a base of their
/// own. Immutable but for assignment; == asks whether two are made of the very same blocks, as with Frozen. Any thread.
class EmbeddingTable {
public:
    struct Row {
        Index id = 0;
        FrozenMatrix vector; ///< [1, cols]
        friend bool operator==(const Row&, const Row&) = default;
    };

    EmbeddingTable() = default; ///< none
    EmbeddingTable(FrozenMatrix base) : base_(std::move(base)), rows_(base_ ? base_->rows() : 0) {}
    EmbeddingTable(Matrix base) : EmbeddingTable(FrozenMatrix(std::move(base))) {}

    explicit operator bool() const { return static_cast<bool>(base_); }
    Index rows() const { return rows_; }
    Index cols() const { return base_ ? base_->cols() : 0; }
    /// [1, cols], where it stands; the same address means the same numbers, as long as either table lives.
    Eigen::Map<const Matrix> row(Index id) const;
    /// The same as a block of its own: shared if it was laid over, else copied.
    FrozenMatrix vector(Index id) const;
    /// The whole, copied unless it is just the base.
    FrozenMatrix matrix() const;

    /// This with `rows` (ascending ids) laid over it, and of `count` rows: those that this does not have must be among
    /// them. Not of none.
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
    Frozen<std::vector<Row>> over_; ///< ascending ids; null: none
    Index rows_ = 0;
};

/// The rows of `now` that are not those of `before`, bit by bit, ascending; those that `before` does not have, too, and
/// all if it has other columns. Tables of one base are compared in the rows laid over them alone.
std::vector<Index> differingRows(const EmbeddingTable& before, const EmbeddingTable& now);

} // namespace headlight
