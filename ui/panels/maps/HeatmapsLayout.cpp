#include "panels/maps/HeatmapsLayout.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr double kOneCell = 120;   // px, of a map of one cell: a single number is no picture
constexpr double kMaxUneven = 2.5; // a side by the other

int widthOf(const QMargins& m) { return m.left() + m.right(); }
int heightOf(const QMargins& m) { return m.top() + m.bottom(); }

} // namespace

HeatmapsLayout::HeatmapsLayout(const MapsRoom& room) : room_(room) {
    const bool isEmpty = std::ranges::any_of(room.stages, [](const StageRoom& s) { return s.rows < 1 || s.cols < 1; });
    if (room.heads < 1 || room.stages.empty() || isEmpty) return;
    const double cell = room.heads == 1 ? kLargestAlone : kLargestCell;
    for (const StageRoom& stage : room.stages) {
        const double aspect = std::clamp(static_cast<double>(stage.cols) / stage.rows, 1 / kMaxUneven, kMaxUneven);
        const double width = std::min(1.0, aspect);
        const bool isOneCell = stage.rows == 1 && stage.cols == 1;
        const double most = isOneCell ? kOneCell : std::max(kSmallMap * width, cell * stage.cols);
        forms_.push_back({width, width / aspect, most / width});
    }
    way_ = bestWay();
    settle();
}

bool HeatmapsLayout::shows(int place, int stage) const {
    return place == 0 || room_.stages[static_cast<std::size_t>(stage)].hasHeads;
}

int HeatmapsLayout::titledStage() const {
    const auto found = std::ranges::find(room_.stages, true, &StageRoom::hasHeads);
    return found == room_.stages.end() ? -1 : static_cast<int>(found - room_.stages.begin());
}

int HeatmapsLayout::bandsOf(const Way& way) const {
    return titledStage() < 0 ? 1 : (room_.heads + way.columns - 1) / way.columns;
}

const StageRoom* HeatmapsLayout::stageBefore(const Way& way, int place, int stage) const {
    const int line = way.lineOf(stage), shared = way.sharedLine(stage);
    while (--stage >= 0 && way.lineOf(stage) == line && way.sharedLine(stage) == shared)
        if (shows(place, stage)) return &room_.stages[static_cast<std::size_t>(stage)];
    return nullptr;
}

/// Where no map stands in front of it that has the same ones.
bool HeatmapsLayout::labelsRows(const Way& way, int place, int stage) const {
    if (place % way.columns > 0) return false;
    const bool isInLine = way.isSideBySide() || way.sharedLine(stage) >= 0;
    const StageRoom* before = isInLine ? stageBefore(way, place, stage) : nullptr;
    return !before || before->rowSide != room_.stages[static_cast<std::size_t>(stage)].rowSide;
}

/// Where no map stands above it that has the same ones, or that one may be out of sight.
bool HeatmapsLayout::labelsCols(const Way& way, int place, int stage) const {
    const bool isFirstBand = place < way.columns || way.scrolls;
    if (way.isSideBySide() || way.sharedLine(stage) >= 0) return isFirstBand;
    const StageRoom& room = room_.stages[static_cast<std::size_t>(stage)];
    if (const StageRoom* before = stageBefore(way, place, stage)) return before->colSide != room.colSide;
    const auto last = std::find_if(room_.stages.rbegin(), room_.stages.rend(),
                                   [](const auto& s) { return s.hasHeads; });
    return isFirstBand || last->colSide != room.colSide; // of the band above
}

QMargins HeatmapsLayout::needs(const Way& way, int place, int stage) const {
    const StageRoom& room = room_.stages[static_cast<std::size_t>(stage)];
    QMargins margins = room.bare;
    if (labelsRows(way, place, stage)) margins.setLeft(room.labels.left());
    if (labelsCols(way, place, stage)) {
        margins.setTop(room.labels.top());
        margins.setRight(room.labels.right());
    }
    return margins;
}

bool HeatmapsLayout::spans(const Way& way, int stage) const {
    return !way.isSideBySide() && way.columns > 1 && titledStage() >= 0 && way.sharedLine(stage) < 0 &&
           !room_.stages[static_cast<std::size_t>(stage)].hasHeads;
}

bool HeatmapsLayout::hasScaleIn(const Way& way, int column, int stage) const {
    return column ==
           (room_.stages[static_cast<std::size_t>(stage)].hasHeads ? std::min(room_.heads, way.columns) - 1 : 0);
}

