#pragma once

#include "session/Session.h"

#include <string>

namespace headlight {

/// Returns a sentence for the user about what a switch has cut from parameters, or drawn anew for them, because a width
/// changed, and about masks that tokens of a second sentence have lost. "4 rows of W_q and W_k in layer 2 were drawn
/// anew. Undo restores them." Names the first two. Empty if nothing was lost, or layers or heads are not the same.
std::string lossOf(const Session& before, const Session& after);

} // namespace headlight
