#include "engine/TokenRows.h"

#include "backend/rowChanges.h"

#include <utility>

namespace headlight {

IndexSet HostRows::changesSince(const FrozenMatrix& other) const {
    if (other && other == before) return changed;
    return changedRows(other, rows);
}

const HostRows& TokenRows::of(const Text& text) {
    if (known_.rows && embeddings_ == text.embeddings && tokens_ == text.tokens) return known_;
    std::vector<const float*> vectors;
    for (const int id : text.tokens->ids) vectors.push_back(text.embeddings.row(id).data());
    const bool hasSameSize = known_.rows && known_.rows->cols() == text.embeddings.cols() &&
                             vectors.size() == vectors_.size();
    IndexSet moved;
    for (std::size_t i = 0; hasSameSize && i < vectors.size(); ++i)
        if (vectors[i] != vectors_[i]) moved.items.push_back(static_cast<Index>(i));
    if (!hasSameSize || 2 * moved.items.size() > vectors.size()) {
        known_ = {FrozenMatrix(tokenVectors(text)), {}, {}};
    } else if (!moved.empty()) {
        Matrix x = *known_.rows;
        for (const Index i : moved.items) x.row(i) = text.embeddings.row(text.tokens->ids[static_cast<std::size_t>(i)]);
        known_ = {FrozenMatrix(std::move(x)), known_.rows, std::move(moved)};
    }
    embeddings_ = text.embeddings;
    tokens_ = text.tokens;
    vectors_ = std::move(vectors);
    return known_;
}

} // namespace headlight
