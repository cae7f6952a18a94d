#pragma once

#include "backend/RowMap.h"
#include "base/Frozen.h"
#include "text/Tokens.h"

namespace headlight {

/// How tokens moved from one sentence to another; kept, so that for the same two it is the same block.
class TokenMoves {
public:
    /// Null: each token, or one typed over it, is where it was.
    const Frozen<RowMap>& between(const Frozen<Tokens>& before, const Frozen<Tokens>& now);

private:
    Frozen<Tokens> before_, now_;
    Frozen<RowMap> moved_;
};

} // namespace headlight
