#pragma once

#include "plot/Colormap.h"
#include "plot/mapGeometry.h"

#include <memory>

class QPainter;

namespace headlight {

/// How a tile is coloured.
struct MapLook {
    std::shared_ptr<const Colormap> colormap;
    Range range;
    bool numbers = true; ///< in the cells, when they fit
    const Theme* theme = nullptr;
    friend bool operator==(const MapLook&, const MapLook&) = default;
};

/// Pixels are painted as they are, or for a file of vectors: the cells as an image of about a thousand pixels that no
/// viewer has to smooth, text as text.
enum class PaintTarget { Pixels, Vectors };

/// The colour of one value of a tile.
QRgb cellColour(float value, const MapLook& look);

/// The tile's cells at their place in `area`: crisp rectangles, every value visible (of several in one pixel the
/// largest magnitude). Masked cells are hatched.
void paintCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look, PaintTarget target);

/// The numbers in the cells of an exact tile, if they fit.
void paintNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look, PaintTarget target);

} // namespace headlight
