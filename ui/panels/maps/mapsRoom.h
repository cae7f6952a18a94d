#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

class QWidget;

namespace headlight {

/// What the maps of `content` need on that widget. It depends on the heads, the stages and the size of text; not on
/// tokens or numbers.
MapsRoom roomFor(const MapsContent& content, const QWidget& widget);

/// The cells of each stage's maps in the room that they have, from its corner. Those in one line that have as many
/// rows share their height, since they are labelled once.
std::vector<MapArea> areasOf(const MapsContent& content, const HeatmapsLayout& layout, double dpr);

} // namespace headlight
