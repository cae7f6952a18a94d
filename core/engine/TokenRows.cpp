#include "engine/TokenRows.h"

#include <cstring>
#include <utility>

namespace headlight {

RowSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now) {
    if (!before || before->cols() != now->cols()) return RowSet::every();
    RowSet set{false, differingRows(before, now)};
    return 2 * static_cast<Index>(set.rows.size()) > now->rows() ? RowSet::every() : set;
}

const FrozenMatrix& TokenRows::of(const Text& text, Comparisons& compare) {
    if (rows_ && embeddings_ == text.embeddings && tokens_ == text.tokens) return rows_;
    std::vector<const float*> vectors;
    for (const int id : text.tokens->ids) vectors.push_back(text.embeddings.row(id).data());
    const bool hasSameSize = rows_ && rows_->cols() == text.embeddings.cols() && vectors.size() == vectors_.size();
    RowSet moved;
    for (std::size_t i = 0; hasSameSize && i < vectors.size(); ++i)
        if (vectors[i] != vectors_[i]) moved.rows.push_back(static_cast<Index>(i));
    if (!hasSameSize || 2 * moved.rows.size() > vectors.size()) {
        rows_ = FrozenMatrix(tokenVectors(text));
    } else if (!moved.empty()) {
        Matrix x = *rows_;
        for (const Index i : moved.rows) x.row(i) = text.embeddings.row(text.tokens->ids[static_cast<std::size_t>(i)]);
        const FrozenMatrix before = std::exchange(rows_, std::move(x));
        compare.know(before, rows_, std::move(moved));
    }
    embeddings_ = text.embeddings;
    tokens_ = text.tokens;
    vectors_ = std::move(vectors);
    return rows_;
}

const RowSet& Comparisons::changed(const FrozenMatrix& before, const FrozenMatrix& now) {
    for (const Known& known : known_)
        if (known.before == before && known.now == now) return known.rows;
    know(before, now, before == now ? RowSet{} : changedRows(before, now));
    return known_.back().rows;
}

void Comparisons::know(const FrozenMatrix& before, const FrozenMatrix& now, RowSet rows) {
    known_.push_back({before, now, std::move(rows)});
}

} // namespace headlight
