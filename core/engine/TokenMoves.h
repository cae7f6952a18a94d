#pragma once

#include "backend/RowMap.h"
#include "base/Frozen.h"
#include "text/Tokens.h"

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

} // namespace headlight
