#pragma once

#include "backend/IndexSet.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// Token vectors on the host, [tokens, d].
struct HostRows {
    FrozenMatrix rows;   ///< null: none
    FrozenMatrix before; ///< the block that they took the place of, and
    IndexSet changed;    ///< which rows are others since: known without comparing

    /// Which rows differ from those of another block (null: all).
    IndexSet changesSince(const FrozenMatrix& other) const;
};

/// X of a text as one block, which stays the same as long as its numbers do; where few rows change, only they are
/// gathered again.
class TokenRows {
public:
    const HostRows& of(const Text& text);

private:
    EmbeddingTable embeddings_;
    Frozen<Tokens> tokens_;
    HostRows known_;
    std::vector<const float*> vectors_; ///< where embeddings_ has each token's row
};

} // namespace headlight
