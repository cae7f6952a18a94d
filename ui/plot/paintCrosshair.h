#pragma once

#include "plot/mapGeometry.h"
#include "style/Theme.h"

class QPainter;

namespace headlight {

/// Outlines of the selected row (accent) and column (key colour); of the cell itself only if it is this map's.
void paintSelection(QPainter& painter, const MapArea& area, const Hover& cell, bool isOwn, const Theme& theme);

/// The same for the cell under the pointer: thin and light.
void paintHover(QPainter& painter, const MapArea& area, const Hover& cell, const Theme& theme);

} // namespace headlight
