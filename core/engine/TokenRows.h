#pragma once

#include "engine/TokenMoves.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// Token vectors on the host, [tokens, d].
struct HostRows {
    FrozenMatrix rows;    ///< null: none
    FrozenMatrix before;  ///< the block that they replaced, and since then:
    Frozen<RowMap> moved; ///< how tokens came and went; null: each is where it was
    IndexSet changed;     ///< the rows that differ, or are new

    /// All readers know of the change. The block before is kept for its memory, unless that is much.
    void settle();
};

/// X of a text as one block, which stays the same as long as its numbers do. Tokens are followed through the sentence,
/// so that of a word typed in the middle no more than its own row is new; where few rows change, only they are gathered
/// again.
class TokenRows {
public:
    const HostRows& of(const Text& text);
    void settle() { known_.settle(); } ///< see HostRows

private:
    void follow(const Text& text, const std::vector<const float*>& vectors);
    Matrix copyOfRows(const RowMap* moved);

    EmbeddingTable embeddings_;
    Frozen<Tokens> tokens_;
    TokenMoves moves_;
    HostRows known_;
    std::vector<const float*> vectors_; ///< where embeddings_ has each token's row
};

} // namespace headlight
