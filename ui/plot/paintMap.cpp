#include "plot/paintMap.h"

#include "plot/CellImage.h"
#include "style/colours.h"
#include "words/numberWords.h"
#include "words/rowWords.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QHash>
#include <QPainter>
#include <QRawFont>

#include <algorithm>
#include <cmath>
#include <map>
#include <new>

namespace headlight {
namespace {

QRect devicePixels(const QRectF& logical, double dpr) {
    const auto at = [dpr](double v) { return static_cast<int>(std::lround(v * dpr)); };
    return QRect(QPoint(at(logical.left()), at(logical.top())),
                 QPoint(at(logical.right()) - 1, at(logical.bottom()) - 1));
}

/// Paints all numbers of one colour as a single run of glyphs: thousands of cells take the time of a few drawText().
class NumberRuns {
public:
    NumberRuns(const QFont& font, const QTransform& toDevice) : raw_(QRawFont::fromFont(font)), toDevice_(toDevice) {
        for (const char c : {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '-', '+'}) {
            const auto glyph = raw_.glyphIndexesForString(QString(QLatin1Char(c))).value(0);
            glyphs_.insert(QLatin1Char(c), {glyph, raw_.advancesForGlyphIndexes({glyph}).value(0).x()});
        }
    }

    void add(const QString& text, const QRectF& cell, const QColor& colour) {
        double width = 0;
        for (const QChar c : text) width += glyphs_.value(c).advance;
        // Baselines are on whole pixels, usually the one above, so that a line between two rows clears those above it.
        const double line = cell.center().y() + raw_.capHeight() / 2;
        QPointF place(cell.center().x() - width / 2, snapped(line));
        Run& run = runs_[colour.rgba()];
        for (const QChar c : text) {
            const Glyph glyph = glyphs_.value(c);
            run.indexes.append(glyph.index);
            run.positions.append(place);
            place.rx() += glyph.advance;
        }
    }

    void paint(QPainter& painter) const {
        for (const auto& [colour, run] : runs_) {
            QGlyphRun glyphs;
            glyphs.setRawFont(raw_);
            glyphs.setGlyphIndexes(run.indexes);
            glyphs.setPositions(run.positions);
            painter.setPen(QColor::fromRgba(colour));
            painter.drawGlyphRun(QPointF(0, 0), glyphs);
        }
    }

private:
    struct Glyph {
        quint32 index = 0;
        double advance = 0;
    };
    struct Run {
        QVector<quint32> indexes;
        QVector<QPointF> positions;
    };
    double snapped(double line) const {
        const double scale = toDevice_.m22(), aside = toDevice_.dy();
        return (std::floor(line * scale + aside + 0.25) - aside) / scale;
    }

    QRawFont raw_;
    QTransform toDevice_;
    QHash<QChar, Glyph> glyphs_;
    std::map<QRgb, Run> runs_; ///< by colour
};

} // namespace

Region regionBehind(const Tile& tile, Index row, Index col) {
    const Region& all = tile.demand.region;
    const auto from = [](Index i, Index values, int cells) { return static_cast<int>(i * cells / values); };
    const Index rows = tile.values.rows(), cols = tile.values.cols();
    const int top = from(row, rows, all.rows), left = from(col, cols, all.cols);
    return {all.row + top, all.col + left, from(row + 1, rows, all.rows) - top, from(col + 1, cols, all.cols) - left};
}

void addToLegend(MapLook& look, const Tile& tile) {
    look.hasNaN = look.hasNaN || tile.firstNonFinite;
    if (!look.hasNew()) {
        look.hasMasked = look.hasMasked || !tile.masked.empty();
        return;
    }
    for (Index r = 0; r < tile.values.rows() && !look.hasMasked; ++r)
        for (Index c = 0; c < tile.values.cols() && !look.hasMasked; ++c)
            if (const Region cells = regionBehind(tile, r, c); tile.masked(r, c))
                look.hasMasked = !look.isNew(cells.row, cells.col);
}

QRgb hatchColour(const Theme& theme) { return mixed(theme.masked, theme.muted, 0.22).rgb(); }

QRgb cellColour(float value, const MapLook& look) {
    if (!std::isfinite(value)) return look.theme->notANumber.rgb();
    return look.colormap->colour(value, look.range, *look.curve);
}

void paintCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look, PaintTarget target) {
    if (area.rect.isEmpty() || tile.values.size() == 0) return;
    if (target == PaintTarget::Vectors) {
        paintVectorCells(painter, area, tile, look);
        return;
    }
    const QRect pixels = devicePixels(area.rect, area.dpr);
    const QImage image = cellImage(area, pixels, tile, look);
    const QRectF place(pixels.left() / area.dpr, pixels.top() / area.dpr, pixels.width() / area.dpr,
                       pixels.height() / area.dpr);
    painter.drawImage(place, image, QRectF(image.rect()));
}

