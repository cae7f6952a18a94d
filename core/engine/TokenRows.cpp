#include "engine/TokenRows.h"

#include "base/sameBits.h"

#include <algorithm>
#include <utility>

namespace headlight {

void HostRows::settle() {
    constexpr Index kMostKept = Index(1) << 23; // numbers: 34 MB
    if (before && before->size() > kMostKept) before = {};
}

const HostRows& TokenRows::of(const Text& text) {
    if (known_.rows && embeddings_ == text.embeddings && tokens_ == text.tokens) return known_;
    std::vector<const float*> vectors;
    for (const int id : text.tokens->ids) vectors.push_back(text.embeddings.row(id).data());
    if (known_.rows && known_.rows->cols() == text.embeddings.cols())
        follow(text, vectors);
    else
        known_ = {FrozenMatrix(tokenVectors(text)), {}, {}, IndexSet::every()};
    embeddings_ = text.embeddings;
    tokens_ = text.tokens;
    vectors_ = std::move(vectors);
    return known_;
}

void TokenRows::follow(const Text& text, const std::vector<const float*>& vectors) {
    const Frozen<RowMap>& moved = moves_.between(tokens_, text.tokens);
    std::vector<const float*> before = vectors_;
    if (moved) {
        moved->apply(before);
        for (const Index i : moved->inserted().items) before[static_cast<std::size_t>(i)] = nullptr;
    }
    IndexSet changed;
    for (std::size_t i = 0; i < vectors.size(); ++i)
        if (!before[i] || !sameBits(vectors[i], before[i], known_.rows->cols()))
            changed.items.push_back(static_cast<Index>(i));
    if (!moved && changed.empty()) return;
    if (2 * changed.items.size() > vectors.size()) { // one by one would cost more than all at once
        known_ = {FrozenMatrix(tokenVectors(text)), {}, {}, IndexSet::every()};
        return;
    }
    Matrix x = copyOfRows(moved.get());
    for (const Index i : changed.items)
        std::copy_n(vectors[static_cast<std::size_t>(i)], x.cols(), x.data() + i * x.cols());
    known_ = {FrozenMatrix(std::move(x)), known_.rows, moved, std::move(changed)};
}

/// A copy of the present block, moved. New memory is slow at first: if the block before it has no other owner, that is
/// taken, and where it differs in few rows, no other ones are copied.
Matrix TokenRows::copyOfRows(const RowMap* moved) {
    const Matrix& rows = *known_.rows;
    const bool wasMoved = known_.moved || known_.changed.all;
    std::optional<Matrix> before = known_.before.release();
    Matrix x = before ? *std::move(before) : Matrix();
    if (moved) {
        x.conservativeResize(moved->now(), rows.cols()); // keeps the memory
        moved->applyTo(rows, x);
    } else if (wasMoved || x.rows() != rows.rows()) {
        x = rows;
    } else {
        for (const Index i : known_.changed.items) x.row(i) = rows.row(i);
    }
    return x;
}

} // namespace headlight
