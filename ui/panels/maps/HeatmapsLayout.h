#pragma once

#include "panels/legibility.h"
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
    double textShare = 1;          ///< of the text around the maps: their labels and titles, of its usual size
    int titleLine() const { return textPx(19 * textShare); }   ///< px of a card's line with a head's title
    int captionLine() const { return textPx(17 * textShare); } ///< px of one with its stage alone
    friend bool operator==(const MapsRoom&, const MapsRoom&) = default;
};

/// Where every head's maps stand: those of a head above each other, or side by side; the heads in columns, wrapped into
/// bands; those of one head alone also in lines, as words are. Of all these ways the one in which the numbers can be
/// read best (HeatmapsWays.cpp); heads above each other where they fit, since then they compare at a glance. The longer
/// sides of all maps are equal, unless they scroll: then each has the cells that its numbers need. What belongs to no
/// head stands above or below those of all heads, as it is made before or of them.
class HeatmapsLayout {
public:
    static constexpr int kMinInSight = 80;     ///< px, the longer side of a map; below that the panel scrolls
    static constexpr int kMinWithNumbers = 60; ///< px, the same where its numbers can be read
    static constexpr int kGap = 6, kPadding = 10, kFoot = 6; ///< px: between cards, beside and below them
    static constexpr int kScrollBar = 12;                    ///< px, left free beside the maps where they scroll
    static constexpr int kBandGap = 7;                       ///< px, between bands

    HeatmapsLayout() = default;
    explicit HeatmapsLayout(const MapsRoom& room);

    bool isEmpty() const { return maps_.empty(); }
    int heads() const { return isEmpty() ? 0 : room_.heads; }
    int stages() const { return static_cast<int>(maps_.size()); }
    bool shows(int place, int stage) const;        ///< whether the head shown at `place`, from 0, has that map
    int titledStage() const;                       ///< on whose card a head's title stands; -1: on none
    QRect titleRect(int place) const;              ///< of that head
    int headLine(int stage) const;                 ///< px at a card's top, for its caption and a title
    QRect captionRect(int place, int stage) const; ///< of a card without a title
    QRect cardRect(int place, int stage) const;    ///< stages in order, from 0; null for a map that is not shown
    QMargins margins(int place, int stage) const;  ///< from the card's edges to the map
    bool labelsRows(int place, int stage) const { return labelsRows(way_, place, stage); }
    bool labelsCols(int place, int stage) const { return labelsCols(way_, place, stage); }
    int bands() const { return isEmpty() ? 0 : bandsOf(way_); } ///< of heads
    /// Whether a head's cards may stand far from the one with its title.
    bool hasStrayCards() const { return heads() > 1 && (isSideBySide() || scrolls() || bands() > 1); }
    /// Beside that band, from 0; the bar as high as a map, without ends for its text.
    QRect scaleRect(int stage, int band = 0) const;
    QSize contentSize() const;
    QSize mapSize(int stage) const { return maps_.empty() ? QSize() : maps_[static_cast<std::size_t>(stage)]; }
    QSizeF cellSize(int stage) const;
    bool scrolls() const { return way_.scrolls; }
    double textShare() const { return room_.textShare; }
    Legibility legibility() const; ///< of all maps that can have numbers
    bool hasNumbers() const { return legibility() != Legibility::NoNumbers; }
    bool isSideBySide() const { return way_.isSideBySide(); }
    int columns() const { return way_.columns; }

private:
    // px: two tokens of many heads need no map like the window
    static constexpr double kLargestCell = 200, kLargestAlone = 320;
    static constexpr double kSmallMap = 180; // px, as large as a map of few tokens, or of very many, may always be
    struct Way {
        int columns = 1;
        std::vector<int> lines; ///< side by side: in which line each stage stands; else none
        bool scrolls = false;
        std::vector<int> shared{}; ///< else: of what belongs to no head, which line it shares; -1: it has its own
        int sharedLine(int stage) const { return shared.empty() ? -1 : shared[static_cast<std::size_t>(stage)]; }
        int allShared() const { return shared.empty() ? 0 : *std::ranges::max_element(shared) + 1; }
        bool isSideBySide() const { return !lines.empty(); }
        int lineOf(int stage) const { return isSideBySide() ? lines[static_cast<std::size_t>(stage)] : 0; }
        int allLines() const { return isSideBySide() ? lines.back() + 1 : 1; }
    };
    /// A map whose longer side is 1, and the largest that it is to be.
    struct Form {
        double width, height, most;
    };
    /// What stands in a line, across or down: the widest labels before the maps, the longest of what follows.
    struct Slot {
        int begin = 0, before = 0, rest = 0, band = 0, line = 0;
        int length() const { return before + rest; }
        void include(int labels, int map) {
            before = std::max(before, labels);
            rest = std::max(rest, map);
        }
    };
    using Lengths = std::vector<double>; ///< of the stages' maps
    std::vector<Way> waysOf(bool scrolls) const;
    Way bestWay() const;
    Way scrollingWay() const;
    std::vector<int> inLines(int count) const;        ///< of all stages, as even as their widths allow
    std::vector<int> sharedLines(bool scrolls) const; ///< as full as they can be
    bool isApart(int stage) const; ///< from the one before it, since the one is of heads and the other of none
    double worthOf(const Way& way) const;
    bool isHopeless() const;
    double readingOf(const std::vector<QSize>& maps) const; ///< from 1: their numbers can be read
    bool isTight(const std::vector<QSize>& maps) const;
    QSizeF room(const Way& way) const;       ///< for all that stands beside each other; and of one band
    bool hasRoomForNumbers(int stage) const; ///< in a map that has the area for itself
    QSizeF comfortable(int stage) const;     ///< the least size of a map where all of them scroll
    Lengths widthsFor(double side) const;    ///< of maps whose longer side is that
    Lengths heightsFor(double side) const;
    Lengths stretched(const Way& way) const; ///< the widths of comfortable maps, where there is more room
    /// The longer side of a map, as the width and as the height of the area allow it.
    std::pair<double, double> sides(const Way& way) const;
    std::vector<QSize> mapsFor(const Way& way) const;
    double lengthAcross(const Way& way, const Lengths& widths) const; ///< of all beside each other, and their scales
    double lengthDown(const Way& way, const Lengths& heights) const;
    /// Side by side: the scale of that stage stands in that column, beside the last map, or the only one.
    bool hasScaleIn(const Way& way, int column, int stage) const;
    bool spans(const Way& way, int stage) const; ///< one map for all heads, which may be as wide as theirs together
    double roomOfSpan(const Way& way, int stage, const Lengths& widths) const;
    int bandsOf(const Way& way) const;
    const StageRoom* stageBefore(const Way&, int place, int stage) const; ///< of those that this head shows, in a line
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
    int height_ = 0; ///< of all
};

} // namespace headlight
