#pragma once

#include "session/Session.h"

#include <string>

namespace headlight {

/// What a switch has cut from parameters, or drawn anew for them, because a width changed: a sentence for the user,
/// empty if nothing; of a second sentence also the masks that its tokens lose. "4 rows of W_q and W_k in layer 2 were
/// drawn anew. Undo restores them." Names the first two. Both sessions have the same layers and heads.
std::string lossOf(const Session& before, const Session& after);

} // namespace headlight
