#include "plot/paintCrosshairNumbers.h"

#include "plot/CellFormat.h"
#include "plot/TokenLabels.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headlight {
namespace {

constexpr double kPoints = 8, kPad = 2, kGap = 4, kWidest = 64;
constexpr double kLeastSide = 150; // px: the plates would hide a smaller map

/// Finds places along the selected row, and the column as if it were a row seen from the side.
class Placer {
public:
    Placer(const MapArea& area, const Tile& tile, const QPaintDevice* device)
        : area_(area),
          tile_(tile),
          metrics_(textFont(kPoints), device),
          format_(cellFormat(tile.range, QSizeF(kWidest, kWidest), device)) {}

    double pitch() const { return metrics_.height(); }
    std::vector<CrosshairNumber> take() { return std::move(placed_); }

    void placeOwn(const Hover& cell) {
        const QString text = textAt(cell.query, cell.key);
        if (text.isEmpty()) return;
        QRectF plate(0, 0, lengthOf(text), metrics_.height());
        plate.moveCenter({area_.x(cell.key + 0.5), area_.y(cell.query + 0.5)});
        plate.moveLeft(std::clamp(plate.left(), area_.rect.left(), area_.rect.right() - plate.width()));
        plate.moveTop(std::clamp(plate.top(), area_.rect.top(), area_.rect.bottom() - plate.height()));
        placed_.push_back({text, plate, true, false});
    }

    void place(int row, int col, bool isRow, const QRectF& crossed) {
        const QString text = textAt(row, col);
        if (text.isEmpty()) return;
        const double length = lengthOf(text), thick = metrics_.height();
        QRectF plate(0, 0, isRow ? thick : length, isRow ? length : thick);
        plate.moveCenter({area_.x(col + 0.5), area_.y(row + 0.5)});
        // On the side with more room, the same for all.
        if (isRow && area_.rect.bottom() - crossed.bottom() >= crossed.top() - area_.rect.top())
            plate.moveTop(crossed.bottom() + kGap);
        else if (isRow)
            plate.moveBottom(crossed.top() - kGap);
        else if (area_.rect.right() - crossed.right() >= crossed.left() - area_.rect.left())
            plate.moveLeft(crossed.right() + kGap);
        else
            plate.moveRight(crossed.left() - kGap);
        const auto isBelow = [&](const CrosshairNumber& other) {
            return other.plate.adjusted(-2, -2, 2, 2).intersects(plate) && other.isUpright != isRow;
        };
        const auto isCovered = [&](const CrosshairNumber& other) {
            return other.isOwn && other.plate.intersects(plate);
        };
        if (!area_.rect.contains(plate) || std::ranges::any_of(placed_, isBelow) ||
            std::ranges::any_of(placed_, isCovered))
            return;
        placed_.push_back({text, plate, false, isRow});
    }

private:
    double lengthOf(const QString& text) const { return metrics_.horizontalAdvance(text) + 2 * kPad; }

    QString textAt(int row, int col) const {
        const Region& region = tile_.demand.region;
        const Index r = row - region.row, c = col - region.col;
        const bool isThere = r >= 0 && c >= 0 && r < tile_.values.rows() && c < tile_.values.cols();
        return isThere && !tile_.masked(r, c) ? cellText(tile_.values(r, c), format_, metrics_, kWidest) : QString();
    }

    const MapArea& area_;
    const Tile& tile_;
    QFontMetricsF metrics_;
    CellFormat format_;
    std::vector<CrosshairNumber> placed_;
};

} // namespace

std::vector<CrosshairNumber> crosshairNumbers(const MapArea& area, const Tile& tile, const MapLook& look,
                                              const Hover& cell, const QPaintDevice* device) {
    const QSizeF size(area.cellWidth(), area.cellHeight());
    if (!look.numbers || !tile.exact || cellFormat(tile.range, size, device).shown()) return {};
    Placer placer(area, tile, device);
    placer.placeOwn(cell);
    if (std::min(area.rect.width(), area.rect.height()) < kLeastSide) return placer.take();
    const QRectF crossed(area.x(cell.key), area.y(cell.query), size.width(), size.height());
    const Region seen = regionOf(area.window, tile.stageRows, tile.stageCols);
    const int rowStep = labelStep(size.height(), placer.pitch()), colStep = labelStep(size.width(), placer.pitch());
    for (int c = seen.col; c < seen.col + seen.cols; ++c)
        if (c != cell.key && (c - cell.key) % colStep == 0) placer.place(cell.query, c, true, crossed);
    for (int r = seen.row; r < seen.row + seen.rows; ++r)
        if (r != cell.query && (r - cell.query) % rowStep == 0) placer.place(r, cell.key, false, crossed);
    return placer.take();
}

QColor plateColour(const Theme& theme) {
    QColor ground = theme.surface;
    ground.setAlphaF(0.8F);
    return ground;
}

void paintCrosshairNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                           const Hover& cell) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(textFont(kPoints));
    const QFontMetricsF metrics = painter.fontMetrics();
    for (const CrosshairNumber& number : crosshairNumbers(area, tile, look, cell, painter.device())) {
        if (number.isOwn) painter.fillRect(number.plate.adjusted(-1, -1, 1, 1), look.theme->cellLine);
        painter.fillRect(number.plate, number.isOwn ? look.theme->surface : plateColour(*look.theme));
        painter.setPen(look.theme->text);
        painter.save();
        painter.translate(number.plate.center());
        if (number.isUpright) painter.rotate(-90);
        painter.drawText(QPointF(-metrics.horizontalAdvance(number.text) / 2, metrics.capHeight() / 2), number.text);
        painter.restore();
    }
    painter.restore();
}

} // namespace headlight
