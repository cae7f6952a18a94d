#pragma once

#include "plot/CellFormat.h"
#include "session/parameters.h"

#include <QMargins>
#include <QRect>
#include <QSize>

#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace headlight {

/// The space that a stage's maps need. It has no number of tokens: the layout does not depend on the sentence, except
/// if numbers are always shown.
struct StageSpace {
    Side rowSide = Side::Tokens, colSide = Side::KeyTokens; ///< neighbouring maps with equal sides share labels
    int cols = 0;                                           ///< dimensions; 0: the columns are tokens
    int columnLabels = 0;                                   ///< px above a map
    bool hasHeads = true;                                   ///< false: one map for all heads
    QSize map{};                                            ///< in a picture: the fixed size of its maps
    bool isOfOther = false;                                 ///< of the state compared with, whose tokens may differ
    bool labelsEach = false;                                ///< each of its maps has labels of its own
    bool sharesScale = false;                               ///< with the stage before it
    bool hasSameRows(const StageSpace& o) const { return rowSide == o.rowSide && isOfOther == o.isOfOther; }
    bool hasSameCols(const StageSpace& o) const { return colSide == o.colSide && isOfOther == o.isOfOther; }
    friend bool operator==(const StageSpace&, const StageSpace&) = default;
};

/// The input of the layout. Lengths are logical pixels; those of text depend only on the text size.
struct MapsSpace {
    static constexpr int kTokens = 8, kMaxTokens = 64;

    QSize area; ///< the viewport
    int heads = 1;
    std::vector<StageSpace> stages; ///< in order
    int headLine = 0;               ///< at the top of a card, for its name
    int rowLabels = 0;              ///< in the gutter left of the maps
    int scale = 0;                  ///< a colour scale with its numbers, and the gap before it
    bool ownScales = false;         ///< each card has a scale in it; else the stages' scales share the right gutter
    int padding = 4, gap = 8;       ///< around all cards; between maps. Beside each other, heads are twice as far apart
    std::array<int, kEnoughDecimals + 1> numbers{}; ///< see cellWidths()
    double rowOfNumbers = 12;                       ///< height of a cell for numbers of the usual size
    double digits = 1;                              ///< by which these grow, see cellFormat(), in cells as much higher
    QSize minCell{8, 10};                           ///< if numbers are always shown, large enough for one
    int tokens =
        kTokens; ///< that every map is assumed to have; if numbers are always shown, at least as many as it has
    bool areNumbersAlways = false; ///< also columns of dimensions, up to kMaxTokens, have at least the width of minCell
    int choiceWidth = 0; ///< px: the arrangement is that of an area as wide, if its cards are in sight; 0: of `area`
    friend bool operator==(const MapsSpace&, const MapsSpace&) = default;
};

/// The number of heads side by side, and of stages side by side in each head (1: they are above each other). Without a
/// stage that has heads, the number of stages side by side and 1.
struct MapsArrangement {
    int columns = 1, beside = 1;
    friend bool operator==(const MapsArrangement&, const MapsArrangement&) = default;
};

/// The rectangles of the cards and maps of all heads, on one raster: all columns are equally wide, all rows equally
/// high. A card is a map with its name and its labels. Row labels are left of a column, and left of the first column
/// only unless a map has other rows than the one left of it. Stages without heads have rows of their own, above and
/// below the heads in the order of the stages; a wide one takes several columns. The colour scales share a gutter
/// right of all maps.
class HeatmapsLayout {
public:
    static constexpr int kEdge = 4; ///< px, between a map and the edges of its card
    static constexpr int kFoot = 2; ///< px below a map
    static constexpr int kRow = 16; ///< px: a row if cells hold numbers

    HeatmapsLayout() = default;
    /// Lays out in that arrangement. In a picture, maps have the sizes of their stages.
    HeatmapsLayout(const MapsSpace& space, const MapsArrangement& arrangement);
    /// Lays out in the arrangement that is best for maps of MapsSpace::tokens: the first that has all maps in sight; of
    /// these one that shows more decimals; of these the one with the largest cells. If none has, the fewest lines with
    /// wide cells.
    static HeatmapsLayout best(MapsSpace space);

