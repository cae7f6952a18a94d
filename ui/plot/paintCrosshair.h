#pragma once

#include "plot/mapGeometry.h"
#include "style/Theme.h"

class QPainter;

namespace headlight {

/// The cells of a map that a step of the computation reads and makes; an empty region: none.
struct MapLight {
    int row = -1; ///< the query's row; -1: none
    Region read, made;
    friend bool operator==(const MapLight&, const MapLight&) = default;
};

/// Paints cased outlines, between cells, of the selected row and column; if `isOwn`, also of the cell.
void paintSelection(QPainter& painter, const MapArea& area, const Cell& cell, bool isOwn, const Theme& theme);

/// Paints outlines of the query's row and of the cells that a step of the computation makes, and dashed ones of those
/// that it reads.
void paintLight(QPainter& painter, const MapArea& area, const MapLight& light, const Theme& theme);

/// Paints dashed lines around the row and the column of the cell under the pointer, and around the cell.
void paintHover(QPainter& painter, const MapArea& area, const Cell& cell, const Theme& theme);

} // namespace headlight
