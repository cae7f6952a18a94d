#include "panels/maps/HeatmapsLayout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr int kBandGap = 10;
constexpr double kSmallMap = 180;   // px, as large as a map of few tokens may always be
constexpr double kLargestCell = 96; // px: two tokens need no map as large as the window
constexpr double kMaxUneven = 2.5;  // a side by the other
// Where one side is what is short, small cells may be longer along the other: more room for numbers and names.
constexpr double kMaxStretch = 1.4, kWideEnough = 36; // px

int widthOf(const QMargins& m) { return m.left() + m.right(); }
int heightOf(const QMargins& m) { return m.top() + m.bottom(); }

/// Whole pixels, and the same number of them for each cell where cells are large enough to see the difference.
int even(double side, int cells) {
    constexpr double kLargeCell = 8; // px; below that whole cells would leave a good part of the room empty
    constexpr double kRounding = 1e-6;
    const double cell = side / cells + kRounding;
    return static_cast<int>(cell >= kLargeCell ? std::floor(cell) * cells : std::floor(side + kRounding));
}

} // namespace

HeatmapsLayout::HeatmapsLayout(const MapsRoom& room) : room_(room) {
    const bool isEmpty = std::ranges::any_of(room.stages, [](const StageRoom& s) { return s.rows < 1 || s.cols < 1; });
    if (room.heads < 1 || room.stages.empty() || isEmpty) return;
    for (const StageRoom& stage : room.stages) {
        const double aspect = std::clamp(static_cast<double>(stage.cols) / stage.rows, 1 / kMaxUneven, kMaxUneven);
        const double width = std::min(1.0, aspect);
        forms_.push_back({width, width / aspect, std::max(kSmallMap * width, kLargestCell * stage.cols)});
    }
    double best = 0;
    for (int columns = 1; columns <= room.heads; ++columns)
        if (const double side = sideFor(columns, false); side > best) {
            best = side;
            columns_ = columns;
        }
    if (room.heads == 1)
        if (const double side = sideFor(1, true); side > best) {
            best = side;
            sideBySide_ = true;
        }
    if (best < kMinInSight) { // not all in sight: as many as can be read, the rest below
        scrolls_ = true;
        sideBySide_ = false;
        columns_ = room.heads;
        while (columns_ > 1 && sideForWidth(columns_, false, true) < kMinInSight) --columns_;
        best = std::max<double>(kMinInSight,
                                std::min(sideForWidth(columns_, false, true), sideForHeight(room.heads, false)));
    }
    settle(best);
}

bool HeatmapsLayout::shows(int place, int stage) const {
    return place == 0 || room_.stages[static_cast<std::size_t>(stage)].hasHeads;
}

int HeatmapsLayout::bandsOf(int columns) const {
    const bool hasHeads = std::ranges::any_of(room_.stages, &StageRoom::hasHeads);
    return hasHeads ? (room_.heads + columns - 1) / columns : 1;
}

int HeatmapsLayout::mapsOf(std::size_t stage, int bands) const { return room_.stages[stage].hasHeads ? bands : 1; }

/// What is left for maps beside each other when their margins are taken off.
double HeatmapsLayout::freeWidth(int columns, bool sideBySide, bool scrolls) const {
    const int across = sideBySide ? static_cast<int>(room_.stages.size()) : columns;
    double free = room_.area.width() - 2 * kPadding - (across - 1) * kGap -
                  (sideBySide ? across : 1) * room_.scaleWidth - (scrolls ? kScrollBar : 0);
    if (sideBySide)
        for (const StageRoom& stage : room_.stages) free -= widthOf(stage.margins);
    return free;
}

/// What is left for maps above each other.
double HeatmapsLayout::freeHeight(int columns, bool sideBySide) const {
    const int bands = bandsOf(columns);
    double free = room_.area.height() - kPadding - (bands - 1) * kBandGap - bands * kTitle;
    if (sideBySide) return free;
    int maps = 0;
    for (std::size_t s = 0; s < room_.stages.size(); ++s) {
        maps += mapsOf(s, bands);
        free -= mapsOf(s, bands) * heightOf(room_.stages[s].margins);
    }
    return free - (maps - bands) * kGap;
}

double HeatmapsLayout::sideForWidth(int columns, bool sideBySide, bool scrolls) const {
    const double free = freeWidth(columns, sideBySide, scrolls);
    double side = std::numeric_limits<double>::infinity(), most = 0, all = 0;
    for (std::size_t s = 0; s < forms_.size(); ++s) {
        all += forms_[s].width;
        most = std::max(most, forms_[s].maxWidth / forms_[s].width);
        side = std::min(side, (free / columns - widthOf(room_.stages[s].margins)) / forms_[s].width);
    }
    return std::min(sideBySide ? free / all : side, most);
}

double HeatmapsLayout::sideForHeight(int columns, bool sideBySide) const {
    const double free = freeHeight(columns, sideBySide);
    const int bands = bandsOf(columns);
    double side = std::numeric_limits<double>::infinity(), all = 0;
    for (std::size_t s = 0; s < forms_.size(); ++s) {
        all += mapsOf(s, bands) * forms_[s].height;
        side = std::min(side, (free - heightOf(room_.stages[s].margins)) / forms_[s].height);
    }
    return sideBySide ? side : free / all;
}

double HeatmapsLayout::sideFor(int columns, bool sideBySide) const {
    return std::min(sideForWidth(columns, sideBySide, false), sideForHeight(columns, sideBySide));
}

