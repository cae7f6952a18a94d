#pragma once

#include "session/parameters.h"

#include <QMargins>
#include <QRect>

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// What a stage's maps need. There is no number of tokens here: where maps are does not depend on the sentence.
struct StageRoom {
    Side rowSide = Side::Tokens, colSide = Side::KeyTokens; ///< labelled once where neighbours have the same
    int cols = 0;                                           ///< dimensions across; 0: these are tokens
    int columnLabels = 0;                                   ///< px above a map
    bool hasHeads = true;                                   ///< else there is one map for all heads
    QSize map{};                                            ///< of a picture: its map, whatever room there is
    bool isOfOther = false;                                 ///< of another state, whose tokens may be others
    bool labelsEach = false;                                ///< each of its maps has labels of its own
    friend bool operator==(const StageRoom&, const StageRoom&) = default;
};

/// What the maps have to be laid out for. Lengths in logical pixels; those of text depend on its size alone.
struct MapsRoom {
    QSize area; ///< of the viewport
    int heads = 1;
    std::vector<StageRoom> stages; ///< in order
    int headLine = 0;              ///< at the top of a card, for its name
    int rowLabels = 0;             ///< left of a map
    int scale = 0;                 ///< a colour scale with its numbers, and the gap before it
    bool ownScales = false;        ///< each card has a scale in it; else the maps of a line share one beside them
    int padding = 6, gap = 6;      ///< around all, between cards
    int ownScale() const { return ownScales ? scale : 0; }
    int sharedScale() const { return ownScales ? 0 : scale; }
    friend bool operator==(const MapsRoom&, const MapsRoom&) = default;
};

/// How many heads are beside each other, and of the stages of each head how many (1: they are above each other).
struct MapsArrangement {
    int columns = 1, beside = 1;
    friend bool operator==(const MapsArrangement&, const MapsArrangement&) = default;
};

/// Where the cards and maps of all heads are, in closed form. Every map has the same room, so that cards are aligned
/// across and down. Stages without heads have lines of their own, above and below the heads in the order of the stages.
/// Maps scroll where their room would have a side below kMinSide.
class HeatmapsLayout {
public:
    static constexpr int kMinSide = 72;                  ///< px, of a map's room
    static constexpr int kEdge = 4, kFoot = 4, kTop = 2; ///< px, in a card

    HeatmapsLayout() = default;
    /// `before`: the arrangement that the same heads and stages have had. It is kept unless another is much better.
    explicit HeatmapsLayout(const MapsRoom& room, const std::optional<MapsArrangement>& before = {});
    /// Of a picture: maps have the sizes of their stages. Lines without heads are as wide as those of the heads, or as
    /// the area.
    static HeatmapsLayout ofPicture(const MapsRoom& room, const MapsArrangement& arrangement);

    bool isEmpty() const { return cards_.empty(); }
    int heads() const { return isEmpty() ? 0 : room_.heads; }
    int stages() const { return static_cast<int>(room_.stages.size()); }
    const MapsArrangement& arrangement() const { return arrangement_; }
    bool scrolls() const { return scrolls_; }
    int bands() const { return bandsOf(arrangement_); } ///< lines of heads
    bool shows(int place, int stage) const;             ///< whether the head shown at `place`, from 0, has that map
    int titledStage() const;                            ///< the first one with heads; -1: there is none
    int headLine() const { return room_.headLine; }
    QRect cardRect(int place, int stage) const;   ///< null for a map that is not shown
    QRect headRect(int place, int stage) const;   ///< of its name
    QMargins margins(int place, int stage) const; ///< from the card's edges to the map's room
    QSize mapSize(int place, int stage) const;    ///< of the map's room
    bool labelsRows(int place, int stage) const { return cardOf(place, stage).labelsRows; }
    bool labelsCols(int place, int stage) const { return cardOf(place, stage).labelsCols; }
    QRect scaleRect(int stage,
                    int band = 0) const; ///< the bar that the maps of a line share, without room for its text
    QSize contentSize() const { return content_; }

private:
    struct Card {
        QRect rect; ///< null: not shown
        QMargins margins;
        bool labelsRows = false, labelsCols = false;
    };
    /// Maps beside each other.
    struct Line {
        std::vector<std::pair<int, int>> maps; ///< place, stage
        int band = 0;                          ///< of heads
        bool ofHeads = true;
    };
    void setRoom(const MapsRoom& room);
    int ofHeads() const { return static_cast<int>(ofHeads_.size()); }
    const StageRoom& headStage(int i) const { return stageAt(ofHeads_[static_cast<std::size_t>(i)]); }
    const StageRoom& stageAt(int stage) const { return room_.stages[static_cast<std::size_t>(stage)]; }
    Card& cardOf(int place, int stage);
    const Card& cardOf(int place, int stage) const;
    int bandsOf(const MapsArrangement&) const;
    int linesOfHead(const MapsArrangement&) const;
    int linesOf(const MapsArrangement&) const;
    bool labelsColumns(const MapsArrangement&, int ofHeads, int band) const;
    int labelsDown(const MapsArrangement&) const;                ///< px, of all lines of heads
    int labelledIn(const MapsArrangement&) const;                ///< maps of a line that label their rows, at most
    double roomAcross(int maps, int labelled, int scales) const; ///< for each map of a line
    double roomAcross(const MapsArrangement&) const;
    double roomAcrossWithoutHeads() const;
    double roomDown(const MapsArrangement&) const;
    QSizeF roomAs(const MapsArrangement&) const;                           ///< of each map
    double worthOf(const MapsArrangement&, double least = kMinSide) const; ///< px, of a side in sight
    MapsArrangement best(const std::optional<MapsArrangement>& before) const;
    int besideWithoutHeads() const;
    QSize sizeOf(int stage) const; ///< of the room of its maps
    bool isNarrow(int stage) const;
    std::vector<Line> lines() const;
    void place();
    int placeLine(const Line& line, int top);

    MapsRoom room_;
    std::vector<int> above_, ofHeads_, below_; ///< stages
    MapsArrangement arrangement_;
    bool scrolls_ = false;
    QSize map_;               ///< the room of a map
    std::vector<Card> cards_; ///< [place, stage]
    QSize content_;
};

} // namespace headlight