    bool isEmpty() const { return cards_.empty(); }
    int heads() const { return isEmpty() ? 0 : space_.heads; }
    int stages() const { return static_cast<int>(space_.stages.size()); }
    const MapsArrangement& arrangement() const { return arrangement_; }
    bool scrolls() const { return scrolls_; }
    std::pair<int, int> numbers() const; ///< how many stages have numbers of the usual size, and the decimals of all
    bool shows(int place, int stage) const { return place == 0 || stageAt(stage).hasHeads; } ///< `place`: of a head
    int titledStage() const { return ofHeads_.empty() ? -1 : ofHeads_.front(); } ///< the first with heads; -1: none
    int headLine() const { return space_.headLine; }
    QRect cardRect(int place, int stage) const { return cardOf(place, stage).rect; }
    QMargins margins(int place, int stage) const { return cardOf(place, stage).margins; } ///< from card to map
    QRect mapRect(int place, int stage) const { return cardRect(place, stage) - margins(place, stage); }
    bool labelsRows(int place, int stage) const { return cardOf(place, stage).labelsRows; }
    bool labelsCols(int place, int stage) const { return cardOf(place, stage).labelsCols; }
    bool hasScale(int stage) const { return !stageAt(stage).sharesScale; }
    QRect scaleRect(int stage) const; ///< with its name and its numbers
    bool scalesScroll() const;        ///< with the maps; else they stay at their places in the viewport
    QSize contentSize() const { return content_; }

private:
    struct Card {
        QRect rect; ///< null: not shown
        QMargins margins;
        bool labelsRows = false, labelsCols = false;
    };
    struct Spot {
        int place, stage, column;
    };
    struct Line {
        std::vector<Spot> spots;
        int labels = 0; ///< px above the maps
        bool labelsCols = false;
    };
    using Worth = std::tuple<bool, int, bool, double>; ///< in sight, decimals, comfortable, size

    void addLines();
    void addLinesWithoutHeads(int first, int end); ///< of stages
    int spanOf(int stage) const;
    void label();             ///< sets the labels of lines and columns
    double freeWidth() const; ///< px for each column
    double freeHeight() const;
    void fit(); ///< the size of maps in the viewport
    void place();
    int labelsOf(const Line& line) const { return line.labelsCols || scrolls_ ? line.labels : 0; } ///< px
    int heightAbove(const Line& line) const;
    int scaleHeight() const;
    int minScale() const { return 4 * space_.headLine; } ///< px, the minimum height of a scale
    int scalesTo(int stage) const;
    double minCellWidth() const; ///< see cell_
    Worth worth() const;
    int digitsOf(int stage) const;
    int colsOf(int stage) const { return stageAt(stage).cols > 0 ? stageAt(stage).cols : space_.tokens; }
    const StageSpace& stageAt(int stage) const { return space_.stages[static_cast<std::size_t>(stage)]; }
    bool isPicture() const { return !space_.stages.front().map.isEmpty(); }
    std::size_t indexOf(int place, int stage) const {
        return static_cast<std::size_t>(place) * space_.stages.size() + static_cast<std::size_t>(stage);
    }
    const Card& cardOf(int place, int stage) const { return cards_[indexOf(place, stage)]; }

    MapsSpace space_;
    std::vector<int> ofHeads_; ///< indices of the stages that have heads
    MapsArrangement arrangement_;
    int columns_ = 1;
    std::vector<Line> lines_;
    std::vector<int> before_;                  ///< px left of each column's maps: gap and row labels
    bool scrolls_ = false, areInSight_ = true; ///< of the content; of all cards
    QSize map_;                                ///< the space of a map in one column
    QSizeF cell_;                              ///< of a map with MapsSpace::tokens, before it is rounded
    std::vector<Card> cards_;                  ///< [place, stage]
    QSize content_;
    int top_ = 0, bottom_ = 0, right_ = 0; ///< px: of the first and last map, and the end of the cards
};

} // namespace headlight