/// The first column, the last one, and between them others like the second.
double HeatmapsLayout::lengthAcross(const Way& way, const Lengths& widths) const {
    double length = -kGap;
    std::vector<double> lines(static_cast<std::size_t>(way.allLines() + way.allShared()), -kGap);
    for (const auto& [column, columns] :
         {std::pair{0, 1}, std::pair{1, way.columns - 2}, std::pair{way.columns - 1, way.columns > 1 ? 1 : 0}}) {
        if (columns < 1) continue;
        const int place = std::min(column, 1);
        double left = 0, most = 0;
        for (int s = 0; s < static_cast<int>(forms_.size()); ++s) {
            if (!shows(place, s)) continue;
            QMargins m = needs(way, place, s);
            if (place == 0 && bandsOf(way) > 1 && shows(way.columns, s)) // below, another stage may be the first
                m.setLeft(std::max(m.left(), needs(way, way.columns, s).left()));
            const double map = widths[static_cast<std::size_t>(s)];
            if (const int shared = way.sharedLine(s); shared >= 0) {
                lines[static_cast<std::size_t>(shared + 1)] += map + widthOf(m) + kGap + room_.scaleWidth;
                continue;
            }
            left = std::max<double>(left, m.left());
            if (!spans(way, s)) most = std::max(most, map + m.right());
            lines[static_cast<std::size_t>(way.lineOf(s))] +=
                columns * (map + widthOf(m) + kGap + (hasScaleIn(way, column, s) ? room_.scaleWidth : 0));
        }
        length += columns * (left + most + kGap);
    }
    if (!way.isSideBySide()) lines[0] = length + room_.scaleWidth;
    return *std::ranges::max_element(lines);
}

/// The first band, and the others like the second one.
double HeatmapsLayout::lengthDown(const Way& way, const Lengths& heights) const {
    double length = 0;
    for (const int place : {0, way.columns}) {
        const int bands = place == 0 ? 1 : bandsOf(way) - 1;
        if (bands < 1) continue;
        double highest = 0, all = -kGap;
        int before = -1;
        for (int s = 0; s < static_cast<int>(forms_.size()); ++s) {
            if (!shows(place, s)) continue;
            const double card = heights[static_cast<std::size_t>(s)] + heightOf(needs(way, place, s));
            const int line = way.isSideBySide() ? way.lineOf(s) : way.sharedLine(s);
            const bool isBeside = std::exchange(before, line) == line && line >= 0;
            all += isBeside ? std::max(0.0, card - highest) : card + kGap;
            highest = isBeside ? std::max(highest, card) : card;
        }
        length += bands * (all + kBandGap);
    }
    return length - kBandGap;
}

bool HeatmapsLayout::isApart(int stage) const {
    const auto hasHeads = [&](int s) { return room_.stages[static_cast<std::size_t>(s)].hasHeads; };
    return room_.heads > 1 && stage > 0 && hasHeads(stage) != hasHeads(stage - 1);
}

/// Down stand what is made before the heads, these band by band, and what is made of them.
std::pair<std::size_t, std::size_t> HeatmapsLayout::slotOf(int place, int stage) const {
    const int column = place % way_.columns, band = place / way_.columns, all = static_cast<int>(room_.stages.size());
    const auto rowOf = [&](int s) {
        if (way_.isSideBySide()) return way_.lineOf(s);
        while (way_.sharedLine(s) >= 0 && s > 0 && way_.sharedLine(s - 1) == way_.sharedLine(s)) --s;
        return s;
    };
    int row = rowOf(stage);
    if (const int first = titledStage(); first >= 0 && stage >= first && room_.heads > 1) {
        int last = all - 1;
        while (!room_.stages[static_cast<std::size_t>(last)].hasHeads) --last;
        const int rows = rowOf(last) - rowOf(first) + 1;
        row += rows * (stage > last ? bandsOf(way_) - 1 : band);
    }
    if (way_.isSideBySide()) return {column * all + stage, row};
    return {way_.sharedLine(stage) >= 0 ? way_.columns + stage : column, row};
}

