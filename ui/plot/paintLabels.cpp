#include "plot/paintLabels.h"

#include "controls/paintMarks.h"
#include "style/textSize.h"
#include "words/conventions.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace headlight {
namespace {

constexpr double kGap = 4;        // px, between a label and the map
constexpr double kClear = 1;      // px, between the descenders of a label and the map
constexpr double kNameGap = 7;    // px, so that an axis' name keeps clear of the first labels of row and column
constexpr double kPadding = 5;    // px, between a label and the edge of the card
constexpr double kBandGap = 2;    // px, between a bracket and its name
constexpr double kBandName = 6;   // px, around the name of a bracket
constexpr double kNear = 0.999;   // part of the pitch: nearer labels would touch; below 1 for rounding
constexpr int kMaxLabel = 92;     // px at the usual text size; longer ones are elided
constexpr int kMaxMeasured = 200; // labels; of more, the longest count

/// Returns the px from one row label to the next, without textPx()'s rounding: its ascenders and descenders.
double rowLabelPitch() { return textPx(11 * 100) / 100.; }

QFont strongFont() {
    QFont font = axisFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

/// The largest width of the labels and their largest height above and below the line, px.
struct Extent {
    double width = 0, above = 0, below = 0;
};
Extent extentOf(const TokenLabels& labels, const QFontMetricsF& metrics) {
    std::vector<QString> longest(std::min<std::size_t>(kMaxMeasured, labels.texts.size()));
    const auto length = [](const QString& text) { return text.size(); };
    std::ranges::partial_sort_copy(labels.texts, longest, std::greater(), length, length);
    // Shaping a text costs far more than finding it, and a map's labels are asked for many times at each relayout.
    constexpr qsizetype kMaxKept = 20'000;
    static thread_local QHash<std::pair<QString, std::pair<double, double>>, Extent> known;
    if (known.size() > kMaxKept) known.clear();
    const std::pair<double, double> look{metrics.height(), metrics.averageCharWidth()}; // tells weights and sizes apart
    Extent max{0, metrics.ascent(), metrics.descent()};                                 // for any text of this font
    for (const QString& text : longest) {
        const std::pair key{text, look};
        auto found = known.constFind(key);
        if (found == known.constEnd()) {
            const QRectF ink = metrics.tightBoundingRect(text);
            found = known.insert(key, {metrics.horizontalAdvance(text), -ink.top(), ink.bottom()});
        }
        max = {std::max(max.width, found->width), std::max(max.above, found->above), std::max(max.below, found->below)};
    }
    return max;
}

/// Returns the px of the longest label, with the "1234 " that thinned labels begin with.
double widthOf(const TokenLabels& labels, double widest, double cell, double pitch, const QFontMetricsF& metrics) {
    if (!labels.areNumbers && labelStep(cell, pitch) > 1)
        widest += metrics.horizontalAdvance(QString::number(labels.count()) + QLatin1Char(' '));
    return std::min<double>(widest, textPx(kMaxLabel));
}

/// The direction and place of column labels. They are level if all fit their cells, and in the window if they are
/// numbers. Else they are turned: in pictures by 90 degrees, since programs that read the file take slanted words to
/// pieces.
struct ColumnLook {
    double degrees = 0, sine = 0, cosine = 1;
    double pitch = 0;  ///< px from label to label, so that none touches the next one
    double gap = kGap; ///< px from the map to the line of the labels, so that their descenders keep clear of it
    double height = 0; ///< px above the map
    bool isLevel() const { return degrees == 0; }
};
ColumnLook columnLook(const MapAxes& axes, double cell, const QPaintDevice* device) {
    const QFontMetricsF metrics(strongFont(), device);
    const Extent extent = extentOf(*axes.cols, metrics);
    ColumnLook look;
    const bool fit = axes.cols->count() <= kMaxMeasured && extent.width + (axes.upright ? 8 : 6) <= cell;
    if (fit || (!axes.upright && axes.cols->areNumbers)) {
        look.pitch = axes.upright ? 1 : extent.width + 6;
        look.gap = std::max(kGap, extent.below + kClear);
        look.height = extent.above + look.gap;
        return look;
    }
    look = {75, 0.9659, 0.2588}; // the last label has little space at its right
    look.pitch = textPx(12) / look.sine;
    if (axes.upright) look = {90, 1, 0, std::max<double>(textPx(13), rowLabelPitch())};
    const double half = metrics.capHeight() / 2; // px by which labels are moved off their line: see paintColumn
    const double below = (half + extent.below) * look.cosine - half * look.cosine * look.sine;
    look.gap = std::max(kGap, below + kClear);
    // The height of a letter on its slope is added; upright, half of it, since the selected label's width may differ.
    look.height = widthOf(*axes.cols, extent.width, cell, look.pitch, metrics) * look.sine +
                  extent.above * std::max(look.cosine, 0.5) + look.gap;
    return look;
}

/// Returns the cells of an axis that get a label, at places that are a pitch apart: first the selected one. `placeOf`:
/// px along the axis; nullopt: not visible.
std::vector<int> labelledApart(std::vector<int> cells, int selected, double pitch, auto placeOf) {
    cells.insert(cells.begin(), selected);
    std::vector<int> labelled;
    std::vector<double> taken;
    for (const int i : cells) {
        const std::optional<double> place = placeOf(i);
        const auto isNear = [&](double one) { return std::abs(one - *place) < pitch * kNear; };
        if (!place || std::ranges::any_of(taken, isNear)) continue;
        labelled.push_back(i);
        taken.push_back(*place);
    }
    return labelled;
}

/// Returns the cells from `first` to `end` that get a label, in the order of their claim: of tokens that are thinned
/// out first the one at the beginning, to which much attention goes.
std::vector<int> wantedLabels(const TokenLabels& labels, int first, int end, int step) {
    std::vector<int> cells = labelledCells(first, end, step);
    if (step > 1 && first == 0 && !labels.areNumbers) cells.insert(cells.begin(), 0);
    return cells;
}

void setLabelPen(QPainter& painter, bool isSelected, const QColor& colour, const Theme& theme) {
    painter.setFont(isSelected ? strongFont() : axisFont());
    painter.setPen(isSelected ? colour : theme.text);
}

void paintRows(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes, const Theme& theme) {
    const Region seen = regionOf(area.window, axes.rows->count(), 1);
    const double pitch = rowLabelPitch();
    const int step = labelStep(area.cellHeight(), pitch);
    const double space = area.rect.left() - kGap - bounds.left() - kPadding;
    const QFontMetricsF usual(axisFont(), painter.device());
    // At the edge of the bounds, the label of a thin row moves in.
    const auto lineOf = [&](int i) -> std::optional<double> {
        const double middle = area.y(i + 0.5);
        if (middle < area.rect.top() || middle > area.rect.bottom()) return std::nullopt;
        const double line = std::max(middle + usual.capHeight() / 2, bounds.top() + kClear + usual.capHeight());
        return std::min(line, bounds.bottom() - usual.descent());
    };
    const double apart = step == 1 ? 0.9 * pitch : pitch; // so that a label that moves in a little stays
    const std::vector<int> wanted = wantedLabels(*axes.rows, seen.row, seen.row + seen.rows, step);
    for (const int i : labelledApart(wanted, axes.selectedRow, apart, lineOf)) {
        const bool isKey = axes.rowsAreKeys == (i == axes.selectedRow);
        setLabelPen(painter, i == axes.selectedRow || i == axes.otherRow, isKey ? theme.key : theme.query, theme);
        const QFontMetricsF metrics = painter.fontMetrics();
        const QString text = metrics.elidedText(labelAt(*axes.rows, i, step), Qt::ElideRight, space);
        painter.drawText(QPointF(area.rect.left() - kGap - metrics.horizontalAdvance(text), *lineOf(i)), text);
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

/// `foot`: above the middle of the column.
void paintColumn(QPainter& painter, const QRectF& bounds, const QPointF& foot, const QString& label,
                 const QString& number, const ColumnLook& look) {
    const QFontMetricsF metrics = painter.fontMetrics();
    if (look.isLevel()) {
        painter.drawText(QPointF(foot.x() - metrics.horizontalAdvance(label) / 2, foot.y()), label);
        return;
    }
    const double half = metrics.capHeight() / 2;
    const double upTo = (foot.y() - bounds.top()) / look.sine;
    const double aside = half * look.cosine; // px by which it begins beyond its place
    // The baseline may extend by so many px to the right.
    const double across = bounds.right() - foot.x() - half * look.sine;
    const double space = (look.cosine > 0 ? std::min(upTo, across / look.cosine) : upTo) - aside;
    painter.save();
    painter.translate(foot);
    QFont font = painter.font();
    font.setHintingPreference(QFont::PreferNoHinting); // hinted glyphs stand unevenly on a slope
    painter.setFont(font);
    painter.rotate(-look.degrees);
    painter.drawText(QPointF(aside, half), fitting(label, number, space, metrics));
    painter.restore();
}

void paintColumns(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes,
                  const ColumnLook& look, const Theme& theme) {
    const Region seen = regionOf(area.window, 1, axes.cols->count());
    const int step = labelStep(area.cellWidth(), look.pitch);
    const auto middleOf = [&](int i) {
        const double middle = area.x(i + 0.5);
        return middle < area.rect.left() || middle > area.rect.right() ? std::nullopt : std::optional(middle);
    };
    const std::vector<int> wanted = wantedLabels(*axes.cols, seen.col, seen.col + seen.cols, step);
    for (const int i : labelledApart(wanted, axes.selectedCol, look.pitch, middleOf)) {
        setLabelPen(painter, i == axes.selectedCol, theme.key, theme);
        const bool isNumbered = step > 1 && !axes.cols->areNumbers;
        paintColumn(painter, bounds, {*middleOf(i), area.rect.top() - look.gap}, labelAt(*axes.cols, i, step),
                    isNumbered ? placeText(i) : QString(), look);
    }
}

/// Returns the px that brackets take above the column labels; 0 without brackets.
double bandsHeight(const Bands& bands, const QPaintDevice* device) {
    if (!bands.areOf(Qt::Horizontal)) return 0;
    return QFontMetricsF(axisFont(), device).height() + kBracketTick + kBandGap;
}

/// Paints the brackets of the visible columns, down to `bottom`.
void paintBands(QPainter& painter, const MapArea& area, const Bands& bands, double bottom, const Theme& theme) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QFontMetricsF strong(strongFont(), painter.device());
    const double space = std::min(area.rect.width(), area.x(bands.length) - area.x(0)) - kBandName;
    const bool areBrief = std::ranges::any_of(
        bands.names, [&](const QString& name) { return strong.horizontalAdvance(name) > space; });
    for (int band = 0; band < bands.names.size(); ++band) {
        const double from = std::max(area.rect.left(), area.x(double(band) * bands.length)),
                     to = std::min(area.rect.right(), area.x(double(band + 1) * bands.length));
        if (to <= from) continue;
        const bool isMarked = band == bands.marked;
        painter.setFont(isMarked ? strongFont() : axisFont());
        paintBracket(painter, from, to, bottom, isMarked ? theme.text : theme.muted);
        const QFontMetricsF metrics = painter.fontMetrics();
        const QString name = areBrief ? bands.briefs.value(band) : bands.names[band];
        const double width = metrics.horizontalAdvance(name);
        if (width > to - from) continue;
        painter.drawText(
            QPointF((from + to - width) / 2, bottom - kBracketTick - kBandGap - std::ceil(metrics.descent())), name);
    }
}

/// Returns the names of the axes of a map, from the lower one upwards, in the corner between their labels.
QStringList cornerNames(const MapAxes& axes) {
    if (!axes.rows || !axes.cols || !axes.areNamed) return {};
    return {QCoreApplication::translate("Stages", "queries"), QCoreApplication::translate("Stages", "keys")};
}

/// Returns the px from a map to the names of its axes: the first label of columns or rows is larger than a small cell.
QSizeF nameGap(const QSizeF& cell, const QPaintDevice* device) {
    const double label = QFontMetricsF(axisFont(), device).capHeight();
    const double descent = QFontMetricsF(captionFont(), device).descent();
    return {std::max(kNameGap, (label - cell.width()) / 2 + kGap),
            std::max(kNameGap, (label - cell.height()) / 2 + descent + kClear)};
}

void paintNames(QPainter& painter, const MapArea& area, const MapAxes& axes, const Theme& theme) {
    painter.setFont(captionFont());
    const QFontMetricsF metrics = painter.fontMetrics();
    const QSizeF gap = nameGap({area.cellWidth(), area.cellHeight()}, painter.device());
    double baseline = area.rect.top() - gap.height();
    QColor colour = theme.query;
    for (const QString& name : cornerNames(axes)) {
        painter.setPen(colour);
        painter.drawText(QPointF(area.rect.left() - gap.width() - metrics.horizontalAdvance(name), baseline), name);
        baseline -= metrics.lineSpacing();
        colour = theme.key;
    }
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
    return textPx(areNumbers ? kNumbers : kTokens) + static_cast<int>(std::ceil(bandsHeight(axes.bands, device)));
}

QSizeF labelSpace(const MapAxes& axes, const QSizeF& cell, const QPaintDevice* device) {
    QSizeF space(0, 0);
    if (axes.rows) {
        const QFontMetricsF metrics(strongFont(), device);
        const double widest = extentOf(*axes.rows, metrics).width;
        space.setWidth(widthOf(*axes.rows, widest, cell.height(), rowLabelPitch(), metrics) + kGap);
    }
    if (axes.cols) space.setHeight(columnLook(axes, cell.width(), device).height + bandsHeight(axes.bands, device));
    const QFontMetricsF names(captionFont(), device);
    const QSizeF gap = nameGap(cell, device);
    double corner = gap.height(); // px high
    for (const QString& name : cornerNames(axes)) {
        corner += names.lineSpacing();
        space = space.expandedTo({names.horizontalAdvance(name) + gap.width() - kNameGap + kGap, corner});
    }
    return space;
}

void paintLabels(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes,
                 const Theme& theme) {
    painter.save();
    if (axes.rows) paintRows(painter, area, bounds, axes, theme);
    if (axes.cols) {
        const double bands = bandsHeight(axes.bands, painter.device());
        const ColumnLook look = columnLook(axes, area.cellWidth(), painter.device());
        paintColumns(painter, area, bounds.adjusted(0, bands, 0, 0), axes, look, theme);
        paintNames(painter, area, axes, theme);
        if (bands > 0)
            paintBands(painter, area, axes.bands, std::max(area.rect.top() - look.height, bounds.top() + bands), theme);
    }
    painter.restore();
}

} // namespace headlight
