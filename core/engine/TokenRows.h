#pragma once

#include "backend/Backend.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// Which rows of `now` are not those of `before`: compared bit by bit up to the shorter length, what is beyond counts
/// as changed. `every` if more than half changed, or the widths differ, or there was nothing before.
RowSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now);

/// changedRows(), remembered: during one answer all heads ask the same question.
class Comparisons {
public:
    const RowSet& changed(const FrozenMatrix& before, const FrozenMatrix& now);
    /// What the caller knows without comparing.
    void know(const FrozenMatrix& before, const FrozenMatrix& now, RowSet rows);

private:
    struct Known {
        FrozenMatrix before, now;
        RowSet rows;
    };
    std::vector<Known> known_;
};

/// X of a text as one block, which stays the same as long as its numbers do; where few rows change, only they are
/// gathered again, and `compare` knows which.
class TokenRows {
public:
    const FrozenMatrix& of(const Text& text, Comparisons& compare);
    void forget() { *this = {}; }

private:
    EmbeddingTable embeddings_;
    Frozen<Tokens> tokens_;
    FrozenMatrix rows_;
    std::vector<const float*> vectors_; ///< where embeddings_ has each token's row
};

} // namespace headlight
