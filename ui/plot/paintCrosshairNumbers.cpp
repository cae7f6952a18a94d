#include "plot/paintCrosshairNumbers.h"

#include "plot/CellFormat.h"
#include "plot/TokenLabels.h"
#include "plot/crosshairArms.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

using Arm = CrosshairNumber::Arm;

constexpr double kPoints = 8, kPad = 2, kWidest = 64;
constexpr double kLeastSide = 150; // px: the numbers would hide a smaller map

/// The numbers of one map as they are written here.
class Written {
public:
    Written(const Tile& tile, const QPaintDevice* device)
        : tile_(tile),
          metrics_(textFont(kPoints), device),
          format_(cellFormat(tile.range, QSizeF(kWidest, kWidest), device)) {}

    QString at(const Hover& cell) const {
        const Region& region = tile_.demand.region;
        const Index r = cell.query - region.row, c = cell.key - region.col;
        const bool isThere = r >= 0 && c >= 0 && r < tile_.values.rows() && c < tile_.values.cols();
        return isThere && !tile_.masked(r, c) ? cellText(tile_.values(r, c), format_, metrics_, kWidest) : QString();
    }
    double lengthOf(const QString& text) const { return metrics_.horizontalAdvance(text) + 2 * kPad; }
    double height() const { return metrics_.height(); }
    double thickness() const { return metrics_.capHeight() + 1; }
    double pitch() const { return metrics_.capHeight() + 3; } ///< px from number to number beside each other
    static constexpr double kMovesIn = 3;                     ///< px more, where the outermost may move into the map

private:
    const Tile& tile_;
    QFontMetricsF metrics_;
    CellFormat format_;
};

/// All, or those that have a label.
std::vector<int> numbered(int first, int end, double cell, double pitch, double labels) {
    if (cell >= pitch) return labelledCells(first, end, 1);
    return labelledCells(first, end, labelStep(cell, std::max(pitch + Written::kMovesIn, labels)));
}

CrosshairNumber ownNumber(const MapArea& area, const Written& written, const Hover& cell) {
    const QString text = written.at(cell);
    QRectF plate(0, 0, written.lengthOf(text), written.height());
    plate.moveCenter({area.x(cell.key + 0.5), area.y(cell.query + 0.5)});
    plate.moveLeft(std::clamp(plate.left(), area.rect.left(), area.rect.right() - plate.width()));
    plate.moveTop(std::clamp(plate.top(), area.rect.top(), area.rect.bottom() - plate.height()));
    return {text, plate, cell, Arm::Own};
}

/// The others, not placed yet.
std::vector<CrosshairNumber> armNumbers(const MapArea& area, const Tile& tile, const MapAxes& axes, const Hover& cell,
                                        const Written& written) {
    const Region seen = regionOf(area.window, tile.stageRows, tile.stageCols);
    std::vector<CrosshairNumber> numbers;
    const auto add = [&](const Hover& at, Arm arm) {
        if (const QString text = written.at(at); !text.isEmpty()) numbers.push_back({text, {}, at, arm});
    };
    for (const int c : numbered(seen.col, seen.col + seen.cols, area.cellWidth(), written.pitch(),
                                columnLabelPitch(axes, area.cellWidth())))
        if (c != cell.key) add({cell.query, c}, c > cell.key ? Arm::Right : Arm::Left);
    for (const int r :
         numbered(seen.row, seen.row + seen.rows, area.cellHeight(), written.pitch(), rowLabelPitch(axes)))
        if (r != cell.query) add({r, cell.key}, r > cell.query ? Arm::Down : Arm::Up);
    return numbers;
}

/// In the middle of its cell, at that side of its place which is nearer to row or column.
QRectF plateIn(const QRectF& place, const CrosshairNumber& number, const MapArea& area, const Written& written) {
    const double x = area.x(number.cell.key + 0.5), y = area.y(number.cell.query + 0.5);
    const double length = written.lengthOf(number.text), thick = written.thickness();
    if (number.isUpright())
        return {std::clamp(x - thick / 2, area.rect.left(), area.rect.right() - thick),
                place.top() > y ? place.top() : place.bottom() - length, thick, length};
    return {place.left() > x ? place.left() : place.right() - length,
            std::clamp(y - thick / 2, area.rect.top(), area.rect.bottom() - thick), length, thick};
}

} // namespace

