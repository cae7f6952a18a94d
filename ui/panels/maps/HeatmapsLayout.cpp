#include "panels/maps/HeatmapsLayout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {
namespace {

constexpr int kBandGap = 7;
constexpr double kSmallMap = 180;                         // px, as large as a map of few tokens may always be
constexpr double kLargestCell = 200, kLargestAlone = 320; // px: two tokens of many heads need no map like the window
constexpr double kMaxUneven = 2.5;                        // a side by the other
// Where one side is what is short, the other may take what is left of its room: "-0.12" is three times as wide as high.
constexpr double kMaxWider = 3, kMaxHigher = 1.4;
// What a way is worth: numbers that can be read most, with ease a little more, then the smallest side of a cell (a px
// of it); a head's maps above each other, and no gaps.
constexpr double kRead = 1, kWithEase = 0.15, kSide = 0.003, kSideBySide = 0.87, kWithGaps = 0.92;

int widthOf(const QMargins& m) { return m.left() + m.right(); }
int heightOf(const QMargins& m) { return m.top() + m.bottom(); }

/// Whole pixels, and the same number of them for each cell where cells are large enough to see the difference.
int even(double side, int cells) {
    constexpr double kLargeCell = 8; // px; below that whole cells would leave a good part of the room empty
    constexpr double kRounding = 1e-6;
    const double cell = side / cells + kRounding;
    return static_cast<int>(cell >= kLargeCell ? std::floor(cell) * cells : std::floor(side + kRounding));
}

/// The largest scale whose length, which grows with it, fits; 0: none.
template <class LengthOf>
double largestThatFits(double room, double most, LengthOf lengthOf) {
    constexpr int kSteps = 24;
    double low = 0;
    if (lengthOf(most) <= room) return most;
    for (int step = 0; step < kSteps; ++step) (lengthOf((low + most) / 2) <= room ? low : most) = (low + most) / 2;
    return low;
}

} // namespace

HeatmapsLayout::HeatmapsLayout(const MapsRoom& room) : room_(room) {
    const bool isEmpty = std::ranges::any_of(room.stages, [](const StageRoom& s) { return s.rows < 1 || s.cols < 1; });
    if (room.heads < 1 || room.stages.empty() || isEmpty) return;
    const double cell = room.heads == 1 ? kLargestAlone : kLargestCell;
    for (const StageRoom& stage : room.stages) {
        const double aspect = std::clamp(static_cast<double>(stage.cols) / stage.rows, 1 / kMaxUneven, kMaxUneven);
        const double width = std::min(1.0, aspect);
        forms_.push_back({width, width / aspect, std::max(kSmallMap * width, cell * stage.cols) / width});
    }
    way_ = bestWay();
    settle();
}

HeatmapsLayout::Way HeatmapsLayout::bestWay() const {
    Way best;
    double worth = 0;
    const bool isOne = room_.heads == 1;
    for (const bool sideBySide : {isOne, !isOne})
        for (int columns = 1; columns <= room_.heads; ++columns) {
            const Way way{columns, sideBySide, false};
            const auto [across, down] = sides(way);
            if (std::min(across, down) < kMinInSight) continue;
            if (const double its = worthOf(way); its > worth) {
                worth = its;
                best = way;
            }
        }
    return worth > 0 ? best : scrollingWay();
}

/// Not all in sight: as many as can be read beside each other, the rest below.
HeatmapsLayout::Way HeatmapsLayout::scrollingWay() const {
    Way way{room_.heads, false, true};
    while (way.columns > 1 && sides(way).first < kMinInSight) --way.columns;
    return way;
}

double HeatmapsLayout::worthOf(const Way& way) const {
    const std::vector<QSize> maps = mapsFor(way);
    double least = 2, cell = kLargestAlone;
    for (std::size_t s = 0; s < maps.size(); ++s) {
        const StageRoom& room = room_.stages[s];
        const double width = double(maps[s].width()) / room.cols, height = double(maps[s].height()) / room.rows;
        least = std::min({least, width / room.readable.width(), height / room.readable.height()});
        cell = std::min({cell, width, height});
    }
    const double worth = kSide * cell + (least < 1 ? 0 : kRead + kWithEase * (least - 1));
    return worth * (way.sideBySide && room_.heads > 1 ? kSideBySide : 1) *
           (room_.heads % way.columns > 0 ? kWithGaps : 1);
}

std::pair<double, double> HeatmapsLayout::sides(const Way& way) const {
    double most = 0;
    for (const Form& form : forms_) most = std::max(most, form.most);
    const int scales = way.sideBySide ? static_cast<int>(forms_.size()) : 1;
    const double width = room_.area.width() - 2 * kPadding - scales * room_.scaleWidth - (way.scrolls ? kScrollBar : 0);
    Way bands = way;
    if (way.scrolls) bands.columns = room_.heads; // one band may fill the area
    return {largestThatFits(width, most, [&](double side) { return lengthAcross(way, side); }),
            largestThatFits(room_.area.height() - kFoot, most, [&](double side) { return lengthDown(bands, side); })};
}

