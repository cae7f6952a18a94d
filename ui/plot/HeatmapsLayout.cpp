#include "plot/HeatmapsLayout.h"

#include "plot/mapGeometry.h"

#include <algorithm>
#include <functional>

namespace headlight {
namespace {

constexpr int kScrollBarWidth = 12; // px

int ceilOf(int a, int b) { return (a + b - 1) / b; }

} // namespace

HeatmapsLayout::HeatmapsLayout(const MapsSpace& space, const MapsArrangement& arrangement)
    : space_(space), arrangement_(arrangement) {
    for (int s = 0; s < stages(); ++s)
        (stageAt(s).hasHeads ? ofHeads_ : ofHeads_.empty() ? above_ : below_).push_back(s);
    cards_.resize(static_cast<std::size_t>(std::max(0, space.heads)) * space.stages.size());
    if (cards_.empty()) return;
    columns_ = arrangement.columns * arrangement.beside;
    if (isPicture()) {
        for (const int s : ofHeads_.empty() ? above_ : ofHeads_) map_ = map_.expandedTo(stageAt(s).map);
        for (const StageSpace& stage : space.stages) // the widest takes all columns
            map_.setWidth(std::max(map_.width(), ceilOf(stage.map.width(), columns_)));
    }
    addLines();
    label();
    if (!isPicture()) fit();
    place();
}

HeatmapsLayout HeatmapsLayout::ofPicture(const MapsSpace& space, const MapsArrangement& arrangement) {
    return HeatmapsLayout(space, arrangement);
}

HeatmapsLayout HeatmapsLayout::best(MapsSpace space) {
    if (space.heads == 1) // its maps and those of no head may be beside each other
        for (StageSpace& stage : space.stages) stage.hasHeads = true;
    const int ofHeads = static_cast<int>(std::ranges::count(space.stages, true, &StageSpace::hasHeads));
    const int most = ofHeads > 0 ? space.heads : static_cast<int>(space.stages.size());
    HeatmapsLayout best(space, {1, 1});
    if (best.isEmpty()) return best;
    for (int columns = 1; columns <= most; ++columns)
        for (int beside = 1; beside <= std::max(1, ofHeads); ++beside) {
            // Stages that continue on a second line are no raster of heads.
            if (beside > 1 && beside < ofHeads && columns > 1) continue;
            HeatmapsLayout layout(space, {columns, beside});
            if (layout.worth() > best.worth()) best = std::move(layout);
        }
    return best;
}

/// Returns the number of columns that a stage without heads takes.
int HeatmapsLayout::spanOf(int stage) const {
    const int width = stageAt(stage).map.width() + space_.gap, column = map_.width() + space_.gap;
    return std::clamp(isPicture() ? ceilOf(width, column) : ceilOf(colsOf(stage), space_.tokens), 1, columns_);
}

void HeatmapsLayout::addLinesWithoutHeads(const std::vector<int>& list) {
    int column = columns_;
    for (const int stage : list) {
        const int span = spanOf(stage);
        if (column + span > columns_) {
            lines_.emplace_back();
            column = 0;
        }
        lines_.back().spots.push_back({0, stage, column, span});
        column += span;
    }
}

void HeatmapsLayout::addLines() {
    addLinesWithoutHeads(above_);
    const auto [columns, beside] = arrangement_;
    const int heads = ofHeads_.empty() ? 0 : space_.heads, count = static_cast<int>(ofHeads_.size());
    for (int first = 0; first < heads; first += columns)
        for (int from = 0; from < count; from += beside) {
            Line& line = lines_.emplace_back();
            for (int p = first; p < std::min(heads, first + columns); ++p)
                for (int i = from; i < std::min(count, from + beside); ++i)
                    line.spots.push_back(
                        {p, ofHeads_[static_cast<std::size_t>(i)], (p - first) * beside + i - from, 1});
        }
    addLinesWithoutHeads(below_);
}

/// Rows are labelled at the left of maps with equal rows. Columns are labelled at the first of the maps below each
/// other, and again where these have other columns.
void HeatmapsLayout::label() {
    isLabelled_.assign(static_cast<std::size_t>(columns_), false);
    const Line* above = nullptr;
    for (Line& line : lines_) {
        line.labelsCols = !above || above->spots.size() < line.spots.size();
        for (std::size_t i = 0; i < line.spots.size(); ++i) {
            const StageSpace& stage = stageAt(line.spots[i].stage);
            const bool isOwn = i == 0 || stage.labelsEach || !stage.hasSameRows(stageAt(line.spots[i - 1].stage));
            if (isOwn) isLabelled_[static_cast<std::size_t>(line.spots[i].column)] = true;
            cards_[indexOf(line.spots[i].place, line.spots[i].stage)].labelsRows = isOwn;
            if (!line.labelsCols)
                line.labelsCols = stage.labelsEach || line.spots[i].span != above->spots[i].span ||
                                  !stage.hasSameCols(stageAt(above->spots[i].stage));
        }
        above = &line;
    }
    for (Line& line : lines_)
        for (const Spot& spot : line.spots) line.labels = std::max(line.labels, stageAt(spot.stage).columnLabels);
}

double HeatmapsLayout::freeWidth() const {
    int taken = 2 * space_.padding + (space_.ownScales ? columns_ : 1) * space_.scale;
    for (int c = 0; c < columns_; ++c) {
        taken += isLabelled_[static_cast<std::size_t>(c)] ? space_.rowLabels : 0;
        taken += c + 1 < columns_ ? gapAfter(c) : 0;
    }
    return (space_.area.width() - (scrolls_ || scalesScroll() ? kScrollBarWidth : 0) - taken) /
           static_cast<double>(columns_);
}

/// Returns the px of a line without its map, and of the gap above it.
int HeatmapsLayout::heightOf(const Line& line) const {
    const int gap = &line == &lines_.front() ? 0 : space_.gap;
    return gap + space_.headLine + (line.labelsCols || scrolls_ ? line.labels : 0);
}

double HeatmapsLayout::freeHeight() const {
    int taken = kFoot;
    for (const Line& line : lines_) taken += heightOf(line);
    return (space_.area.height() - taken) / static_cast<double>(lines_.size());
}

double HeatmapsLayout::minCellWidth() const {
    double cells = space_.tokens;
    for (const Line& line : lines_)
        for (const Spot& spot : line.spots)
            if (space_.areNumbersAlways)
                cells = std::max(cells, std::min<double>(colsOf(spot.stage), MapsSpace::kMaxTokens) / spot.span);
    return space_.minCell.width() * cells / space_.tokens;
}

void HeatmapsLayout::fit() {
    const double tokens = space_.tokens;
    const int minRow = space_.minCell.height();
    const auto cell = [&] { return QSizeF(freeWidth() / tokens, freeHeight() / tokens); };
    cell_ = cell();
    if (cell_.height() < minRow) {
        scrolls_ = true;
        cell_ = cell();
        cell_.setHeight(std::clamp<double>(cell_.width(), minRow, std::max(kRow, minRow)));
    }
    if (cell_.width() < minCellWidth()) scrolls_ = true;
    const double width = std::max(cell_.width(), minCellWidth()) * tokens;
    double maxWidth = 0, widest = kRow; // px: a map; a cell
    for (const Line& line : lines_)
        for (const Spot& spot : line.spots) {
            maxWidth = std::max(maxWidth, kMaxAspect * cell_.height() * colsOf(spot.stage) / spot.span);
            widest = std::max(widest, width * spot.span / colsOf(spot.stage));
        }
    map_ = QSize(static_cast<int>(std::min(width, maxWidth)),
                 static_cast<int>(std::min(cell_.height(), widest) * tokens));
}

void HeatmapsLayout::place() {
    std::vector<int> left; // px, of each column's maps
    int x = space_.padding;
    for (int c = 0; c < columns_; ++c) {
        left.push_back(x += isLabelled_[static_cast<std::size_t>(c)] ? space_.rowLabels : c == 0 ? kEdge : 0);
        x += map_.width() + (space_.ownScales ? space_.scale : 0) + gapAfter(c);
    }
    right_ = x - gapAfter(columns_ - 1);
    int y = 0;
    for (const Line& line : lines_) {
        const int labels = line.labelsCols || scrolls_ ? line.labels : 0,
                  head = y + heightOf(line) - labels - space_.headLine;
        const int top = head + space_.headLine + labels;
        if (&line == &lines_.front()) top_ = top;
        int height = 0;
        for (const Spot& spot : line.spots) {
            const int end = spot.column + spot.span - 1;
            QRect map(left[static_cast<std::size_t>(spot.column)], top,
                      left[static_cast<std::size_t>(end)] - left[static_cast<std::size_t>(spot.column)] + map_.width(),
                      map_.height());
            if (isPicture()) map.setHeight(stageAt(spot.stage).map.height());
            if (isPicture() && !stageAt(spot.stage).hasHeads) map.setWidth(stageAt(spot.stage).map.width());
            Card& card = cards_[indexOf(spot.place, spot.stage)];
            card.labelsCols = line.labelsCols || scrolls_;
            card.margins = {card.labelsRows ? space_.rowLabels : kEdge, top - head,
                            kEdge + (space_.ownScales ? space_.scale : 0), kFoot};
            card.rect = map + card.margins;
            height = std::max(height, map.height());
        }
        y = top + height;
    }
    bottom_ = y;
    content_ = {right_ + (space_.ownScales ? 0 : space_.scale) + space_.padding, y + kFoot};
    scrolls_ = !isPicture() && (scrolls_ || content_.height() > space_.area.height());
    areInSight_ = !scrolls_;
    if (!space_.ownScales)
        content_.setHeight(std::max(content_.height(), scaleRect(stages() - 1).bottom() + 1 + kFoot));
    scrolls_ = scrolls_ || scalesScroll();
}

int HeatmapsLayout::scaleHeight() const {
    constexpr int kMax = 280; // px, with its name and numbers
    const int bar = content_.width() > space_.area.width() ? kScrollBarWidth : 0;
    const int bottom = isPicture() ? bottom_ : std::min(bottom_, space_.area.height() - bar);
    return std::clamp((bottom - top_ + space_.headLine) / scalesTo(stages() - 1), minScale(), kMax);
}

/// Returns the number of scales of the stages up to that one.
int HeatmapsLayout::scalesTo(int stage) const {
    return static_cast<int>(
        std::count_if(space_.stages.begin(), space_.stages.begin() + stage + 1, std::not_fn(&StageSpace::sharesScale)));
}

QRect HeatmapsLayout::scaleRect(int stage) const {
    constexpr int kClear = 6; // px, to the frame of the focus
    const int above = (scalesTo(stage) - 1) * scaleHeight();
    return {right_ + kClear, top_ - space_.headLine + above, space_.scale - kClear, scaleHeight()};
}

bool HeatmapsLayout::scalesScroll() const {
    return !isPicture() && !space_.ownScales &&
           lines_.front().labels + scalesTo(stages() - 1) * minScale() > space_.area.height();
}

int HeatmapsLayout::digitsOf(int stage) const {
    const double cols = colsOf(stage);
    const double width = std::min(cell_.width() * space_.tokens / cols, kMaxAspect * cell_.height());
    const double growth = std::clamp(cell_.height() / space_.rowOfNumbers, 1.0, space_.digits);
    for (int decimals = kEnoughDecimals; decimals > 1; --decimals)
        if (growth * space_.numbers[static_cast<std::size_t>(decimals)] <= width) return decimals;
    return 0;
}

HeatmapsLayout::Worth HeatmapsLayout::worth() const {
    constexpr double kComfortable = 15; // px, the width of a cell where maps scroll anyway
    constexpr double kApart = 0.9;      // for stages that are not beside each other
    constexpr double kWideEnough = 2;   // more width by height makes a cell no better
    const int lines = static_cast<int>(lines_.size());
    int digits = 0;
    if (cell_.height() >= space_.rowOfNumbers)
        for (int s = 0; s < stages(); ++s) digits += digitsOf(s);
    const bool isWide = cell_.width() >= minCellWidth();
    if (!areInSight_ || !isWide) { // with the width of numbers nowhere, one map a line scrolls least
        const bool isComfortable = isWide && cell_.width() >= kComfortable;
        return {false, 0, isComfortable, space_.areNumbersAlways && !isWide ? lines : -lines};
    }
    const bool isApart = arrangement_.beside < static_cast<int>(ofHeads_.size());
    const double height = std::min(cell_.height(), std::max<double>(cell_.width(), kRow)); // see fit()
    const double width = std::min(cell_.width(), kWideEnough * height);
    return {true, digits, true, width * height * (isApart ? kApart : 1)};
}

} // namespace headlight
