#pragma once

#include "attention/TraceReader.h"
#include "base/Watch.h"
#include "engine/Demand.h"
#include "session/Session.h"

#include <memory>
#include <optional>
#include <string>

namespace headlight {

/// Returns the numbers of a region of a map (its pixels and its state do not count): a masked score is -infinity, a
/// masked weight 0. With `before`, returns how much they exceed those of that state, NaN where one is missing, or if
/// not `isDifference` that state's numbers. An engine of its own computes them, cell by cell and not pixel by pixel.
Result<Matrix> mapNumbers(const Session& session, const MapDemand& map, const std::string& backend,
                          const Watch& watch = {}, const std::optional<Session>& before = {}, bool isDifference = true);

/// Returns a reader of the differences `session` minus `before` in all stages that both have, to be written to a file.
Result<std::unique_ptr<TraceReader>> openDifferences(const Session& session, const Session& before,
                                                     const std::string& backend);

} // namespace headlight
