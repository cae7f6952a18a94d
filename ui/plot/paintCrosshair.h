#pragma once

#include "plot/mapGeometry.h"
#include "style/Theme.h"

class QPainter;

namespace headlight {

/// Cased outlines of the selected row and column; of the cell itself only if it is this map's. They lie between cells.
void paintSelection(QPainter& painter, const MapArea& area, const Cell& cell, bool isOwn, const Theme& theme);

/// For the cell under the pointer: its row and column thin and light.
void paintHover(QPainter& painter, const MapArea& area, const Cell& cell, const Theme& theme);

} // namespace headlight
