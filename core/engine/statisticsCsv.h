#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "engine/Frame.h"

#include <memory>
#include <span>
#include <string>

namespace headlight {

class Engine;

/// Returns a line for each query of each head, below a line of names: "layer,head,query,token,entropy_bits,...".
/// Layers, heads and tokens count from 1. Numbers have all digits of a double; undefined ones are empty. A head that is
/// null is left out. `session`: the one that the statistics are of. Pure; any thread.
std::string statisticsCsv(const Session& session, std::span<const std::shared_ptr<const HeadStatistics>> heads);

/// Computes the statistics of all heads of all layers, one after the other, so that each head has all of the memory.
/// Problem: the engine could not compute them, or `watch` stopped it.
Result<std::string> statisticsCsv(Engine& engine, const Session& session, const Watch& watch = {});

} // namespace headlight
