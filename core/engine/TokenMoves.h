#pragma once

#include "backend/Relocation.h"
#include "base/Frozen.h"
#include "text/Tokens.h"

namespace headlight {

/// How tokens moved from one sentence to another; kept, so that for the same two it is the same block.
class TokenMoves {
public:
    /// Null: each stands where it stood, or one typed over it.
    const Frozen<Relocation>& between(const Frozen<Tokens>& before, const Frozen<Tokens>& now);

private:
    Frozen<Tokens> before_, now_;
    Frozen<Relocation> moved_;
};

} // namespace headlight
