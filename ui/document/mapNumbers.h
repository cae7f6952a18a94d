#pragma once

#include "base/Watch.h"
#include "engine/Demand.h"
#include "session/Session.h"

#include <string>

namespace headlight {

/// The numbers of a part of a stage, to be copied. A masked score is -infinity, a masked weight 0. Computed by an
/// engine of its own, so that nothing is a pixel's number. Problems: too many cells, what the engine could not compute.
Result<Matrix> mapNumbers(const Session& session, Stage stage, int layer, int head, const Region& region,
                          const std::string& backend, const Watch& watch = {});

} // namespace headlight
