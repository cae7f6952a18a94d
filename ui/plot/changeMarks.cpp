#include "plot/changeMarks.h"

#include "base/numberText.h"
#include "plot/HeatmapView.h"
#include "style/colours.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace headlight {
namespace {

constexpr double kSteps = 256, kMinSide = 8, kCorner = 5; // px

/// The values before and now; nullopt: masked. Both tiles are of the same cells.
using Pair = std::pair<std::optional<float>, std::optional<float>>;
std::optional<Pair> pairAt(const MapContent& map, const Cell& cell) {
    const Tile *now = map.tile.get(), *before = map.before.get();
    if (!now || !before || !now->exact || !before->exact) return std::nullopt;
    const Index row = cell.query - now->demand.region.row, col = cell.key - now->demand.region.col;
    if (row < 0 || col < 0 || row >= now->values.rows() || col >= now->values.cols()) return std::nullopt;
    const auto at = [&](const Tile& tile) {
        return tile.masked(row, col) ? std::nullopt : std::optional(tile.values(row, col));
    };
    return Pair{at(*before), at(*now)};
}

bool isChanged(const Pair& pair, const MapContent& map) {
    const auto [before, now] = pair;
    if (!before || !now) return before.has_value() != now.has_value();
    if (*before == *now) return false;
    if (map.hasNumbers()) return cellText(*before, map.format) != cellText(*now, map.format);
    const Range& range = map.look.range;
    if (!std::isfinite(*before) || !std::isfinite(*now)) return !(std::isnan(*before) && std::isnan(*now));
    return std::abs(double{*now} - double{*before}) > (double{range.high} - double{range.low}) / kSteps / 2;
}

/// Calls `take` for each changed cell that is visible and large enough for a mark, until it returns false.
void eachMarked(const MapArea& area, const MapContent& map, auto take) {
    if (!map.before || !map.tile || std::min(area.cellWidth(), area.cellHeight()) < kMinSide) return;
    const Region seen = regionOf(area.window, map.rows(), map.cols());
    for (int row = seen.row; row < seen.row + seen.rows; ++row)
        for (int col = seen.col; col < seen.col + seen.cols; ++col)
            if (const auto pair = pairAt(map, {row, col}); pair && isChanged(*pair, map))
                if (!take(row, col, pair->second)) return;
}

} // namespace

bool isChanged(const MapContent& map, const Cell& cell) {
    const auto pair = pairAt(map, cell);
    return pair && isChanged(*pair, map);
}

QString changeWords(const MapContent& map, const Cell& cell) {
    if (!isChanged(map, cell)) return {};
    const auto [before, now] = *pairAt(map, cell);
    if (!before) return HeatmapView::tr("was masked");
    const QString was = QString::fromStdString(shortest(*before));
    if (!now || !std::isfinite(*now - *before)) return HeatmapView::tr("was %1").arg(was);
    const QString by = QString::fromStdString(shortest(*now - *before));
    return HeatmapView::tr("was %1, changed by %2").arg(was, *now > *before ? u'+' + by : by);
}

bool hasMarks(const MapArea& area, const MapContent& map) {
    bool has = false;
    eachMarked(area, map, [&has](auto&&...) {
        has = true;
        return false;
    });
    return has;
}

void paintChanges(QPainter& painter, const MapArea& area, const MapContent& map) {
    // A mark ends above the minus sign of a number, which is in the middle of the cell.
    const double length = std::min({kCorner, area.cellWidth() * 0.4, std::max(2.0, area.cellHeight() / 2 - 3.5)});
    QPainterPath black, white; // all at once, since there may be hundreds
    eachMarked(area, map, [&](int row, int col, std::optional<float> value) {
        const QRgb below = value ? cellColour(*value, map.look) : map.look.theme->masked.rgb();
        const QPointF corner = area.cells(row, col, 1, 1).topLeft() + QPointF(1, 1);
        (blackReadsBetterOn(below) ? black : white)
            .addPolygon(QPolygonF{corner, corner + QPointF(length, 0), corner + QPointF(0, length)});
        return true;
    });
    if (black.isEmpty() && white.isEmpty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(area.rect, Qt::IntersectClip);
    painter.fillPath(black, Qt::black);
    painter.fillPath(white, Qt::white);
    painter.restore();
}

} // namespace headlight
