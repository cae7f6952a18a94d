#pragma once

#include "session/parameters.h"

#include <QMargins>
#include <QRect>

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// The space that a stage's maps need. It has no number of tokens: the layout does not depend on the sentence.
struct StageSpace {
    Side rowSide = Side::Tokens, colSide = Side::KeyTokens; ///< neighbouring maps with equal sides share labels
    int cols = 0;                                           ///< dimensions; 0: the columns are tokens
    int columnLabels = 0;                                   ///< px above a map
    bool hasHeads = true;                                   ///< false: one map for all heads
    QSize map{};                                            ///< in a picture: the fixed size of its maps
    bool isOfOther = false;                                 ///< of the state compared with, whose tokens may differ
    bool labelsEach = false;                                ///< each of its maps has labels of its own
    friend bool operator==(const StageSpace&, const StageSpace&) = default;
};

/// The input of the layout. Lengths are logical pixels; those of text depend only on the text size.
struct MapsSpace {
    QSize area; ///< the viewport
    int heads = 1;
    std::vector<StageSpace> stages; ///< in order
    int headLine = 0;               ///< at the top of a card, for its name
    int rowLabels = 0;              ///< left of a map
    int scale = 0;                  ///< a colour scale with its numbers, and the gap before it
    bool ownScales = false;         ///< each card has a scale in it; else the maps of a line share one beside them
    int padding = 6, gap = 6;       ///< px around all cards, and between them
    int ownScale() const { return ownScales ? scale : 0; }
    int sharedScale() const { return ownScales ? 0 : scale; }
    friend bool operator==(const MapsSpace&, const MapsSpace&) = default;
};

/// The number of heads side by side, and of stages side by side in each head (1: they are above each other).
struct MapsArrangement {
    int columns = 1, beside = 1;
    friend bool operator==(const MapsArrangement&, const MapsArrangement&) = default;
};

/// The rectangles of the cards and maps of all heads. Every map has the same space, so that cards are aligned across
/// and down. Stages without heads have lines of their own, above and below the heads in the order of the stages. Maps
/// scroll if their space would have a side below kMinSide.
class HeatmapsLayout {
public:
    static constexpr int kMinSide = 72;                  ///< px, of a map's space
    static constexpr int kEdge = 4, kFoot = 4, kTop = 2; ///< px, in a card

    HeatmapsLayout() = default;
    /// `before`: the previous arrangement of the same heads and stages. It is kept unless another is much better.
    explicit HeatmapsLayout(const MapsSpace& space, const std::optional<MapsArrangement>& before = {});
    /// Returns the layout of a picture, in which maps have the sizes of their stages. Lines without heads are at most
    /// as wide as those of the heads, or as the area.
    static HeatmapsLayout ofPicture(const MapsSpace& space, const MapsArrangement& arrangement);

    bool isEmpty() const { return cards_.empty(); }
    int heads() const { return isEmpty() ? 0 : space_.heads; }
    int stages() const { return static_cast<int>(space_.stages.size()); }
    const MapsArrangement& arrangement() const { return arrangement_; }
    bool scrolls() const { return scrolls_; }
    int bands() const { return bandsOf(arrangement_); } ///< rows of heads, each of one or more lines
    bool shows(int place, int stage) const;             ///< true if the head at `place`, from 0, has that map
    int titledStage() const;                            ///< the first stage with heads; -1: none
    int headLine() const { return space_.headLine; }
    QRect cardRect(int place, int stage) const;   ///< null for a map that is not shown
    QRect headRect(int place, int stage) const;   ///< the line of its name
    QMargins margins(int place, int stage) const; ///< from the card's edges to the map's space
    QSize mapSize(int place, int stage) const;    ///< size of the map's space
    bool labelsRows(int place, int stage) const { return cardOf(place, stage).labelsRows; }
    bool labelsCols(int place, int stage) const { return cardOf(place, stage).labelsCols; }
    /// Returns the bar that the maps of a line share, without the space for its text.
    QRect scaleRect(int stage, int band = 0) const;
    QSize contentSize() const { return content_; }

private:
    struct Card {
        QRect rect; ///< null: not shown
        QMargins margins;
        bool labelsRows = false, labelsCols = false;
    };
    /// Maps beside each other.
    struct Line {
        std::vector<std::pair<int, int>> maps; ///< {place, stage}
        int band = 0;                          ///< the row of heads
        bool ofHeads = true;
    };
    void setSpace(const MapsSpace& space);
    int ofHeads() const { return static_cast<int>(ofHeads_.size()); }
    const StageSpace& headStage(int i) const { return stageAt(ofHeads_[static_cast<std::size_t>(i)]); }
    const StageSpace& stageAt(int stage) const { return space_.stages[static_cast<std::size_t>(stage)]; }
    Card& cardOf(int place, int stage);
    const Card& cardOf(int place, int stage) const;
    int bandsOf(const MapsArrangement&) const;
    int linesOfHead(const MapsArrangement&) const;
    int linesOf(const MapsArrangement&) const;
    bool labelsColumns(const MapsArrangement&, int ofHeads, int band) const;
    int labelsDown(const MapsArrangement&) const;                 ///< px of labels in all lines of heads
    int labelledIn(const MapsArrangement&) const;                 ///< maximum of maps with row labels in a line
    double spaceAcross(int maps, int labelled, int scales) const; ///< px for each map of a line
    double spaceAcross(const MapsArrangement&) const;
    double spaceAcrossWithoutHeads() const;
    double spaceDown(const MapsArrangement&) const;
    QSizeF spaceAs(const MapsArrangement&) const;                            ///< the space of each map
    double worthOf(const MapsArrangement&, double minSide = kMinSide) const; ///< px of a side if all maps are visible
    MapsArrangement best(const std::optional<MapsArrangement>& before) const;
    int besideWithoutHeads() const;
    QSize sizeOf(int stage) const; ///< size of the space of its maps
    bool isNarrow(int stage) const;
    std::vector<Line> lines() const;
    void place();
    int placeLine(const Line& line, int top);

    MapsSpace space_;
    std::vector<int> above_, ofHeads_, below_; ///< indices of stages
    MapsArrangement arrangement_;
    bool scrolls_ = false;
    QSize map_;               ///< the space of a map
    std::vector<Card> cards_; ///< [place, stage]
    QSize content_;
};

} // namespace headlight
