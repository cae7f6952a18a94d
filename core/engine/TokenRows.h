#pragma once

#include "session/Session.h"

namespace headlight {

/// X of a text as one block, gathered again only when the text's vectors or tokens are other blocks than before.
class TokenRows {
public:
    const FrozenMatrix& of(const Text& text);

private:
    FrozenMatrix embeddings_, rows_;
    Frozen<Tokens> tokens_;
};

} // namespace headlight
