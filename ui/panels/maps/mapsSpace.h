#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

class QWidget;

namespace headlight {

/// Returns the space that the maps of `content` need on that widget. It depends on the heads, the stages and the text
/// size; on tokens only if numbers are always shown.
MapsSpace spaceFor(const MapsContent& content, const QWidget& widget);

/// Returns the place of the cells of each stage's maps, from the corner of their space.
std::vector<MapArea> areasOf(const MapsContent& content, const HeatmapsLayout& layout, double dpr);

} // namespace headlight
