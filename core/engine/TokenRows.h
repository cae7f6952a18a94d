#pragma once

#include "backend/Backend.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// X of a text as one block, gathered again only when the text's vectors or tokens are other blocks than before.
class TokenRows {
public:
    const FrozenMatrix& of(const Text& text);
    void forget() { *this = {}; }

private:
    FrozenMatrix embeddings_, rows_;
    Frozen<Tokens> tokens_;
};

/// Which rows of `now` are not those of `before`: compared bit by bit up to the shorter length, what is beyond counts
/// as changed. `every` if more than half changed, or the widths differ, or there was nothing before.
RowSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now);

/// changedRows(), remembered: during one answer all heads ask the same question.
class Comparisons {
public:
    const RowSet& changed(const FrozenMatrix& before, const FrozenMatrix& now);

private:
    struct Known {
        FrozenMatrix before, now;
        RowSet rows;
    };
    std::vector<Known> known_;
};

} // namespace headlight
