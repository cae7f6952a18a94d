#include "plot/paintLabels.h"

#include "plot/paintLabelBands.h"
#include "style/textSize.h"
#include "words/conventions.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kGap = 4;     // px, between a label and the map
constexpr double kClear = 1;   // px, between the descenders of a label and the map
constexpr double kNameGap = 7; // px, so that an axis' name keeps clear of the first labels of row and column
constexpr double kPadding = 5; // px, between a label and the edge of the card

constexpr double kNear = 0.999;          // part of the pitch: nearer labels would touch; below 1 for rounding
double maxLabel() { return textPx(92); } // longer ones are elided

/// Returns the px from one row label to the next, without textPx()'s rounding: its ascenders and descenders.
double rowLabelPitch() { return textPx(11 * 100) / 100.; }

QFont selectedFont() {
    QFont font = axisFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

/// The rotation of column labels that do not fit their cells. In pictures it is 90°, since programs that read the file
/// take slanted words to pieces.
struct Slope {
    double degrees, sine, cosine;
    double pitch; ///< px from label to label, so that none touches the next one
};
Slope slopeFor(const MapAxes& axes) {
    constexpr double kSine = 0.9659, kCosine = 0.2588; // of 75 degrees: the last label has little space at its right
    return axes.upright ? Slope{90, 1, 0, std::max<double>(textPx(13), rowLabelPitch())}
                        : Slope{75, kSine, kCosine, textPx(12) / kSine};
}

/// The largest width of the labels and their largest height above and below the line, px; of many, the longest count.
struct Extent {
    double width = 0, above = 0, below = 0;
};
Extent extentOf(const TokenLabels& labels, const QFontMetricsF& metrics) {
    constexpr std::size_t kMeasured = 200;
    std::vector<const QString*> longest;
    longest.reserve(labels.texts.size());
    for (const QString& text : labels.texts) longest.push_back(&text);
    if (longest.size() > kMeasured) {
        std::nth_element(longest.begin(), longest.begin() + kMeasured, longest.end(),
                         [](const QString* a, const QString* b) { return a->size() > b->size(); });
        longest.resize(kMeasured);
    }
    // Shaping a text costs far more than finding it, and a map's labels are asked for many times at each relayout.
    constexpr qsizetype kMaxKept = 20'000;
    static thread_local QHash<std::pair<QString, std::pair<double, double>>, Extent> known;
    if (known.size() > kMaxKept) known.clear();
    const std::pair<double, double> look{metrics.height(), metrics.averageCharWidth()}; // tells weights and sizes apart
    Extent max{0, metrics.ascent(), metrics.descent()};                                 // for any text of this font
    for (const QString* text : longest) {
        const std::pair key{*text, look};
        auto found = known.constFind(key);
        if (found == known.constEnd()) {
            const QRectF ink = metrics.tightBoundingRect(*text);
            found = known.insert(key, {metrics.horizontalAdvance(*text), -ink.top(), ink.bottom()});
        }
        max = {std::max(max.width, found->width), std::max(max.above, found->above), std::max(max.below, found->below)};
    }
    return max;
}

double widestLabel(const TokenLabels& labels, const QFontMetricsF& metrics) { return extentOf(labels, metrics).width; }

/// True if column labels are level: those that all fit their cells, and in the window those that are numbers.
bool areLevel(const MapAxes& axes, double cellWidth, const QFontMetricsF& metrics) {
    if (!axes.upright && axes.cols->areNumbers) return true;
    return axes.cols->count() <= 200 && widestLabel(*axes.cols, metrics) + (axes.upright ? 8 : 6) <= cellWidth;
}

/// Returns the px from one level label to the next.
double levelPitch(const MapAxes& axes, const QFontMetricsF& metrics) {
    return axes.upright ? 1 : widestLabel(*axes.cols, metrics) + 6;
}

/// Returns the px from the map to the line of its column labels, so that their descenders keep clear of the map.
double columnGap(const Slope* slope, const Extent& extent, const QFontMetricsF& metrics) {
    if (!slope) return std::max(kGap, extent.below + kClear);
    const double half = metrics.capHeight() / 2; // px by which labels are moved off their line: see paintColumn
    const double below = (half + extent.below) * slope->cosine - half * slope->cosine * slope->sine;
    return std::max(kGap, below + kClear);
}

/// Returns the px for the "1234 " that thinned labels begin with.
double indexWidth(const TokenLabels& labels, double cell, double pitch, const QFontMetricsF& metrics) {
    if (labels.areNumbers || labelStep(cell, pitch) == 1) return 0;
    return metrics.horizontalAdvance(QString::number(labels.count()) + QLatin1Char(' '));
}

/// Returns the cells of one axis that get a label, the selected one last and its near neighbours left out.
std::vector<int> labelledWith(int selected, int first, int end, int step, double cellPixels, double pitch) {
    std::vector<int> cells = labelledCells(first, end, step);
    if (selected < first || selected >= end) return cells;
    std::erase_if(cells, [&](int i) { return i == selected || std::abs(i - selected) * cellPixels < pitch * kNear; });
    cells.push_back(selected);
    return cells;
}

void setLabelPen(QPainter& painter, bool isSelected, const QColor& colour, const Theme& theme) {
    painter.setFont(isSelected ? selectedFont() : axisFont());
    painter.setPen(isSelected ? colour : theme.text);
}

void paintRows(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes, const Theme& theme) {
    const Region seen = regionOf(area.window, axes.rows->count(), 1);
    const double pitch = rowLabelPitch();
    const int step = labelStep(area.cellHeight(), pitch);
    const double space = area.rect.left() - kGap - bounds.left() - kPadding;
    const QFontMetricsF usual(axisFont(), painter.device());
    // At the edge of the bounds, the label of a thin row moves in.
    const auto lineOf = [&](int i) {
        const double line = std::max(area.y(i + 0.5) + usual.capHeight() / 2,
                                     bounds.top() + kClear + usual.capHeight());
        return std::min(line, bounds.bottom() - kClear - usual.descent());
    };
    std::vector<double> lines; // lines that are taken, first the selected label's: labels may be near at an edge
    std::vector<int> rows = labelledWith(axes.selectedRow, seen.row, seen.row + seen.rows, step, area.cellHeight(),
                                         pitch);
    std::ranges::stable_partition(rows, [&](int i) { return i == axes.selectedRow; });
    for (const int i : rows) {
        const double middle = area.y(i + 0.5), line = lineOf(i);
        if (middle < area.rect.top() || middle > area.rect.bottom()) continue;
        if (std::ranges::any_of(lines, [&](double one) { return std::abs(one - line) < pitch * kNear; })) continue;
        lines.push_back(line);
        const bool isKey = axes.rowsAreKeys == (i == axes.selectedRow);
        setLabelPen(painter, i == axes.selectedRow || i == axes.otherRow, isKey ? theme.key : theme.query, theme);
        const QFontMetricsF metrics = painter.fontMetrics();
        const QString text = metrics.elidedText(labelAt(*axes.rows, i, step), Qt::ElideRight, space);
        painter.drawText(QPointF(area.rect.left() - kGap - metrics.horizontalAdvance(text), line), text);
    }
}

/// Returns the first letters, as many as fit.
QString beginning(QString label, double space, const QFontMetricsF& metrics) {
    while (!label.isEmpty() && (label.back().isHighSurrogate() || metrics.horizontalAdvance(label) > space))
        label.chop(1);
    return label;
}

/// Returns what fits of a label: at least two letters and dots; else the number of "8 big.", or "bi" of "big.".
QString fitting(const QString& label, const QString& number, double space, const QFontMetricsF& metrics) {
    constexpr int kMinLetters = 2;
    const QString elided = metrics.elidedText(label, Qt::ElideRight, space);
    if (elided == label) return label;
    if (std::ranges::count_if(elided.mid(number.size()), [](QChar c) { return c.isLetterOrNumber(); }) >= kMinLetters)
        return elided;
    if (number.isEmpty()) return beginning(label, space, metrics);
    return metrics.horizontalAdvance(number) <= space ? number : QString();
}

/// `foot`: above the middle of the column. `slope`: null where the labels fit into their cells.
void paintColumn(QPainter& painter, const QRectF& bounds, const QPointF& foot, const QString& label,
                 const QString& number, const Slope* slope) {
    const QFontMetricsF metrics = painter.fontMetrics();
    if (!slope) {
        painter.drawText(QPointF(foot.x() - metrics.horizontalAdvance(label) / 2, foot.y()), label);
        return;
    }
    const double half = metrics.capHeight() / 2;
    const double upTo = (foot.y() - bounds.top()) / slope->sine;
    const double aside = half * slope->cosine; // px by which it begins beyond its place
    // The baseline may extend by so many px to the right.
    const double across = bounds.right() - foot.x() - half * slope->sine;
    const double space = (slope->cosine > 0 ? std::min(upTo, across / slope->cosine) : upTo) - aside;
    painter.save();
    painter.translate(foot);
    QFont font = painter.font();
    font.setHintingPreference(QFont::PreferNoHinting); // hinted glyphs stand unevenly on a slope
    painter.setFont(font);
    painter.rotate(-slope->degrees);
    painter.drawText(QPointF(aside, half), fitting(label, number, space, metrics));
    painter.restore();
}

void paintColumns(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes,
                  const Theme& theme) {
    const Region seen = regionOf(area.window, 1, axes.cols->count());
    const Slope slope = slopeFor(axes);
    const QFontMetricsF metrics(selectedFont(), painter.device());
    const bool areLevelled = areLevel(axes, area.cellWidth(), metrics);
    const double pitch = areLevelled ? levelPitch(axes, metrics) : slope.pitch;
    const double gap = columnGap(areLevelled ? nullptr : &slope, extentOf(*axes.cols, metrics), metrics);
    const int step = labelStep(area.cellWidth(), pitch);
    for (const int i : labelledWith(axes.selectedCol, seen.col, seen.col + seen.cols, step, area.cellWidth(), pitch)) {
        const double middle = area.x(i + 0.5);
        if (middle < area.rect.left() || middle > area.rect.right()) continue;
        setLabelPen(painter, i == axes.selectedCol, theme.key, theme);
        const bool isNumbered = step > 1 && !axes.cols->areNumbers;
        paintColumn(painter, bounds, {middle, area.rect.top() - gap}, labelAt(*axes.cols, i, step),
                    isNumbered ? placeText(i) : QString(), areLevelled ? nullptr : &slope);
    }
}

/// Returns the space for the labels alone, without brackets and names of axes.
QMarginsF labelledSpace(const MapAxes& axes, const QSizeF& cell, const QPaintDevice* device) {
    const QFontMetricsF metrics(selectedFont(), device);
    QMarginsF space(0, 0, 0, 0);
    if (axes.rows) {
        const double width = widestLabel(*axes.rows, metrics) +
                             indexWidth(*axes.rows, cell.height(), rowLabelPitch(), metrics);
        space.setLeft(std::min(width, maxLabel()) + kGap);
    }
    if (!axes.cols || axes.cols->count() == 0) return space;
    const Extent extent = extentOf(*axes.cols, metrics);
    if (areLevel(axes, cell.width(), metrics)) {
        space.setTop(extent.above + columnGap(nullptr, extent, metrics));
        return space;
    }
    const Slope slope = slopeFor(axes);
    const double index = indexWidth(*axes.cols, cell.width(), slope.pitch, metrics);
    const double width = std::min(extent.width + index, maxLabel());
    const double last = std::min(metrics.horizontalAdvance(axes.cols->texts.back()) + index, maxLabel());
    // The height of a letter on its slope is added; upright, half of it, since the selected label's width may differ.
    space.setTop(width * slope.sine + extent.above * std::max(slope.cosine, 0.5) + columnGap(&slope, extent, metrics));
    space.setRight(std::max(0.0, (last + metrics.capHeight()) * slope.cosine + 4 - cell.width() / 2));
    return space;
}

/// Returns the size of the names of the axes, one above the other in the corner between their labels.
QSizeF cornerOf(const MapAxes& axes, const QPaintDevice* device) {
    if (!axes.rows || !axes.cols || axes.rowName.isEmpty()) return {0, 0};
    const QFontMetricsF metrics(captionFont(), device);
    return {std::max(metrics.horizontalAdvance(axes.rowName), metrics.horizontalAdvance(axes.colName)) + kGap,
            metrics.lineSpacing() * (axes.colName.isEmpty() ? 1 : 2) + kNameGap};
}

void paintNames(QPainter& painter, const MapArea& area, const MapAxes& axes, const Theme& theme) {
    painter.setFont(captionFont());
    const QFontMetricsF metrics = painter.fontMetrics();
    double baseline = area.rect.top() - kNameGap;
    const auto write = [&](const QString& name, const QColor& colour) {
        if (name.isEmpty()) return;
        painter.setPen(colour);
        painter.drawText(QPointF(area.rect.left() - kNameGap - metrics.horizontalAdvance(name), baseline), name);
        baseline -= metrics.lineSpacing();
    };
    write(axes.rowName, axes.rowsAreKeys ? theme.key : theme.query);
    write(axes.colName, theme.key);
}

} // namespace

