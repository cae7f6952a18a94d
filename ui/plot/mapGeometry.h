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

inline constexpr double kMinCells = 4; ///< minimum rows and columns that are visible after zooming in
/// The maximum width of a cell by its height: the lowest cell with digits holds four decimals.
inline constexpr double kMaxAspect = 3.6;

MapWindow wholeMap(int rows, int cols);
/// Returns the window, moved and cut to lie within the map and to show at least kMinCells (or all there are).
MapWindow clamped(MapWindow, int rows, int cols);
/// Zooms in if `factor` < 1; the point (row, col) stays where it is.
MapWindow zoomed(const MapWindow&, double factor, double row, double col);
/// Returns the window, moved as little as needed to contain the cell.
MapWindow showing(MapWindow, int row, int col);
/// Returns the cells that the window touches, even in part.
Region regionOf(const MapWindow&, int rows, int cols);

/// The place of a window of a map on a paint device. Edges of cells are snapped to device pixels, so that what is
/// painted by different functions meets exactly.
struct MapArea {
    QRectF rect; ///< in logical pixels
    MapWindow window;
    double dpr = 1; ///< device pixels per logical pixel

    double cellWidth() const { return window.cols > 0 ? rect.width() / window.cols : 0; }
    double cellHeight() const { return window.rows > 0 ? rect.height() / window.rows : 0; }
    double x(double col) const { return rect.left() + (col - window.col) * cellWidth(); }
    double y(double row) const { return rect.top() + (row - window.row) * cellHeight(); }
    double snapped(double logical) const;
    /// Returns the rectangle of a block of cells, cut to `rect`; empty if it is outside.
    QRectF cells(double row, double col, double rows, double cols) const;
    QPointF inCells(QPointF point) const; ///< x counts columns, y rows; `rect` must not be empty
    /// Returns the cell at a point; nullopt outside `rect`.
    std::optional<Cell> cellAt(QPointF point) const;
};

/// Returns the place of a window's cells in the space of their map, from its top left corner. Cells have a maximum
/// aspect and a maximum size, so that few cells do not fill a large space.
MapArea fitted(const QRectF& space, const MapWindow& window, double dpr);

/// Returns the demand that fills `area` with a map of rows x cols: the visible cells and the number of their pixels. If
/// every cell has a pixel, the number is rounded up to a power of two, so that one more token or a larger window mostly
/// leads to the same demand, and paints once.
MapDemand demandFor(const MapArea& area, Stage stage, int layer, int head, int rows, int cols);

} // namespace headlight
