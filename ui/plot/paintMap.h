#pragma once

#include "plot/CellFormat.h"
#include "plot/Colormap.h"
#include "plot/mapGeometry.h"

#include <memory>
#include <vector>

class QPainter;

namespace headlight {

/// The look of a tile: its colours, and whether it has numbers.
struct MapLook {
    std::shared_ptr<const Colormap> colormap;
    Range range;
    const ValueCurve* curve = &straight();
    bool numbers = true; ///< in the cells, if they fit
    const Theme* theme = nullptr;
    bool hasMasked = false, hasNaN = false; ///< the colour scale explains these, too
    /// In a difference, 1 for the tokens that the state compared with does not have; empty: none.
    std::vector<char> newRows{}, newCols{};
    Region blank{}; ///< not computed yet in the walk step by step

    bool isBlank(const Region& cells) const { ///< one of the cells is
        return blank.row < cells.row + cells.rows && cells.row < blank.row + blank.rows &&
               blank.col < cells.col + cells.cols && cells.col < blank.col + blank.cols;
    }
    bool isBlank(int row, int col) const { return isBlank({row, col, 1, 1}); }
    bool hasNew() const { return !newRows.empty() || !newCols.empty(); }
    bool isNew(Index row, Index col) const {
        const auto in = [](const std::vector<char>& side, Index i) {
            return i < std::ssize(side) && side[std::size_t(i)];
        };
        return in(newRows, row) || in(newCols, col);
    }
    friend bool operator==(const MapLook&, const MapLook&) = default;
};

/// The kind of output. In a file of vectors, cells are rectangles, or for a large map an image of about a thousand
/// pixels that no viewer has to smooth, and text is text.
enum class PaintTarget { Pixels, Vectors };

/// Returns the cells of the stage that a value of the tile stands for.
Region regionBehind(const Tile& tile, Index row, Index col);

/// Makes the colour scale explain the masked and the non-finite cells of that tile, if it has any.
void addToLegend(MapLook& look, const Tile& tile);

/// Returns the colour of the sloping lines on masked cells, which are kHatch apart.
QRgb hatchColour(const Theme&);
inline constexpr double kHatch = 6; ///< px

/// Returns the colour of one value of a tile, finite or not.
QRgb cellColour(float value, const MapLook& look);

/// Paints the tile's cells in `area` as crisp rectangles. Several cells in one pixel are pooled as the tile's values
/// were. Masked cells are hatched, blank ones have the colour of the surface. Throws std::bad_alloc.
void paintCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look, PaintTarget target);

/// The reason why a row has no weights, on a plate over its cells.
struct RowPlate {
    int row = 0;
    QString text; ///< "sum 0"
    QRectF plate;
    double points = 0;
};

/// Returns a plate in the middle of the visible part of each such row, if it fits there. Rows ascend.
std::vector<RowPlate> rowPlates(const MapArea& area, const Tile& tile, const QPaintDevice* device);

/// Paints the numbers of an exact tile, each in its cell: one that is too wide has fewer decimals or is left out, one
/// that only reads as 0 is paler. Over rows without weights it paints the reason.
void paintNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                  const CellFormat& format, PaintTarget target);

} // namespace headlight