/// What is decided here changes no column. In a line across the maps stand at one height, in one down at one place.
void HeatmapsLayout::settle() {
    maps_ = mapsFor(way_);
    const int places = titledStage() < 0 ? 1 : room_.heads;
    const auto at = [](std::vector<Slot>& line, std::size_t i) -> Slot& {
        if (line.size() <= i) line.resize(i + 1);
        return line[i];
    };
    for (int place = 0; place < places; ++place)
        for (int s = 0; s < static_cast<int>(maps_.size()); ++s) {
            if (!shows(place, s)) continue;
            const auto [x, y] = slotOf(place, s);
            const QMargins m = needs(way_, place, s);
            at(across_, x).include(m.left(), spans(way_, s) ? 0 : mapSize(s).width() + m.right());
            at(across_, x).line = way_.isSideBySide() ? way_.lineOf(s) : way_.sharedLine(s) + 1;
            at(down_, y).include(m.top(), mapSize(s).height() + m.bottom());
            at(down_, y).band = s > titledStage() && !room_.stages[static_cast<std::size_t>(s)].hasHeads
                                    ? bandsOf(way_) - 1 // below them all
                                    : place / way_.columns;
        }
    std::vector<int> ends(static_cast<std::size_t>(way_.allLines() + way_.allShared()), kPadding); // of the lines
    const auto hasScale = [&](int x) { // beside the last column; where its only map is in the first, there
        if (!way_.isSideBySide()) return x >= way_.columns - 1;
        const int stage = x % static_cast<int>(maps_.size());
        return hasScaleIn(way_, x / static_cast<int>(maps_.size()), stage);
    };
    for (std::size_t x = 0; x < across_.size(); ++x) {
        int& end = ends[static_cast<std::size_t>(across_[x].line)];
        across_[x].begin = end;
        if (across_[x].length() == 0) continue; // of a map for all heads, which the first one has
        end += across_[x].length() + kGap + (hasScale(static_cast<int>(x)) ? room_.scaleWidth : 0);
    }
    int end = 0, band = 0;
    for (Slot& slot : down_) {
        if (slot.length() == 0) continue;
        slot.begin = end + (std::exchange(band, slot.band) != slot.band ? kBandGap - kGap : 0);
        end = slot.begin + slot.length() + kGap;
    }
    height_ = end - kGap + kFoot;
}

QMargins HeatmapsLayout::margins(int place, int stage) const {
    const auto [x, y] = slotOf(place, stage);
    const QMargins own = needs(way_, place, stage);
    return {across_[x].before, down_[y].before, own.right(), own.bottom()};
}

QRect HeatmapsLayout::cardRect(int place, int stage) const {
    if (!shows(place, stage)) return {};
    const auto [x, y] = slotOf(place, stage);
    return {QPoint(across_[x].begin, down_[y].begin), mapSize(stage).grownBy(margins(place, stage))};
}

QRect HeatmapsLayout::titleRect(int place) const {
    const QRect card = cardRect(place, std::max(0, titledStage()));
    return {card.left() + 9, card.top() + 1, card.width() - 12, room_.titleLine() - 2};
}

int HeatmapsLayout::headLine(int stage) const {
    return stage == titledStage() || isSideBySide() ? room_.titleLine() : room_.captionLine();
}

QRect HeatmapsLayout::captionRect(int place, int stage) const {
    const QRect card = cardRect(place, stage);
    return {card.left() + 10, card.top(), card.width() - 20, headLine(stage)};
}

QRect HeatmapsLayout::scaleRect(int stage, int band) const {
    const bool hasHeads = room_.stages[static_cast<std::size_t>(stage)].hasHeads;
    const int place = hasHeads ? std::min(room_.heads, way_.columns) - 1 : 0;
    const QRect card = cardRect(place, stage);
    const int first = band * way_.columns; // of the band
    return {card.right() + 1 + kGap, cardRect(first, stage).top() + margins(first, stage).top(),
            room_.scaleWidth - kGap, mapSize(stage).height()};
}

QSizeF HeatmapsLayout::cellSize(int stage) const {
    if (maps_.empty()) return {};
    const StageRoom& room = room_.stages[static_cast<std::size_t>(stage)];
    return {static_cast<double>(mapSize(stage).width()) / room.cols,
            static_cast<double>(mapSize(stage).height()) / room.rows};
}

QSize HeatmapsLayout::contentSize() const {
    if (maps_.empty()) return {};
    int width = 0;
    for (const Slot& slot : across_) width = std::max(width, slot.begin + slot.length());
    for (int s = 0; s < static_cast<int>(maps_.size()); ++s)
        width = std::max(width, cardRect(0, s).right() + 1); // it may be one for all heads
    return {width, height_};
}

} // namespace headlight
