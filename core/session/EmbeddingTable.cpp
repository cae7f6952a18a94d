#include "session/EmbeddingTable.h"

#include "base/sameBits.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>

namespace headlight {
namespace {

using Row = EmbeddingTable::Row;

const FrozenMatrix* find(const std::vector<Row>& rows, Index id) {
    const auto found = std::ranges::lower_bound(rows, id, {}, &Row::id);
    return found == rows.end() || found->id != id ? nullptr : &found->vector;
}

/// Returns the rows of both, by ascending ids; of two rows with one id, that of `first`.
std::vector<Row> merged(const std::vector<Row>& first, const std::vector<Row>& second) {
    std::vector<Row> rows;
    std::ranges::set_union(first, second, std::back_inserter(rows), {}, &Row::id, &Row::id);
    return rows;
}

} // namespace

const std::vector<Row>& EmbeddingTable::over() const {
    static const std::vector<Row> none;
    return over_ ? *over_ : none;
}

Eigen::Map<const Matrix> EmbeddingTable::row(Index id) const {
    assert(0 <= id && id < rows_);
    const FrozenMatrix* laid = find(over(), id);
    return {laid ? (*laid)->data() : base_->data() + id * cols(), 1, cols()};
}

FrozenMatrix EmbeddingTable::vector(Index id) const {
    const FrozenMatrix* laid = find(over(), id);
    return laid ? *laid : FrozenMatrix(Matrix(row(id)));
}

FrozenMatrix EmbeddingTable::matrix() const {
    if (!base_ || (over().empty() && base_->rows() == rows_)) return base_;
    Matrix whole(rows_, cols());
    const Index kept = std::min(rows_, base_->rows());
    whole.topRows(kept) = base_->topRows(kept);
    for (const Row& row : over()) whole.row(row.id) = *row.vector;
    return whole;
}

EmbeddingTable EmbeddingTable::with(std::vector<Row> rows, Index count) const {
    rows = merged(rows, over());
    std::erase_if(rows, [&](const Row& row) { return row.id >= count; });
    const bool isWorn = 2 * static_cast<Index>(rows.size()) > count || base_->rows() > 2 * count;
    EmbeddingTable now = *this;
    now.rows_ = count;
    now.over_ = rows.empty() ? Frozen<std::vector<Row>>() : std::move(rows);
    return isWorn ? EmbeddingTable(now.matrix()) : now;
}

bool operator==(const EmbeddingTable& a, const EmbeddingTable& b) {
    return a.base_ == b.base_ && a.rows_ == b.rows_ && (a.over_ == b.over_ || a.over() == b.over());
}

std::vector<Index> differingRows(const EmbeddingTable& before, const EmbeddingTable& now) {
    const Index common = before.cols() == now.cols() ? std::min(before.rows_, now.rows_) : 0;
    std::vector<Index> differing;
    const auto look = [&](Index id) {
        if (!sameBits(before.row(id).data(), now.row(id).data(), now.cols())) differing.push_back(id);
    };
    if (before.base_ == now.base_) {
        for (const Row& row : merged(before.over(), now.over()))
            if (row.id < common) look(row.id);
    } else {
        for (Index id = 0; id < common; ++id) look(id);
    }
    for (Index id = common; id < now.rows_; ++id) differing.push_back(id);
    return differing;
}

} // namespace headlight
