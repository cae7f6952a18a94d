#include "plot/CellImage.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <vector>

namespace headlight {
namespace {

/// The cells of a tile that one pixel shows; none if first == end.
struct Span {
    Index first = 0, end = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

/// Returns the cells for pixels [start, start + count). `origin` and `cellPixels`: the pixel where the tile's cell 0
/// begins and the pixels per cell. If they are 1 or more, a pixel shows the cell under its centre; else every cell
/// belongs to exactly the pixel in which it begins, so that none is lost.
std::vector<Span> spansOf(int start, int count, double origin, double cellPixels, Index cells) {
    constexpr double kRounding = 1e-7;
    std::vector<Span> spans(static_cast<std::size_t>(count));
    if (!(cellPixels > 0)) return spans;
    const bool isPooled = cellPixels < 1 - kRounding;
    for (int i = 0; i < count; ++i) {
        const double from = (start + i + (isPooled ? 0.0 : 0.5) - origin) / cellPixels;
        const auto first = static_cast<Index>(std::floor(from + kRounding));
        const auto next = static_cast<Index>(std::floor((start + i + 1 - origin) / cellPixels + kRounding));
        const Span span{std::max<Index>(first, 0), std::min(isPooled ? std::max(first + 1, next) : first + 1, cells)};
        if (span.first < span.end) spans[static_cast<std::size_t>(i)] = span;
    }
    return spans;
}

/// Pools by the engine's rule: NaN if one is NaN, else as the tile's own values were; nullopt if all are masked.
std::optional<float> pooled(const Tile& tile, Span rows, Span cols) {
    if (rows.first + 1 == rows.end && cols.first + 1 == cols.end)
        return tile.masked(rows.first, cols.first) ? std::nullopt : std::optional(tile.values(rows.first, cols.first));
    const Pooling rule = tile.demand.pooling;
    std::optional<float> largest;
    double sum = 0, count = 0;
    for (Index r = rows.first; r < rows.end; ++r)
        for (Index c = cols.first; c < cols.end; ++c) {
            if (tile.masked(r, c)) continue;
            const float value = tile.values(r, c);
            if (std::isnan(value)) return value;
            if (rule == Pooling::Mean) {
                const Region cells = regionBehind(tile, r, c);
                const double behind = static_cast<double>(cells.rows) * cells.cols;
                sum += behind * double{value};
                count += behind;
            }
            if (!largest || (rule == Pooling::Maximum ? value > *largest : std::abs(value) > std::abs(*largest)))
                largest = value;
        }
    return rule == Pooling::Mean && count > 0 ? std::optional(static_cast<float>(sum / count)) : largest;
}

/// The colour of a cell, and whether it is hatched.
struct CellFill {
    QRgb colour = 0;
    char hatch = 0; ///< 1: as a masked cell, 2: as a new one
};

/// `value`: nullopt if the cells are masked.
CellFill fillOf(const std::optional<float>& value, const Region& cells, const MapLook& look) {
    if (look.isBlank(cells)) return {look.theme->surface.rgb()};
    if (value) return {cellColour(*value, look)};
    if (look.isNew(cells.row, cells.col)) return {look.theme->surface.rgb(), 2};
    return {look.theme->masked.rgb(), 1};
}

/// One line of pixels, ready to be copied.
struct Line {
    std::vector<QRgb> colours;
    std::vector<char> hatches; ///< see CellFill
    bool isHatched = false;
};

/// Fills a line of pixels.
void fill(Line& line, const Tile& tile, Span rows, const std::vector<Span>& cols, const MapLook& look) {
    line.isHatched = false;
    const bool hasPlaces = look.hasNew() || look.blank != Region{}; // else nothing depends on the place
    Span last;
    CellFill shown;
    for (std::size_t i = 0; i < cols.size(); ++i) {
        if (cols[i] != last) {
            last = cols[i];
            const bool isOutside = last.first == last.end;
            const Region cells = hasPlaces && !isOutside ? regionBehind(tile, rows.first, last.first) : Region{};
            shown = isOutside ? CellFill{} : fillOf(pooled(tile, rows, last), cells, look);
        }
        line.colours[i] = shown.colour;
        line.hatches[i] = shown.hatch;
        line.isHatched = line.isHatched || shown.hatch;
    }
}

/// True if no pixel shows more than one cell.
bool areSingle(const std::vector<Span>& spans) {
    return std::ranges::all_of(spans, [](Span span) { return span.end - span.first <= 1; });
}

/// Fills a line of pixels from a row of single cells of which none is masked or blank.
void fillPlain(Line& line, const Tile& tile, Index row, const std::vector<Span>& cols, const MapLook& look) {
    const float* values = tile.values.data() + row * tile.values.cols();
    Index last = -1;
    QRgb colour = 0;
    for (std::size_t i = 0; i < cols.size(); ++i) {
        if (cols[i].first == cols[i].end) continue;
        if (cols[i].first != last) colour = cellColour(values[last = cols[i].first], look);
        line.colours[i] = colour;
    }
}

#ifdef __x86_64__
/// Qt's fill leaves the upper halves of the AVX registers in use, and each SSE instruction after it pays for them.
__attribute__((target("avx"))) void clearUpperHalves() { __builtin_ia32_vzeroupper(); }
#endif

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
            const Index row = r - region.row, col = c - region.col;
            const auto value = tile.masked(row, col) ? std::nullopt : std::optional(tile.values(row, col));
            const CellFill fill = fillOf(value, {r, c, 1, 1}, look);
            painter.fillRect(cell.adjusted(0, 0, kUnder, kUnder).intersected(whole), QColor(fill.colour));
            if (fill.hatch) paintHatch(painter, cell, *look.theme, fill.hatch == 2);
        }
    painter.restore();
}

} // namespace

