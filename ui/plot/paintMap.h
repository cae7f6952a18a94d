#pragma once

#include "plot/CellFormat.h"
#include "plot/Colormap.h"
#include "plot/mapGeometry.h"

#include <memory>

class QPaintDevice;
class QPainter;

namespace headlight {

/// How a tile is coloured.
struct MapLook {
    std::shared_ptr<const Colormap> colormap;
    Range range;
    const ValueCurve* curve = &straight();
    bool numbers = true; ///< in the cells, when they fit
    const Theme* theme = nullptr;
    bool hasMasked = false, hasNaN = false; ///< what else its scale has to explain
    std::vector<char> newRows{},
        newCols{};  ///< of a difference: of tokens that the other state does not have; empty: none
    Region blank{}; ///< not computed yet, as one goes through it step by step

    bool isBlank(int row, int col) const {
        return row >= blank.row && row < blank.row + blank.rows && col >= blank.col && col < blank.col + blank.cols;
    }
    bool hasNew() const { return !newRows.empty() || !newCols.empty(); }
    bool isNew(Index row, Index col) const {
        const auto in = [](const std::vector<char>& side, Index i) {
            return i < std::ssize(side) && side[std::size_t(i)];
        };
        return in(newRows, row) || in(newCols, col);
    }
    friend bool operator==(const MapLook&, const MapLook&) = default;
};

/// Pixels are painted as they are, or for a file of vectors: the cells as rectangles, of a large map as an image of
/// about a thousand pixels that no viewer has to smooth; text as text.
enum class PaintTarget { Pixels, Vectors };

/// Its scale will explain what that tile holds beside numbers.
void explainToo(MapLook& look, const Tile& tile);

/// The pattern of masked cells: every so many pixels along a slope one of that colour.
QRgb hatchColour(const Theme&);
inline constexpr double kHatch = 6; ///< px

/// The colour of one value of a tile.
QRgb cellColour(float value, const MapLook& look);

/// The tile's cells at their place in `area`: crisp rectangles, every value visible (of several in one pixel the
/// largest magnitude). Masked cells are hatched, blank ones as the paper. Throws std::bad_alloc.
void paintCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look, PaintTarget target);

/// The numbers of an exact tile, each in its own cell; one that is too wide for it is left out, and what is not zero
/// but reads so is paler. And over rows that have no weights why.
void paintNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                  const CellFormat& format, PaintTarget target);

} // namespace headlight
