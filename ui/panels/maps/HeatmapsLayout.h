#pragma once

#include "session/parameters.h"
#include "style/textSize.h"

#include <QMargins>
#include <QRect>

#include <algorithm>
#include <utility>
#include <vector>

namespace headlight {

/// What the maps of one stage need.
struct StageRoom {
    int rows = 0, cols = 0;                                 ///< cells of a map
    Side rowSide = Side::Tokens, colSide = Side::KeyTokens; ///< equal ones beside each other are labelled once
    QMargins labels;         ///< around a map, what the labels of both sides take of its card
    QMargins bare;           ///< what is there without any
    QSizeF readable{10, 10}; ///< the smallest cell whose number can be read
    bool hasHeads = true;    ///< else it has one map for all heads, with the first
    friend bool operator==(const StageRoom&, const StageRoom&) = default;
};

/// What the maps have to be laid out for. Sizes in logical pixels.
struct MapsRoom {
    QSize area; ///< of the viewport
    int heads = 1;
    std::vector<StageRoom> stages; ///< in order
    int scaleWidth = 0;            ///< of a shared colour scale, with the gap before it; 0: none
    friend bool operator==(const MapsRoom&, const MapsRoom&) = default;
};

/// Where every head's maps stand: those of a head above each other, or side by side; the heads in columns, wrapped into
/// bands. Of all these ways the one in which the numbers can be read best; heads above each other where they fit, since
/// then they compare at a glance. The longer sides of all maps are equal.
class HeatmapsLayout {
public:
    static constexpr int kMinInSight = 80;      ///< px, the longer side of a map; below that the panel scrolls
    static int title() { return textPx(19); }   ///< px of a card's line with a head's title
    static int caption() { return textPx(17); } ///< px of one with its stage alone
    static constexpr int kGap = 6, kPadding = 10, kFoot = 6; ///< px: between cards, beside and below them
    static constexpr int kScrollBar = 12;                    ///< px, left free beside the maps where they scroll

    HeatmapsLayout() = default;
    explicit HeatmapsLayout(const MapsRoom& room);

    bool isEmpty() const { return maps_.empty(); }
    bool shows(int place, int stage) const;        ///< whether the head shown at `place`, from 0, has that map
    int titledStage() const;                       ///< on whose card a head's title stands; -1: on none
    QRect titleRect(int place) const;              ///< of that head
    int headLine(int stage) const;                 ///< px at a card's top, for its caption and a title
    QRect captionRect(int place, int stage) const; ///< of a card without a title
    QRect cardRect(int place, int stage) const;    ///< stages in order, from 0; null for a map that is not shown
    QMargins margins(int place, int stage) const;  ///< from the card's edges to the map
    bool labelsRows(int place, int stage) const { return labelsRows(way_, place, stage); }
    bool labelsCols(int place, int stage) const { return labelsCols(way_, place, stage); }
    int bands() const { return isEmpty() ? 0 : bandsOf(way_); } ///< stages without heads stand in the first alone
    /// Beside that band, from 0; the bar as high as a map, without ends for its text.
    QRect scaleRect(int stage, int band = 0) const;
    QSize contentSize() const;
    QSize mapSize(int stage) const { return maps_.empty() ? QSize() : maps_[static_cast<std::size_t>(stage)]; }
    QSizeF cellSize(int stage) const;
    bool scrolls() const { return way_.scrolls; }
    bool isSideBySide() const { return way_.sideBySide; }
    int columns() const { return way_.columns; }

private:
    struct Way {
        int columns = 1;
        bool sideBySide = false, scrolls = false;
    };
    /// A map whose longer side is 1, and the largest that it is to be.
    struct Form {
        double width, height, most;
    };
    /// What stands in a line, across or down: the widest labels before the maps, the longest of what follows.
    struct Slot {
        int begin = 0, before = 0, rest = 0, band = 0;
        int length() const { return before + rest; }
        void include(int labels, int map) {
            before = std::max(before, labels);
            rest = std::max(rest, map);
        }
    };
    Way bestWay() const;
    Way scrollingWay() const;
    double worthOf(const Way& way) const;
    /// The longer side of a map, as the width and as the height of the area allow it.
    std::pair<double, double> sides(const Way& way) const;
    std::vector<QSize> mapsFor(const Way& way) const;
    double lengthAcross(const Way& way, double side) const; ///< of all that stands beside each other
    double lengthDown(const Way& way, double side) const;
    int bandsOf(const Way& way) const;
    const StageRoom* stageBefore(int place, int stage) const; ///< of those that this head shows; null: none
    bool labelsRows(const Way& way, int place, int stage) const;
    bool labelsCols(const Way& way, int place, int stage) const;
    QMargins needs(const Way& way, int place, int stage) const;             ///< its own; margins() may be larger
    std::pair<std::size_t, std::size_t> slotOf(int place, int stage) const; ///< across, down
    void settle();

    MapsRoom room_;
    std::vector<Form> forms_;
    std::vector<QSize> maps_; ///< of the stages
    Way way_;
    std::vector<Slot> across_, down_;
};

} // namespace headlight
