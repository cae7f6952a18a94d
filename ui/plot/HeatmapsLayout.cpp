#include "plot/HeatmapsLayout.h"

#include "plot/mapGeometry.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

constexpr int kScrollBarWidth = 12; // px

int ceilOf(int a, int b) { return (a + b - 1) / b; }

} // namespace

HeatmapsLayout::HeatmapsLayout(const MapsSpace& space, const MapsArrangement& arrangement)
    : space_(space), arrangement_(arrangement) {
    for (int s = 0; s < stages(); ++s)
        if (stageAt(s).hasHeads) ofHeads_.push_back(s);
    cards_.resize(static_cast<std::size_t>(std::max(0, space.heads)) * space.stages.size());
    if (cards_.empty()) return;
    columns_ = arrangement.columns * arrangement.beside;
    for (const StageSpace& stage : space.stages) { // in a picture; the widest map takes all columns
        if (stage.hasHeads || ofHeads_.empty()) map_ = map_.expandedTo(stage.map);
        map_.setWidth(std::max(map_.width(), ceilOf(stage.map.width(), columns_)));
    }
    addLines();
    label();
    if (!isPicture()) fit();
    place();
}

HeatmapsLayout HeatmapsLayout::best(MapsSpace space) {
    if (space.heads == 1) // its maps and those of no head may be beside each other
        for (StageSpace& stage : space.stages) stage.hasHeads = true;
    if (const int width = std::exchange(space.choiceWidth, 0); width > space.area.width()) {
        MapsSpace whole = space;
        whole.area.setWidth(width);
        HeatmapsLayout same(space, best(whole).arrangement());
        if (same.areInSight_) return same;
    }
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

/// Returns the number of columns that a stage takes.
int HeatmapsLayout::spanOf(int stage) const {
    if (stageAt(stage).hasHeads) return 1;
    const int width = stageAt(stage).map.width() + space_.gap, column = map_.width() + space_.gap;
    return std::clamp(isPicture() ? ceilOf(width, column) : ceilOf(colsOf(stage), space_.tokens), 1, columns_);
}

void HeatmapsLayout::addLinesWithoutHeads(int first, int end) {
    int column = columns_;
    for (int stage = first; stage < end; ++stage) {
        if (stageAt(stage).hasHeads) continue;
        const int span = spanOf(stage);
        if (column + span > columns_) {
            lines_.emplace_back();
            column = 0;
        }
        lines_.back().spots.push_back({0, stage, column});
        column += span;
    }
}

void HeatmapsLayout::addLines() {
    const auto [columns, beside] = arrangement_;
    const int heads = ofHeads_.empty() ? 0 : space_.heads, count = static_cast<int>(ofHeads_.size());
    const int above = ofHeads_.empty() ? stages() : ofHeads_.front();
    addLinesWithoutHeads(0, above);
    for (int first = 0; first < heads; first += columns)
        for (int from = 0; from < count; from += beside) {
            Line& line = lines_.emplace_back();
            for (int p = first; p < std::min(heads, first + columns); ++p)
                for (int i = from; i < std::min(count, from + beside); ++i)
                    line.spots.push_back({p, ofHeads_[static_cast<std::size_t>(i)], (p - first) * beside + i - from});
        }
    addLinesWithoutHeads(above, stages());
}

/// Rows are labelled at the left of maps with equal rows. Columns are labelled at the first of the maps below each
/// other, and again where these have other columns.
void HeatmapsLayout::label() {
    before_.resize(static_cast<std::size_t>(columns_));
    const Line* above = nullptr;
    for (Line& line : lines_) {
        line.labelsCols = !above || above->spots.size() < line.spots.size();
        const Spot* left = nullptr;
        for (const Spot& spot : line.spots) {
            const StageSpace& stage = stageAt(spot.stage);
            const bool isOwn = !left || stage.labelsEach || !stage.hasSameRows(stageAt(left->stage));
            if (isOwn) before_[static_cast<std::size_t>(spot.column)] = space_.rowLabels;
            cards_[indexOf(spot.place, spot.stage)].labelsRows = isOwn;
            line.labels = std::max(line.labels, stage.columnLabels);
            if (!line.labelsCols) {
                const Spot& over = above->spots[static_cast<std::size_t>(&spot - line.spots.data())];
                line.labelsCols = stage.labelsEach || spanOf(spot.stage) != spanOf(over.stage) ||
                                  !stage.hasSameCols(stageAt(over.stage));
            }
            left = &spot;
        }
        above = &line;
    }
    for (std::size_t c = 0; c < before_.size(); ++c)
        before_[c] += c == 0                                                   ? space_.padding
                      : c % static_cast<std::size_t>(arrangement_.beside) == 0 ? 2 * space_.gap
                                                                               : space_.gap;
}

double HeatmapsLayout::freeWidth() const {
    const int taken = std::accumulate(before_.begin(), before_.end(), space_.padding) +
                      (space_.ownScales ? columns_ : 1) * space_.scale +
                      (scrolls_ || scalesScroll() ? kScrollBarWidth : 0);
    return (space_.area.width() - taken) / static_cast<double>(columns_);
}

/// Returns the px of a line above its maps, with the gap to the line before.
int HeatmapsLayout::heightAbove(const Line& line) const {
    return (&line == &lines_.front() ? 0 : space_.gap) + space_.headLine + labelsOf(line);
}

double HeatmapsLayout::freeHeight() const {
    int taken = kFoot;
    for (const Line& line : lines_) taken += heightAbove(line);
    return (space_.area.height() - taken) / static_cast<double>(lines_.size());
}

double HeatmapsLayout::minCellWidth() const {
    double cells = space_.tokens;
    for (int s = 0; s < stages() && space_.areNumbersAlways; ++s)
        cells = std::max(cells, std::min<double>(colsOf(s), MapsSpace::kMaxTokens) / spanOf(s));
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
    for (int s = 0; s < stages(); ++s) {
        maxWidth = std::max(maxWidth, kMaxAspect * cell_.height() * colsOf(s) / spanOf(s));
        widest = std::max(widest, width * spanOf(s) / colsOf(s));
    }
    map_ = QSize(static_cast<int>(std::min(width, maxWidth)),
                 static_cast<int>(std::min(cell_.height(), widest) * tokens));
}

void HeatmapsLayout::place() {
    std::vector<int> left; // px, of each column's maps
    for (const int before : before_) {
        left.push_back(right_ + before);
        right_ = left.back() + map_.width() + (space_.ownScales ? space_.scale : 0);
    }
    int y = 0;
    for (const Line& line : lines_) {
        const int top = y + heightAbove(line);
        if (&line == &lines_.front()) top_ = top;
        for (const Spot& spot : line.spots) {
            const auto first = static_cast<std::size_t>(spot.column),
                       last = first + static_cast<std::size_t>(spanOf(spot.stage));
            QRect map(left[first], top, left[last - 1] - left[first] + map_.width(), map_.height());
            const StageSpace& stage = stageAt(spot.stage);
            if (isPicture()) map.setHeight(stage.map.height());
            if (isPicture() && !stage.hasHeads) map.setWidth(stage.map.width());
            Card& card = cards_[indexOf(spot.place, spot.stage)];
            card.labelsCols = line.labelsCols || scrolls_;
            card.margins = {card.labelsRows ? space_.rowLabels : kEdge, space_.headLine + labelsOf(line),
                            kEdge + (space_.ownScales ? space_.scale : 0), kFoot};
            card.rect = map + card.margins;
            y = std::max(y, map.bottom() + 1);
        }
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

std::pair<int, int> HeatmapsLayout::numbers() const {
    std::pair numbers(0, 0);
    for (int s = 0; s < stages() && cell_.height() >= space_.rowOfNumbers; ++s) {
        numbers.first += digitsOf(s) > 0;
        numbers.second += digitsOf(s);
    }
    return numbers;
}

HeatmapsLayout::Worth HeatmapsLayout::worth() const {
    constexpr double kComfortable = 15; // px, the width of a cell where maps scroll anyway
    constexpr double kApart = 0.9;      // for stages that are not beside each other
    constexpr double kWideEnough = 2;   // more width by height makes a cell no better
    const int lines = static_cast<int>(lines_.size());
    int digits = 0;
    const int most = cell_.height() < space_.rowOfNumbers ? 2 : kEnoughDecimals; // few rather than many in low cells
    if (cell_.height() >= kMinRowOfNumbers)
        for (int s = 0; s < stages(); ++s) digits += std::min(most, digitsOf(s));
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
