#pragma once

#include "plot/paintMap.h"

#include <QImage>
#include <QRect>

#include <new>

namespace headlight {

/// The pixels `pixels` (in device pixels) of a tile that lies in `area`; transparent where the tile has no cells.
/// Throws std::bad_alloc: a picture without its cells is none.
QImage cellImage(const MapArea& area, const QRect& pixels, const Tile& tile, const MapLook& look);

/// The same on a screen, where there is none for as long as there is no memory.
inline QImage cellImageIfPossible(const MapArea& area, const QRect& pixels, const Tile& tile, const MapLook& look) {
    try {
        return cellImage(area, pixels, tile, look);
    } catch (const std::bad_alloc&) {
        return {};
    }
}

} // namespace headlight