namespace {

constexpr double kPadX = 4, kPadY = 2;       // px, around the words of a row
constexpr double kSizes[] = {8.5, 7.5, 6.5}; // pt: the largest that fits

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

/// Returns black or white, whichever reads better on the cell; paler if the number reads as 0 and is not.
QColor inkOn(QRgb cell, bool isPale) {
    constexpr int kPale = 130; // alpha, of 255
    QColor ink = blackReadsBetterOn(cell) ? Qt::black : Qt::white;
    if (isPale) ink.setAlpha(kPale);
    return ink;
}

} // namespace

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

void paintNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                  const CellFormat& format, PaintTarget target) {
    std::vector<RowPlate> plates = rowPlates(area, tile, painter.device());
    std::erase_if(plates, [&](const RowPlate& one) { return look.isBlank(one.row, 0); });
    if (!look.numbers || !format.shown() || !tile.exact || tile.values.size() == 0)
        return paintRowPlates(painter, plates, *look.theme);
    const QFont font(cellFont(format), painter.device());
    const QFontMetricsF metrics(font, painter.device());
    const NumberWidths widths(font, painter.device());
    painter.save();
    painter.setClipRect(area.rect, Qt::IntersectClip);
    painter.setFont(font);
    NumberRuns runs(font, painter.deviceTransform());
    const double space = area.cellWidth() - 2 * kBesideNumber;
    const Region& region = tile.demand.region;
    const Region seen = regionOf(area.window, tile.stageRows, tile.stageCols);
    for (int r = std::max(seen.row, region.row); r < std::min(seen.row + seen.rows, region.row + region.rows); ++r)
        for (int c = std::max(seen.col, region.col); c < std::min(seen.col + seen.cols, region.col + region.cols);
             ++c) {
            const float value = tile.values(r - region.row, c - region.col);
            if (tile.masked(r - region.row, c - region.col) || look.isBlank(r, c)) continue;
            QString text = cellText(value, format);
            double width = widths.of(text);
            for (CellFormat fewer = format; fewer.decimals > 0 && width > space; width = widths.of(text)) {
                --fewer.decimals;
                text = cellText(value, fewer);
            }
            if (width > space) continue;
            const QColor ink = inkOn(cellColour(value, look), roundsToZero(static_cast<double>(value), text));
            // A number is painted whole or not at all: a part of it would be another number.
            const QRectF cell(area.x(c), area.y(r), area.cellWidth(), area.cellHeight());
            QRectF place(0, 0, width, metrics.capHeight());
            place.moveCenter(cell.center());
            const auto plate = std::ranges::lower_bound(plates, r, {}, &RowPlate::row);
            if (plate != plates.end() && plate->row == r && plate->plate.intersects(place)) continue;
            const bool isWhole = area.rect.adjusted(-0.5, -0.5, 0.5, 0.5).contains(cell);
            if (!isWhole && !area.rect.contains(place.adjusted(-1, -2, 1, 2))) continue; // round digits overshoot
            if (target == PaintTarget::Pixels && std::isfinite(value)) {
                runs.add(text, cell, ink);
                continue;
            }
            painter.setPen(ink);
            painter.drawText(QPointF(cell.center().x() - width / 2, cell.center().y() + metrics.capHeight() / 2), text);
        }
    runs.paint(painter);
    painter.restore();
    paintRowPlates(painter, plates, *look.theme);
}

} // namespace headlight
