#pragma once

#include "plot/CellFormat.h"
#include "session/parameters.h"

#include <QSize>

#include <array>
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
    int rowOfNumbers = 12;                          ///< height of a cell for numbers
    double digits = 1;                              ///< by which these grow, see cellFormat(), in cells as much higher
    QSize minCell{8, 10};                           ///< if numbers are always shown, large enough for one
    int tokens =
        kTokens; ///< that every map is assumed to have; if numbers are always shown, at least as many as it has
    bool areNumbersAlways = false; ///< also columns of dimensions, up to kMaxTokens, have at least the width of minCell
    friend bool operator==(const MapsSpace&, const MapsSpace&) = default;
};

/// The number of heads side by side, and of stages side by side in each head (1: they are above each other). Without a
/// stage that has heads, the number of stages side by side and 1.
struct MapsArrangement {
    int columns = 1, beside = 1;
    friend bool operator==(const MapsArrangement&, const MapsArrangement&) = default;
};

} // namespace headlight