std::vector<CrosshairNumber> crosshairNumbers(const MapArea& area, const Tile& tile, const MapLook& look,
                                              const MapAxes& axes, const Hover& cell, const QPaintDevice* device) {
    const QSizeF size(area.cellWidth(), area.cellHeight());
    if (!look.numbers || !tile.exact || cellFormat(tile.range, size, device).shown()) return {};
    const Written written(tile, device);
    const CrosshairNumber own = ownNumber(area, written, cell);
    std::vector<CrosshairNumber> placed;
    if (!own.text.isEmpty()) placed.push_back(own);
    if (std::min(area.rect.width(), area.rect.height()) < kLeastSide) return placed;

    std::vector<CrosshairNumber> numbers = armNumbers(area, tile, axes, cell, written);
    ArmsRoom room{area.rect, QRectF(area.x(cell.key), area.y(cell.query), size.width(), size.height()), {}, 0, 0};
    if (!own.text.isEmpty()) room.crossed |= own.plate;
    for (const CrosshairNumber& number : numbers) {
        double& most = number.isUpright() ? room.rowNumbers : room.columnNumbers;
        most = std::max(most, written.lengthOf(number.text));
        room.exists[static_cast<std::size_t>(number.arm) - 1] = true;
    }
    const std::array<QRectF, 4> places = armPlaces(room);
    const auto placeOf = [&](Arm arm) { return places[static_cast<std::size_t>(arm) - 1]; };
    for (CrosshairNumber& number : numbers) { // a row's first
        const QRectF place = placeOf(number.arm);
        number.plate = plateIn(place, number, area, written);
        const bool isOverRows = !number.isUpright() && (placeOf(Arm::Right).intersects(number.plate) ||
                                                        placeOf(Arm::Left).intersects(number.plate));
        if (!place.isEmpty() && !isOverRows && area.rect.adjusted(-0.5, -0.5, 0.5, 0.5).contains(number.plate) &&
            !number.plate.intersects(own.plate))
            placed.push_back(number);
    }
    return placed;
}

QColor plateColour(const Theme& theme) {
    QColor ground = theme.surface;
    ground.setAlphaF(0.84F);
    return ground;
}

namespace {

/// The numbers of an arm stand on one sheet: so many plates would be as many pictures.
void paintSheets(QPainter& painter, const MapArea& area, const std::vector<CrosshairNumber>& numbers,
                 const Theme& theme) {
    for (const Arm arm : {Arm::Right, Arm::Left, Arm::Down, Arm::Up}) {
        QRectF sheet;
        for (const CrosshairNumber& number : numbers)
            if (number.arm == arm) sheet |= number.plate;
        if (sheet.isEmpty()) continue;
        const QRectF cells = arm == Arm::Right || arm == Arm::Left
                                 ? QRectF(sheet.left() - 1, sheet.top(), sheet.width() + 2, sheet.height())
                                 : QRectF(sheet.left(), sheet.top() - 1, sheet.width(), sheet.height() + 2);
        painter.fillRect(cells.intersected(area.rect), plateColour(theme));
    }
}

} // namespace

void paintCrosshairNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                           const MapAxes& axes, const Hover& cell, bool isOwn) {
    const std::vector<CrosshairNumber> numbers = crosshairNumbers(area, tile, look, axes, cell, painter.device());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(textFont(kPoints));
    const QFontMetricsF metrics = painter.fontMetrics();
    paintSheets(painter, area, numbers, *look.theme);
    for (const CrosshairNumber& number : numbers) {
        if (number.isOwn()) {
            if (isOwn) painter.fillRect(number.plate.adjusted(-1, -1, 1, 1), look.theme->cellLine);
            painter.fillRect(number.plate, isOwn ? look.theme->surface : plateColour(*look.theme));
        }
        painter.setPen(look.theme->text);
        painter.save();
        painter.translate(number.plate.center());
        if (number.isUpright()) painter.rotate(-90);
        painter.drawText(QPointF(-metrics.horizontalAdvance(number.text) / 2, metrics.capHeight() / 2), number.text);
        painter.restore();
    }
    painter.restore();
}

} // namespace headlight
