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

} // namespace headlight
