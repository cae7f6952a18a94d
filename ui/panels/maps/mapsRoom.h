#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

class QWidget;

namespace headlight {

/// What the maps of `content` need on that widget. It depends on the heads, the stages and the size of text; not on
/// tokens or numbers.
MapsRoom roomFor(const MapsContent& content, const QWidget& widget);

} // namespace headlight
