#pragma once

#include "document/ViewState.h"
#include "engine/Demand.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

namespace headlight {

/// The part of a map that is shown, in cells: cell (i, j) spans [i, i+1) x [j, j+1).
struct MapWindow {
    double row = 0, col = 0, rows = 0, cols = 0;
    friend bool operator==(const MapWindow&, const MapWindow&) = default;
};

inline constexpr double kMinCells = 4; ///< zooming in ends here

MapWindow wholeMap(int rows, int cols);
/// Moved and cut so that it lies within the map and shows at least kMinCells (or all there are).
MapWindow clamped(MapWindow, int rows, int cols);
/// `factor` < 1 zooms in; the point (row, col) stays where it is.
MapWindow zoomed(const MapWindow&, double factor, double row, double col);
/// Moved as little as needed so that the cell is inside.
MapWindow showing(MapWindow, int row, int col);
/// The whole cells that the window touches.
Region regionOf(const MapWindow&, int rows, int cols);

/// Where a window of a map lies on a paint device. Edges of cells are snapped to device pixels, so that what is
/// painted by different functions meets exactly.
struct MapArea {
    QRectF rect; ///< in logical pixels
    MapWindow window;
    double dpr = 1; ///< device pixels in a logical one

    double cellWidth() const { return window.cols > 0 ? rect.width() / window.cols : 0; }
    double cellHeight() const { return window.rows > 0 ? rect.height() / window.rows : 0; }
    double x(double col) const { return rect.left() + (col - window.col) * cellWidth(); }
    double y(double row) const { return rect.top() + (row - window.row) * cellHeight(); }
    double snapped(double logical) const;
    /// A block of cells, cut to `rect`; empty if it is outside.
    QRectF cells(double row, double col, double rows, double cols) const;
    QPointF inCells(QPointF point) const; ///< x of columns, y of rows; not of an empty `rect`
    /// The cell at a point; nothing outside of `rect`.
    std::optional<Cell> cellAt(QPointF point) const;
};

/// The cells of a window in the room of their map, from its top left corner: square if the room allows, else up to
/// twice as wide as high, or as high as a row of text. Few cells do not fill a large room, which stays where it is.
/// `rowHeight`: that of the maps beside it; 0: its own.
MapArea fitted(const QRectF& room, const MapWindow& window, double dpr, double rowHeight = 0);

/// The height of the rows of maps beside each other, as each would be fitted: the largest with which no cell is more
/// than twice as high as wide, or higher than its own map has it.
double sharedRowHeight(const std::vector<MapArea>& maps);

/// What has to be asked of the engine to fill `area` with a map of rows x cols: the cells seen, and the pixels they
/// have. Where there are pixels for every cell their number is rounded up to a power of two, so that a token more or a
/// larger window mostly asks for the same, and paints once.
MapDemand demandFor(const MapArea& area, Stage stage, int layer, int head, int rows, int cols);

} // namespace headlight
