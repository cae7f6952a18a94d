#include "engine/TokenRows.h"

#include <algorithm>
#include <cstring>

namespace headlight {

const FrozenMatrix& TokenRows::of(const Text& text) {
    if (!rows_ || !(embeddings_ == text.embeddings) || !(tokens_ == text.tokens)) {
        rows_ = FrozenMatrix(tokenVectors(text));
        embeddings_ = text.embeddings;
        tokens_ = text.tokens;
    }
    return rows_;
}

RowSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now) {
    if (!before || before->cols() != now->cols()) return RowSet::every();
    RowSet set;
    const Index common = std::min(before->rows(), now->rows());
    const auto bytes = static_cast<std::size_t>(now->cols()) * sizeof(float);
    for (Index row = 0; row < now->rows(); ++row) {
        const float* a = before->data() + row * before->cols();
        if (row >= common || std::memcmp(a, now->data() + row * now->cols(), bytes) != 0) set.rows.push_back(row);
    }
    return 2 * static_cast<Index>(set.rows.size()) > now->rows() ? RowSet::every() : set;
}

const RowSet& Comparisons::changed(const FrozenMatrix& before, const FrozenMatrix& now) {
    for (const Known& known : known_)
        if (known.before == before && known.now == now) return known.rows;
    known_.push_back({before, now, before == now ? RowSet{} : changedRows(before, now)});
    return known_.back().rows;
}

} // namespace headlight
