#include "plot/mapGeometry.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace headlight {
namespace {

void clampSpan(double& start, double& length, int count) {
    length = std::clamp(length, std::min(kMinCells, static_cast<double>(count)), static_cast<double>(count));
    start = std::clamp(start, 0.0, count - length);
}

} // namespace

MapWindow wholeMap(int rows, int cols) { return {0, 0, static_cast<double>(rows), static_cast<double>(cols)}; }

MapWindow clamped(MapWindow window, int rows, int cols) {
    clampSpan(window.row, window.rows, rows);
    clampSpan(window.col, window.cols, cols);
    return window;
}

MapWindow zoomed(const MapWindow& w, double factor, double row, double col) {
    return {row + (w.row - row) * factor, col + (w.col - col) * factor, w.rows * factor, w.cols * factor};
}

MapWindow showing(MapWindow w, int row, int col) {
    w.row = std::clamp(w.row, row + 1 - w.rows, std::max<double>(row, row + 1 - w.rows));
    w.col = std::clamp(w.col, col + 1 - w.cols, std::max<double>(col, col + 1 - w.cols));
    return w;
}

Region regionOf(const MapWindow& w, int rows, int cols) {
    constexpr double kRounding = 1e-9; // for a window that ends on a cell's edge
    const auto first = [](double start) { return std::max(0, static_cast<int>(std::floor(start + kRounding))); };
    const auto last = [](double end, int count) {
        return std::min(count, static_cast<int>(std::ceil(end - kRounding)));
    };
    Region region{first(w.row), first(w.col), 0, 0};
    region.rows = std::max(0, last(w.row + w.rows, rows) - region.row);
    region.cols = std::max(0, last(w.col + w.cols, cols) - region.col);
    return region;
}

double MapArea::snapped(double logical) const { return std::round(logical * dpr) / dpr; }

QRectF MapArea::cells(double row, double col, double rows, double cols) const {
    const QPointF topLeft(snapped(x(col)), snapped(y(row)));
    const QPointF bottomRight(snapped(x(col + cols)), snapped(y(row + rows)));
    const QRectF bounds(QPointF(snapped(rect.left()), snapped(rect.top())),
                        QPointF(snapped(rect.right()), snapped(rect.bottom())));
    return QRectF(topLeft, bottomRight).intersected(bounds);
}

QPointF MapArea::inCells(QPointF point) const {
    return {window.col + (point.x() - rect.left()) / cellWidth(), window.row + (point.y() - rect.top()) / cellHeight()};
}

std::optional<Cell> MapArea::cellAt(QPointF point) const {
    if (!rect.contains(point) || window.rows <= 0 || window.cols <= 0) return std::nullopt;
    const QPointF at = inCells(point);
    return Cell{static_cast<int>(std::floor(std::min(at.y(), window.row + window.rows - 1e-6))),
                static_cast<int>(std::floor(std::min(at.x(), window.col + window.cols - 1e-6)))};
}

MapArea fitted(const QRectF& space, const MapWindow& window, double dpr) {
    constexpr double kStrip = 14, kWhole = 8;           // px: one column of thousands of rows; a cell of whole pixels
    constexpr double kMaxWidth = 180, kMaxHeight = 120; // px: two tokens need no map like a window
    if (space.isEmpty() || window.rows <= 0 || window.cols <= 0) return {space, window, dpr};
    const double height = std::min(space.height() / window.rows, kMaxHeight);
    const double width = std::min(
        {space.width() / window.cols, kMaxWidth, std::max(kMaxAspect * height, kStrip / window.cols)});
    const auto whole = [](double side) { return side >= kWhole ? std::floor(side + 1e-6) : side; };
    return {QRectF(space.topLeft(), QSizeF(whole(width) * window.cols, whole(height) * window.rows)), window, dpr};
}

MapDemand demandFor(const MapArea& area, Stage stage, int layer, int head, int rows, int cols) {
    constexpr unsigned kMinPx = 64;
    MapDemand demand{stage, layer, head, {}, 0, 0};
    if (area.window != wholeMap(rows, cols)) demand.region = regionOf(area.window, rows, cols);
    const auto pixels = [&](double cellSize, int seen, int all) {
        const int cells = seen > 0 ? seen : all;
        const int exact = std::max(1, static_cast<int>(std::lround(cellSize * area.dpr * cells)));
        return cells <= exact ? static_cast<int>(std::bit_ceil(std::max(kMinPx, static_cast<unsigned>(exact)))) : exact;
    };
    demand.pixelWidth = pixels(area.cellWidth(), demand.region.cols, cols);
    demand.pixelHeight = pixels(area.cellHeight(), demand.region.rows, rows);
    return demand;
}

} // namespace headlight