/// What is decided here changes no column.
void HeatmapsLayout::settle(double side) {
    std::vector<QSizeF> maps;
    for (const Form& form : forms_) {
        const double width = std::min(side * form.width, form.maxWidth);
        maps.emplace_back(width, width * form.height / form.width);
    }
    stretch(maps);
    for (std::size_t s = 0; s < maps.size(); ++s)
        maps_.emplace_back(even(maps[s].width(), room_.stages[s].cols), even(maps[s].height(), room_.stages[s].rows));
}

/// Narrow cells take what is left of the room.
void HeatmapsLayout::stretch(std::vector<QSizeF>& maps) const {
    const int columns = scrolls_ ? room_.heads : columns_; // scrolling, one band may fill the area
    double width = freeWidth(columns_, sideBySide_, true), height = freeHeight(columns, sideBySide_);
    double narrowWidths = 0, narrowHeights = 0;
    const auto isNarrow = [&](std::size_t s) { return maps[s].width() / room_.stages[s].cols < kWideEnough; };
    for (std::size_t s = 0; s < maps.size(); ++s) {
        const double across = maps[s].width(), down = mapsOf(s, bandsOf(columns)) * maps[s].height();
        if (isNarrow(s)) {
            narrowWidths += across;
            narrowHeights += down;
        } else {
            width -= across;
            height -= down;
        }
    }
    for (std::size_t s = 0; s < maps.size(); ++s) {
        if (!isNarrow(s)) continue;
        const QMargins& margins = room_.stages[s].margins;
        const double wide = sideBySide_
                                ? width / narrowWidths
                                : (freeWidth(columns_, false, true) / columns_ - widthOf(margins)) / maps[s].width();
        const double high = sideBySide_ ? (freeHeight(columns, true) - heightOf(margins)) / maps[s].height()
                                        : height / narrowHeights;
        const double widest = std::max(1.0, forms_[s].maxWidth / maps[s].width());
        maps[s] = {maps[s].width() * std::clamp(wide, 1.0, std::min(kMaxStretch, widest)),
                   maps[s].height() * std::clamp(high, 1.0, kMaxStretch)};
    }
}

QSizeF HeatmapsLayout::cellSize(int stage) const {
    if (maps_.empty()) return {};
    const StageRoom& room = room_.stages[static_cast<std::size_t>(stage)];
    return {static_cast<double>(mapSize(stage).width()) / room.cols,
            static_cast<double>(mapSize(stage).height()) / room.rows};
}

QSize HeatmapsLayout::cardSize(std::size_t stage) const { return maps_[stage].grownBy(room_.stages[stage].margins); }

int HeatmapsLayout::columnWidth() const {
    int width = 0;
    for (std::size_t s = 0; s < maps_.size(); ++s) width = std::max(width, cardSize(s).width());
    return width;
}

int HeatmapsLayout::bandHeight(int band) const {
    int tallest = 0, all = -kGap;
    for (std::size_t s = 0; s < maps_.size(); ++s) {
        tallest = std::max(tallest, cardSize(s).height());
        if (band == 0 || room_.stages[s].hasHeads) all += cardSize(s).height() + kGap;
    }
    return kTitle + (sideBySide_ ? tallest : all);
}

QRect HeatmapsLayout::titleRect(int place) const {
    const int column = place % columns_, band = place / columns_;
    int top = 0, width = columnWidth();
    for (int b = 0; b < band; ++b) top += bandHeight(b) + kBandGap;
    if (sideBySide_) {
        const QRect last = cardRect(0, static_cast<int>(maps_.size()) - 1);
        width = last.right() + 1 - kPadding;
    }
    return {kPadding + column * (columnWidth() + kGap), top, width, kTitle};
}

QRect HeatmapsLayout::cardRect(int place, int stage) const {
    const int column = place % columns_, band = place / columns_;
    QPoint corner(kPadding + column * (columnWidth() + kGap), kTitle);
    for (int b = 0; b < band; ++b) corner.ry() += bandHeight(b) + kBandGap;
    for (int s = 0; s < stage; ++s) {
        if (sideBySide_)
            corner.rx() += cardSize(static_cast<std::size_t>(s)).width() + kGap + room_.scaleWidth;
        else if (band == 0 || room_.stages[static_cast<std::size_t>(s)].hasHeads)
            corner.ry() += cardSize(static_cast<std::size_t>(s)).height() + kGap;
    }
    return {corner, cardSize(static_cast<std::size_t>(stage))};
}

QRect HeatmapsLayout::scaleRect(int stage) const {
    const bool hasHeads = room_.stages[static_cast<std::size_t>(stage)].hasHeads;
    const QRect card = cardRect(sideBySide_ || !hasHeads ? 0 : std::min(room_.heads, columns_) - 1, stage);
    return {card.right() + 1 + kGap, card.top() + room_.stages[static_cast<std::size_t>(stage)].margins.top(),
            room_.scaleWidth - kGap, mapSize(stage).height()};
}

QSize HeatmapsLayout::contentSize() const {
    if (maps_.empty()) return {};
    int height = kPadding - kBandGap;
    for (int band = 0; band < bandsOf(columns_); ++band) height += bandHeight(band) + kBandGap;
    const QRect last = titleRect(std::min(room_.heads, columns_) - 1);
    return {last.right() + 1, height};
}

} // namespace headlight