QFont axisFont() { return textFont(8.5); }

QFont captionFont() {
    QFont font = textFont(7);
    font.setWeight(QFont::Medium);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.4);
    return font;
}

int rowLabelSpace() { return textPx(52); }

int columnLabelSpace(const MapAxes& axes, const QPaintDevice* device) {
    constexpr int kTokens = 46, kNumbers = 15; // px
    const bool areNumbers = axes.cols && axes.cols->areNumbers;
    return textPx(areNumbers ? kNumbers : kTokens) + static_cast<int>(std::ceil(labelBandsHeight(axes.bands, device)));
}

QMarginsF labelSpace(const MapAxes& axes, const QSizeF& cell, const QPaintDevice* device) {
    const QSizeF corner = cornerOf(axes, device);
    QMarginsF space = labelledSpace(axes, cell, device);
    space.setLeft(std::max(space.left(), corner.width()));
    const double bands = axes.cols ? labelBandsHeight(axes.bands, device) : 0;
    space.setTop(std::max(space.top() + bands, corner.height()));
    return space;
}

void paintLabels(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes,
                 const Theme& theme) {
    painter.save();
    if (axes.rows) paintRows(painter, area, bounds, axes, theme);
    if (axes.cols) {
        const double bands = labelBandsHeight(axes.bands, painter.device());
        paintColumns(painter, area, bounds.adjusted(0, bands, 0, 0), axes, theme);
        const QSizeF cell(area.cellWidth(), area.cellHeight());
        const double line = area.rect.top() - labelledSpace(axes, cell, painter.device()).top();
        paintLabelBands(painter, area, axes.bands, std::max(line, bounds.top() + bands), theme);
    }
    if (axes.rows && axes.cols) paintNames(painter, area, axes, theme);
    painter.restore();
}

} // namespace headlight
