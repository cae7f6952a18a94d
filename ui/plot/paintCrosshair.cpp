#include "plot/paintCrosshair.h"

#include <QPainter>

namespace headlight {
namespace {

/// The line lies between cells, never over a number; outside of those that are too small to lose a pixel of theirs.
void outline(QPainter& painter, const MapArea& area, const QRectF& cells, double width, const QColor& colour) {
    constexpr double kRoomy = 6;
    const bool isRoomy = cells.width() >= kRoomy && cells.height() >= kRoomy;
    const double line = area.snapped(width) > 0 ? area.snapped(width) : 1 / area.dpr;
    const double inset = isRoomy ? 0 : -line / 2;
    painter.setPen(QPen(colour, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(cells.adjusted(inset, inset, -inset, -inset));
}

/// Not cut to what is seen: of a row that is half outside only the inner line shows (prepare() clips the rest).
QRectF rowOf(const MapArea& area, int row) {
    const double top = area.snapped(area.y(row)), bottom = area.snapped(area.y(row + 1));
    return {area.rect.left(), top, area.rect.width(), bottom - top};
}
QRectF columnOf(const MapArea& area, int col) {
    const double left = area.snapped(area.x(col)), right = area.snapped(area.x(col + 1));
    return {left, area.rect.top(), right - left, area.rect.height()};
}
QRectF cellOf(const MapArea& area, const Hover& cell) {
    const QRectF row = rowOf(area, cell.query), column = columnOf(area, cell.key);
    return {column.left(), row.top(), column.width(), row.height()};
}

void prepare(QPainter& painter, const MapArea& area) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setClipRect(area.rect.adjusted(-2, -2, 2, 2));
}

} // namespace

void paintSelection(QPainter& painter, const MapArea& area, const Hover& cell, bool isOwn, const Theme& theme) {
    painter.save();
    prepare(painter, area);
    outline(painter, area, rowOf(area, cell.query), 2, theme.accent);
    outline(painter, area, columnOf(area, cell.key), 2, theme.dark ? theme.key : theme.key.lighter(135));
    if (isOwn) {
        const QRectF box = cellOf(area, cell);
        outline(painter, area, box.adjusted(-1, -1, 1, 1), 1, theme.surface);
        outline(painter, area, box, 2, theme.dark ? QColor(Qt::white) : QColor(Qt::black));
    }
    painter.restore();
}

void paintHover(QPainter& painter, const MapArea& area, const Hover& cell, const Theme& theme) {
    painter.save();
    prepare(painter, area);
    QColor row = theme.accent, col = theme.key;
    row.setAlpha(150);
    col.setAlpha(150);
    outline(painter, area, rowOf(area, cell.query), 1, row);
    outline(painter, area, columnOf(area, cell.key), 1, col);
    outline(painter, area, cellOf(area, cell), 1, theme.text);
    painter.restore();
}

} // namespace headlight
