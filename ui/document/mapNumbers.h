#pragma once

#include "attention/TraceReader.h"
#include "base/Watch.h"
#include "engine/Demand.h"
#include "session/Session.h"

#include <memory>
#include <optional>
#include <string>

namespace headlight {

/// The numbers of a part of a stage, to be copied. A masked score is -infinity, a masked weight 0. `before`: by how
/// much they exceed those of another state, where both have them, else NaN. Computed by an engine of its own, so that
/// nothing is a pixel's number. Problems: too many cells, what the engine could not compute.
Result<Matrix> mapNumbers(const Session& session, Stage stage, int layer, int head, const Region& region,
                          const std::string& backend, const Watch& watch = {},
                          const std::optional<Session>& before = {});

/// The same differences of all stages that both states have, to be written.
Result<std::unique_ptr<TraceReader>> openDifferences(const Session& session, const Session& before,
                                                     const std::string& backend);

} // namespace headlight
