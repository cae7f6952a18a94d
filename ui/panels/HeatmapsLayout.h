#pragma once

#include <QMargins>
#include <QRect>

namespace headlight {

/// What the maps have to be laid out for. Sizes in logical pixels.
struct MapsRoom {
    QSize area; ///< of the viewport
    int heads = 1;
    int rows = 0, cols = 0; ///< cells of a map
    QMargins margins;       ///< around each map, within its card
    int scaleWidth = 0;     ///< of a shared colour scale, with the gap before it; 0: none
    friend bool operator==(const MapsRoom&, const MapsRoom&) = default;
};

/// Where every head's title and two cards stand: a column per head, wrapped into bands where the window is narrow; for
/// a single head side by side where that gives larger maps.
class HeatmapsLayout {
public:
    static constexpr int kMinInSight =
        92; ///< px, the shorter side of a map of as many queries as keys; below that the panel scrolls
    static constexpr int kTitle = 30, kGap = 6, kPadding = 10;
    static constexpr int kScrollBar = 12; ///< px, left free beside the maps where they scroll

    HeatmapsLayout() = default;
    explicit HeatmapsLayout(const MapsRoom& room);

    QRect titleRect(int place) const;           ///< of the head shown at `place`, from 0
    QRect cardRect(int place, int stage) const; ///< stage 0: the upper one, 1: weights
    QRect scaleRect(int stage) const; ///< beside the first band; the bar as high as a map, without ends for its text
    QSize contentSize() const;
    QSize mapSize() const { return map_; }
    double cellWidth() const { return room_.cols > 0 ? static_cast<double>(map_.width()) / room_.cols : 0; }
    double cellHeight() const { return room_.rows > 0 ? static_cast<double>(map_.height()) / room_.rows : 0; }
    bool scrolls() const { return scrolls_; }
    bool isSideBySide() const { return sideBySide_; }
    int columns() const { return columns_; }

private:
    double widthFor(int columns, bool sideBySide, bool inSight) const;
    double heightFor(int columns, bool sideBySide) const;
    double heightOfTwo() const;
    double least(double side) const;
    void settle(double width);
    QSize cardSize() const;
    int bandHeight() const;

    MapsRoom room_;
    double aspect_ = 1; ///< width of a map by its height
    int columns_ = 1;
    bool sideBySide_ = false, scrolls_ = false;
    QSize map_;
};

} // namespace headlight
