#include "plot/paintCrosshair.h"

#include "style/textSize.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kMinForInside = 6; // px: smaller cells cannot spare a pixel, lines lie only around them
constexpr int kMinForTwo = 14;      // px at the usual text size: a line may take a pixel of the neighbours' margins
constexpr int kLarge = 40;          // px at the usual text size: numbers leave space for a line of two pixels

/// The device pixels on both sides of the edges of cells.
struct Ring {
    int outside = 0, inside = 0;
};

void fillRing(QPainter& painter, const MapArea& area, const QRectF& cells, const Ring& ring, const QColor& colour) {
    const double out = ring.outside / area.dpr, in = ring.inside / area.dpr;
    const QRectF outer = cells.adjusted(-out, -out, out, out);
    const double width = out + in;
    painter.fillRect(QRectF(outer.left(), outer.top(), outer.width(), width), colour);
    painter.fillRect(QRectF(outer.left(), outer.bottom() - width, outer.width(), width), colour);
    painter.fillRect(QRectF(outer.left(), outer.top() + width, width, outer.height() - 2 * width), colour);
    painter.fillRect(QRectF(outer.right() - width, outer.top() + width, width, outer.height() - 2 * width), colour);
}

/// Paints a line between cells, never over a number, with a casing that keeps it visible on every colour: on both sides
/// of it in large cells, on the inner side in others, and on the outer side in small ones.
void outline(QPainter& painter, const MapArea& area, const QRectF& cells, const QColor& line, const QColor& casing) {
    const double side = std::min(area.cellWidth(), area.cellHeight());
    const int pixel = std::max(1, static_cast<int>(std::lround(area.dpr)));
    if (side >= textPx(kLarge)) {
        fillRing(painter, area, cells, {2 * pixel, 2 * pixel}, casing);
        fillRing(painter, area, cells, {pixel, pixel}, line);
    } else if (side >= kMinForInside) {
        fillRing(painter, area, cells, {0, pixel}, casing);
        fillRing(painter, area, cells, {side >= textPx(kMinForTwo) ? 2 * pixel : pixel, 0}, line);
    } else {
        fillRing(painter, area, cells, {2 * pixel, 0}, casing);
        fillRing(painter, area, cells, {pixel, 0}, line);
    }
}

/// Paints a dashed line around cells, with its casing between the dashes.
void dashed(QPainter& painter, const MapArea& area, const QRectF& cells, const QColor& line, const QColor& casing) {
    const double width = std::max(1.0, std::round(area.dpr)) / area.dpr, out = width / 2;
    painter.setBrush(Qt::NoBrush);
    for (const QPen& pen : {QPen(casing, width), QPen(line, width, Qt::DashLine)}) {
        painter.setPen(pen);
        painter.drawRect(cells.adjusted(-out, -out, out, out));
    }
}

/// Returns the whole row: if it is half outside the window, only its inner line shows (prepare() clips the rest).
QRectF rowOf(const MapArea& area, int row) {
    const double top = area.snapped(area.y(row)), bottom = area.snapped(area.y(row + 1));
    return {area.rect.left(), top, area.rect.width(), bottom - top};
}
QRectF columnOf(const MapArea& area, int col) {
    const double left = area.snapped(area.x(col)), right = area.snapped(area.x(col + 1));
    return {left, area.rect.top(), right - left, area.rect.height()};
}
QRectF cellOf(const MapArea& area, const Cell& cell) {
    const QRectF row = rowOf(area, cell.query), column = columnOf(area, cell.key);
    return {column.left(), row.top(), column.width(), row.height()};
}

void prepare(QPainter& painter, const MapArea& area) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipRect(area.rect.adjusted(-3, -3, 3, 3));
}

} // namespace

void paintSelection(QPainter& painter, const MapArea& area, const Cell& cell, bool isOwn, const Theme& theme) {
    painter.save();
    prepare(painter, area);
    outline(painter, area, rowOf(area, cell.query), theme.queryLine, theme.lineCasing);
    outline(painter, area, columnOf(area, cell.key), theme.keyLine, theme.lineCasing);
    if (isOwn) outline(painter, area, cellOf(area, cell), theme.cellLine, theme.lineCasing);
    painter.restore();
}

void paintLight(QPainter& painter, const MapArea& area, const MapLight& light, const Theme& theme) {
    painter.save();
    prepare(painter, area);
    const auto cellsOf = [&area](const Region& block) {
        const Cell first{block.row, block.col}, last{block.row + block.rows - 1, block.col + block.cols - 1};
        return cellOf(area, first).united(cellOf(area, last));
    };
    const auto isThere = [](const Region& block) { return block.rows > 0 && block.cols > 0; };
    if (light.row >= 0) outline(painter, area, rowOf(area, light.row), theme.queryLine, theme.lineCasing);
    if (isThere(light.read)) dashed(painter, area, cellsOf(light.read), theme.cellLine, theme.lineCasing);
    if (isThere(light.made)) outline(painter, area, cellsOf(light.made), theme.cellLine, theme.lineCasing);
    painter.restore();
}

void paintHover(QPainter& painter, const MapArea& area, const Cell& cell, const Theme& theme) {
    painter.save();
    prepare(painter, area);
    dashed(painter, area, rowOf(area, cell.query), theme.queryLine, theme.lineCasing);
    dashed(painter, area, columnOf(area, cell.key), theme.keyLine, theme.lineCasing);
    dashed(painter, area, cellOf(area, cell), theme.cellLine, theme.lineCasing);
    painter.restore();
}

} // namespace headlight
