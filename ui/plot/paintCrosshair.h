#pragma once

#include "plot/mapGeometry.h"
#include "style/Theme.h"

class QPainter;

namespace headlight {

/// What a step of the computation reads and makes of a map; empty: nothing.
struct MapLight {
    int row = -1; ///< of the query; -1: not along this side
    Region read, made;
    friend bool operator==(const MapLight&, const MapLight&) = default;
};

/// Cased outlines of the selected row and column; of the cell itself only if it is this map's. They lie between cells.
void paintSelection(QPainter& painter, const MapArea& area, const Cell& cell, bool isOwn, const Theme& theme);

/// For a step of the computation: outlines of the row that it is about, of what it reads and of what it makes.
void paintLight(QPainter& painter, const MapArea& area, const MapLight& light, const Theme& theme);

/// For the cell under the pointer: its row and column thin and light.
void paintHover(QPainter& painter, const MapArea& area, const Cell& cell, const Theme& theme);

} // namespace headlight
