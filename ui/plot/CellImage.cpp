#include "plot/CellImage.h"

#include <algorithm>
#include <cmath>
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

/// One line of pixels, ready to be copied. `masked` tells the pixels to hatch: 1 for masked cells, 2 for new ones.
struct Line {
    std::vector<QRgb> colours;
    std::vector<char> masked;
    bool anyMasked = false;
};

/// Fills a line of pixels.
void fill(Line& line, const Tile& tile, Span rows, const std::vector<Span>& cols, const MapLook& look) {
    line.anyMasked = false;
    const bool hasPlaces = look.hasNew() || look.blank != Region{}; // else nothing depends on the place
    Span last;
    QRgb colour = 0;
    char masked = 0;
    for (std::size_t i = 0; i < cols.size(); ++i) {
        if (cols[i] != last) {
            last = cols[i];
            const bool isOutside = last.first == last.end;
            const Region cells = hasPlaces ? regionBehind(tile, rows.first, last.first) : Region{};
            const bool isBlank = look.isBlank(cells);
            const std::optional<float> value = isOutside || isBlank ? std::nullopt : pooled(tile, rows, last);
            const bool isNew = !isOutside && !isBlank && !value && look.isNew(cells.row, cells.col);
            masked = static_cast<char>(isOutside || isBlank || value ? 0 : isNew ? 2 : 1);
            colour = isOutside          ? 0U
                     : value            ? cellColour(*value, look)
                     : isBlank || isNew ? look.theme->surface.rgb()
                                        : look.theme->masked.rgb();
        }
        line.colours[i] = colour;
        line.masked[i] = masked;
        line.anyMasked = line.anyMasked || masked;
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

} // namespace

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
        if (!line.anyMasked) continue;
        for (int x = hatchStep - 1 - (pixels.left() + pixels.top() + y) % hatchStep; x < pixels.width(); x += hatchStep)
            if (line.masked[static_cast<std::size_t>(x)] == 1) out[x] = hatch;
        // The lines on new cells slope the opposite way.
        const int behind = (pixels.left() - pixels.top() - y) % hatchStep;
        for (int x = behind <= 0 ? -behind : hatchStep - behind; x < pixels.width(); x += hatchStep)
            if (line.masked[static_cast<std::size_t>(x)] == 2) out[x] = hatch;
    }
    return image;
}

} // namespace headlight
