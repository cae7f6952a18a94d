#include "plot/paintCrosshairNumbers.h"

#include "plot/CellFormat.h"
#include "plot/TokenLabels.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headlight {
namespace {

constexpr double kPoints = 8, kPad = 3, kGap = 4, kWidest = 64;
constexpr double kLeastSide = 150; // px: the plates would hide a smaller map

/// Writes along one line of cells, the selected row as if it were a column seen from the side.
class Writer {
public:
    Writer(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look)
        : painter_(painter),
          area_(area),
          tile_(tile),
          look_(look),
          font_(textFont(kPoints), painter.device()),
          metrics_(font_, painter.device()),
          format_(cellFormat(tile.range, QSizeF(kWidest, kWidest), painter.device())) {
        painter.setFont(font_);
    }

    double pitch() const { return metrics_.height(); }

    /// On the cell itself, whatever is beside it.
    void writeOwn(const Hover& cell) {
        const QString text = textAt(cell.query, cell.key);
        if (text.isEmpty()) return;
        QRectF plate(0, 0, metrics_.horizontalAdvance(text) + 2 * kPad, metrics_.height());
        plate.moveCenter({area_.x(cell.key + 0.5), area_.y(cell.query + 0.5)});
        plate.moveLeft(std::clamp(plate.left(), area_.rect.left(), area_.rect.right() - plate.width()));
        plate.moveTop(std::clamp(plate.top(), area_.rect.top(), area_.rect.bottom() - plate.height()));
        painter_.fillRect(plate.adjusted(-1, -1, 1, 1), look_.theme->cellLine);
        painter_.fillRect(plate, look_.theme->surface);
        draw(text, plate, false);
    }

    /// At `along`, the middle of its cell; from `edge` of the line on to lower or to higher coordinates.
    void write(int row, int col, bool isRow, double along, double edge, bool upwards) {
        const QString text = textAt(row, col);
        if (text.isEmpty()) return;
        const double length = metrics_.horizontalAdvance(text) + 2 * kPad, thick = metrics_.height();
        const double from = upwards ? edge + kGap : edge - kGap - length;
        const QRectF plate = isRow ? QRectF(along - thick / 2, from, thick, length)
                                   : QRectF(from, along - thick / 2, length, thick);
        if (area_.rect.contains(plate)) draw(text, plate, isRow);
    }

private:
    QString textAt(int row, int col) const {
        const Region& region = tile_.demand.region;
        const Index r = row - region.row, c = col - region.col;
        const bool isThere = r >= 0 && c >= 0 && r < tile_.values.rows() && c < tile_.values.cols();
        return isThere && !tile_.masked(r, c) ? cellText(tile_.values(r, c), format_, metrics_, kWidest) : QString();
    }

    void draw(const QString& text, const QRectF& plate, bool isUpright) {
        QColor ground = look_.theme->surface;
        ground.setAlpha(235);
        painter_.fillRect(plate, ground);
        painter_.setPen(look_.theme->text);
        painter_.save();
        painter_.translate(plate.center());
        if (isUpright) painter_.rotate(-90);
        painter_.drawText(QPointF(-metrics_.horizontalAdvance(text) / 2, metrics_.capHeight() / 2), text);
        painter_.restore();
    }

    QPainter& painter_;
    const MapArea& area_;
    const Tile& tile_;
    const MapLook& look_;
    QFont font_;
    QFontMetricsF metrics_;
    CellFormat format_;
};

} // namespace

void paintCrosshairNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                           const Hover& cell) {
    const QSizeF size(area.cellWidth(), area.cellHeight());
    if (!look.numbers || !tile.exact || cellFormat(tile.range, size, painter.device()).shown()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    Writer writer(painter, area, tile, look);
    const Region seen = regionOf(area.window, tile.stageRows, tile.stageCols);
    const bool isSmall = std::min(area.rect.width(), area.rect.height()) < kLeastSide;
    const int rowStep = labelStep(size.height(), writer.pitch()), colStep = labelStep(size.width(), writer.pitch());
    for (int r = seen.row; !isSmall && r < seen.row + seen.rows; ++r)
        if (r != cell.query && (r - cell.query) % rowStep == 0)
            writer.write(r, cell.key, false, area.y(r + 0.5), area.x(r < cell.query ? cell.key + 1 : cell.key),
                         r < cell.query);
    for (int c = seen.col; !isSmall && c < seen.col + seen.cols; ++c)
        if (c != cell.key && (c - cell.key) % colStep == 0)
            writer.write(cell.query, c, true, area.x(c + 0.5), area.y(c < cell.key ? cell.query : cell.query + 1),
                         c > cell.key);
    writer.writeOwn(cell);
    painter.restore();
}

} // namespace headlight
