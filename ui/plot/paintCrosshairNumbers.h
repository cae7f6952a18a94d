#pragma once

#include "plot/paintMap.h"

namespace headlight {

/// Where the cells of an exact tile are too small for their numbers: the selected cell's on itself,
/// those of its row and column on plates beside them, each that has room, unless the map is so small that they would
/// hide it. Of the row left of the cell above it and right of it below, of the column above the cell to its right and
/// below to its left: so none lies on another.
void paintCrosshairNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                           const Hover& cell);

} // namespace headlight
