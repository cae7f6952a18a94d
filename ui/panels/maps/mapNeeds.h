#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

#include <utility>
#include <vector>

class QWidget;

namespace headlight {

/// Returns the space that the maps of `content` need on that widget. It depends on the heads, the stages and the text
/// size; on tokens only if numbers are always shown.
MapsSpace spaceFor(const MapsContent& content, const QWidget& widget);

/// Returns the layout of a presentation, and the size of its text: the largest one with which as many stages have
/// numbers, and all maps are as much in sight, as with the usual one. Fewer decimals must be worth it.
std::pair<HeatmapsLayout, double> presentedLayout(const MapsContent& content, const QWidget& widget);

/// Returns the place of the cells of each stage's maps, from the corner of their space.
std::vector<MapArea> areasOf(const MapsContent& content, const HeatmapsLayout& layout, double dpr);

/// The maximum number of cells of all heads whose ranges are asked for, to colour the visible maps.
inline constexpr double kCheapRanges = 1.6e7;

/// Returns the demands for the visible maps (`inSight`: places of the layout); if that is cheap, also one pixel of each
/// of the others, which brings its range for the shared scale.
std::vector<MapDemand> demandsFor(const MapsContent& content, const HeatmapsLayout& layout,
                                  const std::vector<int>& inSight, double dpr);

} // namespace headlight
