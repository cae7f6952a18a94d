#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

#include <vector>

namespace headlight {

/// Cells of all heads together: the ranges of so many may be asked for to colour what is in sight.
inline constexpr double kCheapRanges = 1.6e7;

/// What has to be asked of the engine for the maps in sight, which are those of some places of the layout; for the
/// others, where it is cheap, one pixel, which brings their range for the shared scale.
std::vector<MapDemand> demandsFor(const MapsContent& content, const HeatmapsLayout& layout,
                                  const std::vector<int>& inSight, double dpr);

} // namespace headlight
