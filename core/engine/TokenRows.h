#pragma once

#include "engine/TokenMoves.h"
#include "session/Session.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace headlight {

/// Token vectors on the host, [tokens, d].
struct HostRows {
    FrozenMatrix rows;        ///< null: none
    std::uint64_t number = 0; ///< another one, never used before, whenever rows differ
    std::uint64_t before = 0; ///< that of the rows that they replaced, and since then:
    Frozen<RowMap> moved;     ///< how tokens came and went; null: each is where it was
    IndexSet changed;         ///< the rows that differ, or are new

    HostRows() = default;
    /// Gives them a number. Without `last` all have changed.
    explicit HostRows(FrozenMatrix now) : HostRows(std::move(now), {}, {}, IndexSet::every()) {}
    HostRows(FrozenMatrix now, std::uint64_t last, Frozen<RowMap> map, IndexSet which);
};

/// X of a text as one block, which stays the same as long as its numbers do. Tokens are followed through the sentence,
/// so that of a word typed in the middle no more than its own row is new; where few rows change, only they are gathered
/// again.
class TokenRows {
public:
    /// A block without another owner is changed in its place.
    const HostRows& of(const Text& text);

private:
    void follow(const Text& text, const std::vector<const float*>& vectors);

    EmbeddingTable embeddings_;
    Frozen<Tokens> tokens_;
    TokenMoves moves_;
    HostRows known_;
    std::vector<const float*> vectors_; ///< where embeddings_ has each token's row
};

} // namespace headlight
