#pragma once

#include <QMargins>
#include <QRect>

#include <vector>

namespace headlight {

/// What the maps of one stage need.
struct StageRoom {
    int rows = 0, cols = 0; ///< cells of a map
    QMargins margins;       ///< around each map, within its card
    bool hasHeads = true;   ///< else it has one map for all heads, under the first
    friend bool operator==(const StageRoom&, const StageRoom&) = default;
};

/// What the maps have to be laid out for. Sizes in logical pixels.
struct MapsRoom {
    QSize area; ///< of the viewport
    int heads = 1;
    std::vector<StageRoom> stages; ///< from above
    int scaleWidth = 0;            ///< of a shared colour scale, with the gap before it; 0: none
    friend bool operator==(const MapsRoom&, const MapsRoom&) = default;
};

/// Where every head's title and cards stand: a column per head, wrapped into bands where the window is narrow; for a
/// single head side by side where that gives larger maps. The longer sides of all maps are equal.
class HeatmapsLayout {
public:
    static constexpr int kMinInSight = 92; ///< px, the longer side of a map; below that the panel scrolls
    static constexpr int kTitle = 30, kGap = 6, kPadding = 10;
    static constexpr int kScrollBar = 12; ///< px, left free beside the maps where they scroll

    HeatmapsLayout() = default;
    explicit HeatmapsLayout(const MapsRoom& room);

    bool isEmpty() const { return maps_.empty(); }
    bool shows(int place, int stage) const;     ///< whether the head shown at `place`, from 0, has that map
    QRect titleRect(int place) const;           ///< of that head
    QRect cardRect(int place, int stage) const; ///< stages from above, from 0
    QRect scaleRect(int stage) const; ///< beside the first band; the bar as high as a map, without ends for its text
    QSize contentSize() const;
    QSize mapSize(int stage) const { return maps_.empty() ? QSize() : maps_[static_cast<std::size_t>(stage)]; }
    QSizeF cellSize(int stage) const;
    bool scrolls() const { return scrolls_; }
    bool isSideBySide() const { return sideBySide_; }
    int columns() const { return columns_; }

private:
    /// A map whose longer side is 1, and the width that its largest cells give it.
    struct Form {
        double width, height, maxWidth;
    };
    double sideFor(int columns, bool sideBySide) const; ///< the longer side if all bands are within the area
    double sideForWidth(int columns, bool sideBySide, bool scrolls) const;
    double sideForHeight(int columns, bool sideBySide) const;
    double freeWidth(int columns, bool sideBySide, bool scrolls) const;
    double freeHeight(int columns, bool sideBySide) const;
    void settle(double side);
    void stretch(std::vector<QSizeF>& maps) const;
    int bandsOf(int columns) const;
    int mapsOf(std::size_t stage, int bands) const; ///< of one column
    QSize cardSize(std::size_t stage) const;
    int columnWidth() const;
    int bandHeight(int band) const;

    MapsRoom room_;
    std::vector<Form> forms_;
    std::vector<QSize> maps_; ///< of the stages
    int columns_ = 1;
    bool sideBySide_ = false, scrolls_ = false;
};

} // namespace headlight
