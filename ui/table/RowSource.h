#pragma once

#include "base/Matrix.h"
#include "session/EmbeddingTable.h"
#include "text/Tokens.h"

namespace headlight {

/// The rows that a table shows: those of a matrix, or the embedding of each token of a sentence. They are never copied,
/// so that a sentence costs only what is seen of it. A value that keeps its rows alive.
class RowSource {
public:
    RowSource() = default; ///< no rows
    RowSource(FrozenMatrix matrix) : matrix_(std::move(matrix)) {}
    RowSource(Matrix matrix) : matrix_(std::move(matrix)) {}
    RowSource(EmbeddingTable table, Frozen<Tokens> tokens) : table_(std::move(table)), tokens_(std::move(tokens)) {}

    explicit operator bool() const { return matrix_ || tokens_; }
    int rows() const { return matrix_ ? static_cast<int>(matrix_->rows()) : tokens_ ? tokens_->count() : 0; }
    int columns() const { return static_cast<int>(matrix_ ? matrix_->cols() : table_.cols()); }
    /// Returns its numbers; equal addresses mean equal numbers, as long as either source lives.
    const float* row(int row) const {
        if (matrix_) return matrix_->data() + row * matrix_->cols();
        return table_.row(tokens_->ids[static_cast<std::size_t>(row)]).data();
    }

    /// True if both are made of the very same blocks.
    friend bool operator==(const RowSource&, const RowSource&) = default;

private:
    FrozenMatrix matrix_;
    EmbeddingTable table_;
    Frozen<Tokens> tokens_;
};

} // namespace headlight
