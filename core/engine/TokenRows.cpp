#include "engine/TokenRows.h"

#include "base/sameBits.h"
#include "text/alignment.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

namespace headlight {

const Frozen<RowMap>& TokenMoves::between(const Frozen<Tokens>& before, const Frozen<Tokens>& now) {
    if (before == before_ && now == now_) return moved_;
    before_ = before;
    now_ = now;
    moved_ = {};
    if (before == now || before->texts == now->texts) return moved_;
    const std::vector<int> from = cameFrom(before->texts, now->texts);
    RowMap moved{{from.begin(), from.end()}, before->count()};
    if (!moved.isIdentity()) moved_ = std::move(moved);
    return moved_;
}

HostRows::HostRows(FrozenMatrix now, std::uint64_t last, Frozen<RowMap> map, IndexSet which)
    : rows(std::move(now)), before(last), moved(std::move(map)), changed(std::move(which)) {
    static std::atomic<std::uint64_t> numbers = 0;
    number = ++numbers;
}

const HostRows& TokenRows::of(const Text& text) {
    if (known_.rows && embeddings_ == text.embeddings && tokens_ == text.tokens) return known_;
    std::vector<const float*> vectors;
    for (const int id : text.tokens->ids) vectors.push_back(text.embeddings.row(id).data());
    if (known_.rows && known_.rows->cols() == text.embeddings.cols())
        follow(text, vectors);
    else
        known_ = HostRows(FrozenMatrix(tokenVectors(text)));
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
        known_ = HostRows(FrozenMatrix(tokenVectors(text)));
        return;
    }
    std::optional<Matrix> mine = known_.rows.release(); // if memory ends now, all are gathered the next time
    Matrix x = mine ? *std::move(mine) : *known_.rows;
    if (moved) moved->apply(x);
    for (const Index i : changed.items)
        std::copy_n(vectors[static_cast<std::size_t>(i)], x.cols(), x.data() + i * x.cols());
    known_ = HostRows(FrozenMatrix(std::move(x)), known_.number, moved, std::move(changed));
}

} // namespace headlight
