#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "engine/HeadStatistics.h"

#include <memory>
#include <span>
#include <string>

namespace headlight {

class Engine;

/// A line for each query of each head, below a line of names: "layer,head,query,token,entropy_bits,...". Layers, heads
/// and tokens count from 1; numbers have all digits of a double; what is not defined is empty, as is a head that is
/// null left out. `session`: the one that the statistics are of. Pure; any thread.
std::string statisticsCsv(const Session& session, std::span<const std::shared_ptr<const HeadStatistics>> heads);

/// Of all heads of all layers, one after the other: each has all of the memory. What the engine could not compute, and
/// that `watch` does not go on, is a Problem.
Result<std::string> statisticsCsv(Engine& engine, const Session& session, const Watch& watch = {});

} // namespace headlight
