#pragma once

#include "plot/paintMap.h"

#include <QImage>
#include <QRect>

namespace headlight {

/// The pixels `pixels` (in device pixels) of a tile that lies in `area`; transparent where the tile has no cells.
QImage cellImage(const MapArea& area, const QRect& pixels, const Tile& tile, const MapLook& look);

} // namespace headlight
