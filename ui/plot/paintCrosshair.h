#pragma once

#include "plot/mapGeometry.h"
#include "style/Theme.h"

class QPainter;

namespace headlight {

/// Cased outlines of the selected row and column; of the cell itself only if it is this map's. They lie between cells;
/// where these are small and have numbers, on one pixel that is line and casing by turns.
void paintSelection(QPainter& painter, const MapArea& area, const Cell& cell, bool isOwn, bool hasNumbers,
                    const Theme& theme);

/// For the cell under the pointer: its row and column thin and light.
void paintHover(QPainter& painter, const MapArea& area, const Cell& cell, bool hasNumbers, const Theme& theme);

} // namespace headlight