void paintHatch(QPainter& painter, const QRectF& cell, const Theme& theme, bool isMirrored) {
    const QPen before = painter.pen();
    painter.setPen(QPen(QColor(hatchColour(theme)), 1, Qt::SolidLine, Qt::FlatCap));
    const double top = isMirrored ? -cell.bottom() : cell.top(), bottom = isMirrored ? -cell.top() : cell.bottom();
    for (double sum = std::ceil((cell.left() + top) / kHatch) * kHatch; sum < cell.right() + bottom; sum += kHatch) {
        const double from = std::max(cell.left(), sum - bottom), to = std::min(cell.right(), sum - top);
        const auto y = [&](double x) { return isMirrored ? x - sum : sum - x; };
        painter.drawLine(QPointF(from, y(from)), QPointF(to, y(to)));
    }
    painter.setPen(before);
}

QImage cellImage(const MapArea& area, const QRect& pixels, const Tile& tile, const MapLook& look) {
    if (pixels.isEmpty()) return {};
    QImage image(pixels.size(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) throw std::bad_alloc();
    image.fill(Qt::transparent);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx")) clearUpperHalves();
#endif
    const Region& region = tile.demand.region;
    if (tile.values.size() == 0 || region.rows <= 0 || region.cols <= 0) return image;

    const double cellW = area.cellWidth() * region.cols / static_cast<double>(tile.values.cols()) * area.dpr;
    const double cellH = area.cellHeight() * region.rows / static_cast<double>(tile.values.rows()) * area.dpr;
    const auto cols = spansOf(pixels.left(), pixels.width(), area.x(region.col) * area.dpr, cellW, tile.values.cols());
    const auto rows = spansOf(pixels.top(), pixels.height(), area.y(region.row) * area.dpr, cellH, tile.values.rows());
    const QRgb hatch = hatchColour(*look.theme);
    const int hatchStep = std::max(4, static_cast<int>(std::lround(kHatch * area.dpr)));

    Line line{std::vector<QRgb>(cols.size()), std::vector<char>(cols.size())};
    const bool isPlain = tile.masked.empty() && look.blank == Region{} && areSingle(cols) && areSingle(rows);
    Span last;
    for (int y = 0; y < pixels.height(); ++y) {
        const Span span = rows[static_cast<std::size_t>(y)];
        if (span.first == span.end) continue;
        if (span != last && isPlain) fillPlain(line, tile, span.first, cols, look);
        if (span != last && !isPlain) fill(line, tile, span, cols, look);
        last = span;
        auto* out = reinterpret_cast<QRgb*>(image.scanLine(y));
        std::copy(line.colours.begin(), line.colours.end(), out);
        if (!line.isHatched) continue;
        for (int x = hatchStep - 1 - (pixels.left() + pixels.top() + y) % hatchStep; x < pixels.width(); x += hatchStep)
            if (line.hatches[static_cast<std::size_t>(x)] == 1) out[x] = hatch;
        // The lines on new cells slope the opposite way.
        const int behind = (pixels.left() - pixels.top() - y) % hatchStep;
        for (int x = behind <= 0 ? -behind : hatchStep - behind; x < pixels.width(); x += hatchStep)
            if (line.hatches[static_cast<std::size_t>(x)] == 2) out[x] = hatch;
    }
    return image;
}

void paintVectorCells(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look) {
    if (tile.exact && tile.values.size() <= kMaxVectorCells)
        paintRectangles(painter, area, tile, look);
    else
        paintAsImage(painter, area, tile, look);
}

} // namespace headlight
