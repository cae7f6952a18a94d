#include "plot/paintVectorCells.h"

#include "plot/CellImage.h"
#include "style/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <new>

namespace headlight {
namespace {

constexpr int kVectorPixels = 1024; // maximum of a map's longer side, if it is an image

void paintAsImage(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look) {
    const Region& region = tile.demand.region;
    const MapWindow& w = area.window;
    const QRectF seen = QRectF(w.col, w.row, w.cols, w.rows) & QRectF(region.col, region.row, region.cols, region.rows);
    if (seen.isEmpty()) return;
    const double tileRows = seen.height() * static_cast<double>(tile.values.rows()) / region.rows;
    const double tileCols = seen.width() * static_cast<double>(tile.values.cols()) / region.cols;
    const double repeat = std::max(1.0, std::floor(kVectorPixels / std::max(tileRows, tileCols)));
    const QSize size(static_cast<int>(std::ceil(tileCols * repeat)), static_cast<int>(std::ceil(tileRows * repeat)));
    const MapArea sheet{QRectF(QPointF(0, 0), QSizeF(size)), {seen.top(), seen.left(), seen.height(), seen.width()}, 1};
    const QImage image = cellImage(sheet, QRect(QPoint(0, 0), size), tile, look);
    const QRectF place(QPointF(area.x(seen.left()), area.y(seen.top())),
                       QPointF(area.x(seen.right()), area.y(seen.bottom())));
    // Opaque, since a file of vectors would else carry the alpha channel as a second image.
    const QImage opaque = image.convertToFormat(QImage::Format_RGB32);
    if (opaque.isNull()) throw std::bad_alloc();
    painter.drawImage(place, opaque);
}

/// Paints lines of constant x + y, or if `isMirrored` of constant x - y, as cellImage() hatches.
void paintHatch(QPainter& painter, const QRectF& cell, const QColor& colour, bool isMirrored) {
    painter.setPen(QPen(colour, 1, Qt::SolidLine, Qt::FlatCap));
    const double top = isMirrored ? -cell.bottom() : cell.top(), bottom = isMirrored ? -cell.top() : cell.bottom();
    for (double sum = std::ceil((cell.left() + top) / kHatch) * kHatch; sum < cell.right() + bottom; sum += kHatch) {
        const double from = std::max(cell.left(), sum - bottom), to = std::min(cell.right(), sum - top);
        const auto y = [&](double x) { return isMirrored ? x - sum : sum - x; };
        painter.drawLine(QPointF(from, y(from)), QPointF(to, y(to)));
    }
}

/// Paints cells that reach under the next ones by a pixel of a viewer: it may smooth edges, and the paper would show
/// between two cells. If they reached further, their own smoothed edges would show.
void paintRectangles(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look) {
    constexpr double kUnder = 2; // px, 1 pt in a figure of one column
    const Region& region = tile.demand.region;
    const auto place = [&](int row, int col, int rows, int cols) {
        return QRectF(QPointF(area.x(col), area.y(row)), QPointF(area.x(col + cols), area.y(row + rows)))
            .intersected(area.rect);
    };
    const QRectF whole = place(region.row, region.col, region.rows, region.cols);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int r = region.row; r < region.row + region.rows; ++r)
        for (int c = region.col; c < region.col + region.cols; ++c) {
            const QRectF cell = place(r, c, 1, 1);
            if (cell.isEmpty()) continue;
            const bool isBlank = look.isBlank(r, c), isMasked = !isBlank && tile.masked(r - region.row, c - region.col);
            const bool isNew = isMasked && look.isNew(r, c);
            const QColor colour = isBlank || isNew ? look.theme->surface
                                  : isMasked       ? look.theme->masked
                                             : QColor(cellColour(tile.values(r - region.row, c - region.col), look));
            painter.fillRect(cell.adjusted(0, 0, kUnder, kUnder).intersected(whole), colour);
            if (isMasked) paintHatch(painter, cell, hatchColour(*look.theme), isNew);
        }
    painter.restore();
}

} // namespace

void paintVectorCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look) {
    if (tile.exact && tile.values.size() <= kMaxVectorCells)
        paintRectangles(painter, area, tile, look);
    else
        paintAsImage(painter, area, tile, look);
}

} // namespace headlight
