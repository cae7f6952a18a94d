#pragma once

#include "engine/Demand.h"
#include "session/View.h"

#include <vector>

namespace headlight {

/// The numbers on the way to the selected one, in the order in which they are computed, itself among them: those of the
/// same place in the stages before, such as output and concat of a result. A score, a weight and what lies between them
/// are one way, whichever is selected; the row's context follows them (its first columns) or, if it is selected, comes
/// last. `view`: for the key.
std::vector<CellRef> wayTo(const CellRef& selected, const Session&, const View& view);

inline constexpr int kContextColumns = 4; ///< of the context that follows a weight

} // namespace headlight
