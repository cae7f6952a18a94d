#pragma once

#include "backend/RowMap.h"
#include "session/Session.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace headlight {

/// The moves of tokens from one sentence to another. The last one is kept, so that the same two give the same block.
class TokenMoves {
public:
    /// Returns null if each token, or one typed over it, is where it was.
    const Frozen<RowMap>& between(const Frozen<Tokens>& before, const Frozen<Tokens>& now);

private:
    Frozen<Tokens> before_, now_;
    Frozen<RowMap> moved_;
};

/// Token vectors on the host, [tokens, d].
struct HostRows {
    FrozenMatrix rows;        ///< null: none
    std::uint64_t number = 0; ///< changes whenever rows differ, and is never used twice
    std::uint64_t before = 0; ///< the number of the rows that these replaced; 0: none
    Frozen<RowMap> moved;     ///< the moves of tokens since then; null: each is where it was
    IndexSet changed;         ///< the rows that differ from those before, or are new

    HostRows() = default;
    /// Gives the rows a number. Without `last`, all have changed.
    explicit HostRows(FrozenMatrix now) : HostRows(std::move(now), {}, {}, IndexSet::every()) {}
    HostRows(FrozenMatrix now, std::uint64_t last, Frozen<RowMap> map, IndexSet which);
};

/// X of a text as one block, which stays the same as long as its numbers do. Tokens are followed through the sentence,
/// so that a word typed in the middle makes no more than its own row new. If few rows change, only these are gathered
/// again.
class TokenRows {
public:
    /// Returns X of this text. Changes a block without another owner in place.
    const HostRows& of(const Text& text);

private:
    void follow(const Text& text, const std::vector<const float*>& vectors);

    EmbeddingTable embeddings_;
    Frozen<Tokens> tokens_;
    TokenMoves moves_;
    HostRows known_;
    std::vector<const float*> vectors_; ///< addresses of the rows of the tokens in embeddings_
};

} // namespace headlight