std::vector<QSize> HeatmapsLayout::mapsFor(const Way& way) const {
    auto [across, down] = sides(way);
    double side = std::min(across, down);
    if (way.scrolls) side = std::max<double>(side, kMinInSight);
    across = std::clamp(across, side, kMaxWider * side);
    down = std::clamp(down, side, kMaxHigher * side);
    std::vector<QSize> maps;
    for (std::size_t s = 0; s < forms_.size(); ++s) {
        const Form& form = forms_[s];
        maps.emplace_back(even(std::min(across, form.most) * form.width, room_.stages[s].cols),
                          even(std::min(down, form.most) * form.height, room_.stages[s].rows));
    }
    return maps;
}

/// The first column, and the others like the second one.
double HeatmapsLayout::lengthAcross(const Way& way, double side) const {
    double length = 0;
    for (const int place : {0, 1}) {
        const int columns = place == 0 ? 1 : way.columns - 1;
        if (columns < 1) continue;
        double left = 0, most = 0, all = -kGap;
        for (int s = 0; s < static_cast<int>(forms_.size()); ++s) {
            if (!shows(place, s)) continue;
            const Form& form = forms_[static_cast<std::size_t>(s)];
            QMargins m = needs(way, place, s);
            if (place == 0 && bandsOf(way) > 1 && shows(way.columns, s)) // below, another stage may be the first
                m.setLeft(std::max(m.left(), needs(way, way.columns, s).left()));
            const double map = std::min(side, form.most) * form.width;
            left = std::max<double>(left, m.left());
            most = std::max(most, map + m.right());
            all += map + widthOf(m) + kGap;
        }
        length += columns * ((way.sideBySide ? std::max(all, 0.0) : left + most) + kGap);
    }
    return length - kGap;
}

/// The first band, and the others like the second one.
double HeatmapsLayout::lengthDown(const Way& way, double side) const {
    double length = 0;
    for (const int place : {0, way.columns}) {
        const int bands = place == 0 ? 1 : bandsOf(way) - 1;
        if (bands < 1) continue;
        double most = 0, all = -kGap;
        for (int s = 0; s < static_cast<int>(forms_.size()); ++s) {
            if (!shows(place, s)) continue;
            const Form& form = forms_[static_cast<std::size_t>(s)];
            const double card = std::min(side, form.most) * form.height + heightOf(needs(way, place, s));
            most = std::max(most, card);
            all += card + kGap;
        }
        length += bands * ((way.sideBySide ? most : all) + kBandGap);
    }
    return length - kBandGap;
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

const StageRoom* HeatmapsLayout::stageBefore(int place, int stage) const {
    while (--stage >= 0)
        if (shows(place, stage)) return &room_.stages[static_cast<std::size_t>(stage)];
    return nullptr;
}

/// Where no map stands in front of it that has the same ones.
bool HeatmapsLayout::labelsRows(const Way& way, int place, int stage) const {
    if (place % way.columns > 0) return false;
    const StageRoom* before = way.sideBySide ? stageBefore(place, stage) : nullptr;
    return !before || before->rowSide != room_.stages[static_cast<std::size_t>(stage)].rowSide;
}

/// Where no map stands above it that has the same ones, or that one may be out of sight.
bool HeatmapsLayout::labelsCols(const Way& way, int place, int stage) const {
    const bool isFirstBand = place < way.columns || way.scrolls;
    if (way.sideBySide) return isFirstBand;
    const StageRoom& room = room_.stages[static_cast<std::size_t>(stage)];
    if (const StageRoom* before = stageBefore(place, stage)) return before->colSide != room.colSide;
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

std::pair<std::size_t, std::size_t> HeatmapsLayout::slotOf(int place, int stage) const {
    const int column = place % way_.columns, band = place / way_.columns;
    const int all = static_cast<int>(room_.stages.size());
    if (way_.sideBySide) return {column * all + stage, band};
    const auto withHeads = [&](int end) {
        return static_cast<int>(std::count_if(room_.stages.begin(), room_.stages.begin() + end,
                                              [](const StageRoom& s) { return s.hasHeads; }));
    };
    return {column, band == 0 ? stage : all + (band - 1) * withHeads(all) + withHeads(stage)};
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
            at(across_, x).include(m.left(), mapSize(s).width() + m.right());
            at(down_, y).include(m.top(), mapSize(s).height() + m.bottom());
            at(down_, y).band = place / way_.columns;
        }
    const std::size_t scaled = across_.size() - (way_.sideBySide ? maps_.size() : 1); // the last column
    int end = kPadding;
    for (std::size_t x = 0; x < across_.size(); ++x) {
        across_[x].begin = end;
        end += across_[x].length() + kGap + (x >= scaled ? room_.scaleWidth : 0);
    }
    end = 0;
    for (std::size_t y = 0; y < down_.size(); ++y) {
        const bool isNewBand = y > 0 && down_[y].band != down_[y - 1].band;
        down_[y].begin = end + (isNewBand ? kBandGap - kGap : 0);
        end = down_[y].begin + down_[y].length() + kGap;
    }
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
    return {card.left() + 9, card.top() + 1, card.width() - 12, title() - 2};
}

int HeatmapsLayout::headLine(int stage) const { return stage == titledStage() || isSideBySide() ? title() : caption(); }

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
    return {across_.back().begin + across_.back().length(), down_.back().begin + down_.back().length() + kFoot};
}

} // namespace headlight
