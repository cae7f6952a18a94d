#include "plot/paintRowWords.h"

#include "words/rowWords.h"

#include <QFontMetricsF>
#include <QPainter>

namespace headlight {

constexpr double kPadX = 4, kPadY = 2;
constexpr double kSizes[] = {8.5, 7.5, 6.5}; // pt: the largest that fits

std::vector<RowPlate> rowPlates(const MapArea& area, const Tile& tile, const QPaintDevice* device) {
    std::vector<RowPlate> plates;
    for (const auto& [row, kind] : tile.oddRows) {
        const QString text = rowWord(kind);
        const QRectF cells = area.cells(row, 0, 1, tile.stageCols);
        if (text.isEmpty() || cells.isEmpty()) continue;
        for (const double points : kSizes) {
            const QFontMetricsF metrics(textFont(points), device);
            QRectF plate(0, 0, metrics.horizontalAdvance(text) + 2 * kPadX, metrics.capHeight() + 2 * kPadY);
            plate.moveCenter(cells.center());
            if (!cells.contains(plate)) continue;
            plates.push_back({row, text, plate, points});
            break;
        }
    }
    return plates;
}

void paintRowPlates(QPainter& painter, const std::vector<RowPlate>& plates, const Theme& theme) {
    if (plates.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const RowPlate& one : plates) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.surface);
        painter.drawRoundedRect(one.plate, 3, 3);
        painter.setFont(textFont(one.points));
        painter.setPen(theme.text);
        const QFontMetricsF metrics = painter.fontMetrics();
        painter.drawText(QPointF(one.plate.left() + kPadX, one.plate.center().y() + metrics.capHeight() / 2), one.text);
    }
    painter.restore();
}

} // namespace headlight
