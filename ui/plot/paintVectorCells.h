#pragma once

#include "plot/paintMap.h"

namespace headlight {

/// More cells of a map than these are an image in a file of vectors.
inline constexpr int kMostVectorCells = 4096;

/// The cells of a tile for a file of vectors: rectangles, where each value is one cell and they are not too many; else
/// an image. Throws std::bad_alloc.
void paintVectorCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look);

} // namespace headlight
