#pragma once

#include "plot/paintMap.h"

#include <QImage>
#include <QRect>

#include <new>

namespace headlight {

/// Returns the part `pixels` (device pixels) of the image of a tile in `area`; transparent where the tile has no cells.
/// Throws std::bad_alloc, so that no picture is written without its cells.
QImage cellImage(const MapArea& area, const QRect& pixels, const Tile& tile, const MapLook& look);

/// Returns cellImage(), or a null image if memory is short. For the screen.
inline QImage cellImageIfPossible(const MapArea& area, const QRect& pixels, const Tile& tile, const MapLook& look) {
    try {
        return cellImage(area, pixels, tile, look);
    } catch (const std::bad_alloc&) {
        return {};
    }
}

/// In a file of vectors, a map with more cells than these is an image.
inline constexpr int kMaxVectorCells = 4096;

/// Paints the cells of a tile for a file of vectors: as rectangles if each value is one cell and they are not too many,
/// else as an image. Throws std::bad_alloc.
void paintVectorCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look);

/// Paints lines of constant x + y, or if `isMirrored` of constant x - y, as on masked and on new cells of an image.
void paintHatch(QPainter& painter, const QRectF& cell, const Theme& theme, bool isMirrored);

} // namespace headlight
