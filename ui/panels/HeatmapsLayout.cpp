#include "panels/HeatmapsLayout.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kBandGap = 10;
constexpr double kSmallMap = 180;   // px, as large as a map of few tokens may always be
constexpr double kLargestCell = 96; // px: two tokens need no map as large as the window
// Where one side is what is short, small cells may be longer along the other: more room for numbers and names.
constexpr double kMaxStretch = 1.4, kWideEnough = 36; // px

} // namespace

HeatmapsLayout::HeatmapsLayout(const MapsRoom& room) : room_(room) {
    if (room.heads < 1 || room.rows < 1 || room.cols < 1) return;
    constexpr double kMaxUneven = 2.5;
    aspect_ = std::clamp(static_cast<double>(room.cols) / room.rows, 1 / kMaxUneven, kMaxUneven);

    double best = 0;
    for (int columns = 1; columns <= room.heads; ++columns)
        if (const double width = widthFor(columns, false, true); width > best) {
            best = width;
            columns_ = columns;
        }
    if (room.heads == 1)
        if (const double width = widthFor(1, true, true); width > best) {
            best = width;
            sideBySide_ = true;
        }
    if (best < least(kMinInSight)) { // not all in sight: as many as can be read, the rest below
        scrolls_ = true;
        sideBySide_ = false;
        columns_ = room.heads;
        while (columns_ > 1 && widthFor(columns_, false, false) < least(kMinInSight)) --columns_;
        best = std::max(least(kMinInSight), std::min(widthFor(columns_, false, false), heightOfTwo() * aspect_));
    }
    settle(best);
}

/// The width of a map whose longer side has so many pixels.
double HeatmapsLayout::least(double side) const { return side * std::min(1.0, aspect_); }

/// The width of a map if `columns` heads stand beside each other; `inSight`: all bands within the area.
double HeatmapsLayout::widthFor(int columns, bool sideBySide, bool inSight) const {
    const int across = sideBySide ? 2 : columns;
    const int scales = sideBySide ? 2 : 1;
    const double free = room_.area.width() - 2 * kPadding - (across - 1) * kGap - scales * room_.scaleWidth -
                        (inSight ? 0 : kScrollBar);
    const double width = free / across - room_.margins.left() - room_.margins.right();
    const double most = std::max(least(kSmallMap), kLargestCell * room_.cols);
    if (!inSight) return std::min(width, most);
    return std::min({width, heightFor(columns, sideBySide) * aspect_, most});
}

/// The height of a map if all bands of `columns` heads are within the area.
double HeatmapsLayout::heightFor(int columns, bool sideBySide) const {
    const int down = sideBySide ? 1 : 2, bands = (room_.heads + columns - 1) / columns;
    const double band = (room_.area.height() - kPadding - (bands - 1) * kBandGap) / static_cast<double>(bands) - kTitle;
    return (band - (down - 1) * kGap) / down - room_.margins.top() - room_.margins.bottom();
}

/// The height of a map if both maps of a head are to be in sight.
double HeatmapsLayout::heightOfTwo() const {
    const double cards = room_.area.height() - kPadding - kTitle - kGap;
    return cards / 2 - room_.margins.top() - room_.margins.bottom();
}

/// Whole pixels, and the same number of them for each cell where cells are large enough to see the difference: what is
/// decided here changes no column.
void HeatmapsLayout::settle(double width) {
    constexpr double kLargeCell = 8; // px; below that whole cells would leave a good part of the room empty
    const auto even = [](double side, int cells) {
        const double cell = side / cells;
        return static_cast<int>(cell >= kLargeCell ? std::floor(cell) * cells : std::floor(side));
    };
    double height = width / aspect_;
    if (width / room_.cols < kWideEnough) {
        const double room = scrolls_ ? heightOfTwo() : heightFor(columns_, sideBySide_);
        height = std::max(height, std::min(height * kMaxStretch, room));
        width = std::max(width, std::min(width * kMaxStretch, widthFor(columns_, sideBySide_, false)));
    }
    map_ = {even(width, room_.cols), even(height, room_.rows)};
}

QSize HeatmapsLayout::cardSize() const { return map_.grownBy(room_.margins); }

int HeatmapsLayout::bandHeight() const {
    return kTitle + cardSize().height() * (sideBySide_ ? 1 : 2) + (sideBySide_ ? 0 : kGap);
}

QRect HeatmapsLayout::titleRect(int place) const {
    const int column = place % columns_, band = place / columns_;
    const int width = sideBySide_ ? 2 * cardSize().width() + kGap + room_.scaleWidth : cardSize().width();
    return {kPadding + column * (cardSize().width() + kGap), band * (bandHeight() + kBandGap), width, kTitle};
}

QRect HeatmapsLayout::cardRect(int place, int stage) const {
    QPoint corner = titleRect(place).topLeft() + QPoint(0, kTitle);
    if (stage == 1)
        corner += sideBySide_ ? QPoint(cardSize().width() + kGap + room_.scaleWidth, 0)
                              : QPoint(0, cardSize().height() + kGap);
    return {corner, cardSize()};
}

QRect HeatmapsLayout::scaleRect(int stage) const {
    const int last = std::min(room_.heads, columns_) - 1;
    const QRect card = cardRect(sideBySide_ ? 0 : last, stage);
    return {card.right() + 1 + kGap, card.top() + room_.margins.top(), room_.scaleWidth - kGap, map_.height()};
}

QSize HeatmapsLayout::contentSize() const {
    if (map_.isEmpty()) return {};
    const int bands = (room_.heads + columns_ - 1) / columns_;
    const int right = sideBySide_ ? cardRect(0, 1).right() : cardRect(std::min(room_.heads, columns_) - 1, 0).right();
    return {right + 1, bands * (bandHeight() + kBandGap) - kBandGap + kPadding};
}

} // namespace headlight
