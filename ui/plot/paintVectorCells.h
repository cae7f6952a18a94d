#pragma once

#include "plot/paintMap.h"

namespace headlight {

/// In a file of vectors, a map with more cells than these is an image.
inline constexpr int kMaxVectorCells = 4096;

/// Paints the cells of a tile for a file of vectors: as rectangles if each value is one cell and they are not too many,
/// else as an image. Throws std::bad_alloc.
void paintVectorCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look);

} // namespace headlight
