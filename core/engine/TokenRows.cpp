#include "engine/TokenRows.h"

namespace headlight {

const FrozenMatrix& TokenRows::of(const Text& text) {
    if (!rows_ || !(embeddings_ == text.embeddings) || !(tokens_ == text.tokens)) {
        rows_ = FrozenMatrix(tokenVectors(text));
        embeddings_ = text.embeddings;
        tokens_ = text.tokens;
    }
    return rows_;
}

} // namespace headlight
