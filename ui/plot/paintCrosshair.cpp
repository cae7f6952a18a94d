#include "plot/paintCrosshair.h"

#include "style/textSize.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kRoomy = 6;    // cells below cannot spare a pixel: lines lie around them alone
constexpr double kTight = 12;   // cells with numbers: below, nothing of them is free but one pixel between two
constexpr int kRoomForTwo = 20; // the own cell's frame may take a pixel of its neighbours' margins
constexpr int kLarge = 40;      // at the usual size of text: cells whose numbers leave room for a line of two pixels

/// Pixels of the device on both sides of the edges of cells.
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

/// One pixel around the cells, of one colour and of the other by turns. Below them it is their own last one: numbers
/// have more room below than above (paintMap.cpp), so it touches neither theirs nor those of the next row.
void fillDashes(QPainter& painter, const MapArea& area, const QRectF& around, int pixel, const QColor& line,
                const QColor& casing) {
    constexpr double kLine = 5, kCasing = 3; // px
    const double wide = pixel / area.dpr;
    const QRectF cells = around.adjusted(0, 0, 0, -wide);
    fillRing(painter, area, cells, {pixel, 0}, line);
    const QRectF ring = cells.adjusted(-wide, -wide, wide, wide);
    for (double x = ring.left() + kLine; x + kCasing < ring.right(); x += kLine + kCasing)
        for (const double y : {ring.top(), ring.bottom() - wide})
            painter.fillRect(QRectF(area.snapped(x), y, kCasing, wide), casing);
    for (double y = ring.top() + kLine; y + kCasing < ring.bottom(); y += kLine + kCasing)
        for (const double x : {ring.left(), ring.right() - wide})
            painter.fillRect(QRectF(x, area.snapped(y), wide, kCasing), casing);
}

struct Cased {
    QColor line, casing;
    bool hasNumbers;
    bool isStrong = false;
};

/// The line lies between cells, never over a number, and beside it a casing that shows where it does not: on both sides
/// of it in large cells; in others there is room for it on the inner side alone, and in small ones none.
void outline(QPainter& painter, const MapArea& area, const QRectF& cells, const Cased& look) {
    const auto& [line, casing, hasNumbers, isStrong] = look;
    const double side = std::min(area.cellWidth(), area.cellHeight());
    const int pixel = std::max(1, static_cast<int>(std::lround(area.dpr)));
    if (hasNumbers && side < kTight) {
        fillDashes(painter, area, cells, pixel, line, casing);
    } else if (side >= textPx(kLarge)) {
        fillRing(painter, area, cells, {2 * pixel, 2 * pixel}, casing);
        fillRing(painter, area, cells, {pixel, pixel}, line);
    } else if (side >= kRoomy) {
        fillRing(painter, area, cells, {0, pixel}, casing);
        fillRing(painter, area, cells, {isStrong && side >= textPx(kRoomForTwo) ? 2 * pixel : pixel, 0}, line);
    } else {
        fillRing(painter, area, cells, {2 * pixel, 0}, casing);
        fillRing(painter, area, cells, {pixel, 0}, line);
    }
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
QRectF cellOf(const MapArea& area, const Cell& cell) {
    const QRectF row = rowOf(area, cell.query), column = columnOf(area, cell.key);
    return {column.left(), row.top(), column.width(), row.height()};
}

void prepare(QPainter& painter, const MapArea& area) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipRect(area.rect.adjusted(-3, -3, 3, 3));
}

} // namespace

void paintSelection(QPainter& painter, const MapArea& area, const Cell& cell, bool isOwn, bool hasNumbers,
                    const Theme& theme) {
    painter.save();
    prepare(painter, area);
    outline(painter, area, rowOf(area, cell.query), {theme.queryLine, theme.lineCasing, hasNumbers});
    outline(painter, area, columnOf(area, cell.key), {theme.keyLine, theme.lineCasing, hasNumbers});
    if (isOwn) outline(painter, area, cellOf(area, cell), {theme.cellLine, theme.lineCasing, hasNumbers, true});
    painter.restore();
}

void paintHover(QPainter& painter, const MapArea& area, const Cell& cell, bool hasNumbers, const Theme& theme) {
    painter.save();
    prepare(painter, area);
    const auto thin = [](QColor colour) {
        colour.setAlpha(150);
        return colour;
    };
    const Ring line{std::max(1, static_cast<int>(std::lround(area.dpr))), 0};
    fillRing(painter, area, rowOf(area, cell.query), line, thin(theme.queryLine));
    fillRing(painter, area, columnOf(area, cell.key), line, thin(theme.keyLine));
    outline(painter, area, cellOf(area, cell), {theme.cellLine, theme.lineCasing, hasNumbers});
    painter.restore();
}

} // namespace headlight
