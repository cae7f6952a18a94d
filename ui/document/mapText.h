#pragma once

#include "base/Watch.h"
#include "engine/Demand.h"
#include "session/Session.h"

#include <QString>

#include <string>

namespace headlight {

/// The numbers of a part of a stage as a person pastes them elsewhere: a line for each row, tab-separated, every digit.
/// A masked score is "-inf", a masked weight 0. Computed by an engine of its own, so that nothing is a pixel's number.
/// Problems: too many cells, what the engine could not compute.
Result<QString> mapText(const Session& session, Stage stage, int layer, int head, const Region& region,
                        const std::string& backend, const Watch& watch = {});

} // namespace headlight
