#pragma once

#include "base/Range.h"
#include "session/UnknownMembers.h"
#include "session/parameters.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// A part of one side of a map, in cells.
struct SideSpan {
    double first = 0, count = 0;
    friend bool operator==(const SideSpan&, const SideSpan&) = default;
};

/// The sides that a person can look at a part of, and their words in a file.
inline constexpr std::array<std::pair<Side, const char*>, 9> kRegionSides{{{Side::Tokens, "queries"},
                                                                           {Side::KeyTokens, "keys"},
                                                                           {Side::D, "d"},
                                                                           {Side::DSource, "d_source"},
                                                                           {Side::Dk, "d_k"},
                                                                           {Side::Dv, "d_v"},
                                                                           {Side::Concat, "concat"},
                                                                           {Side::DOut, "d_out"},
                                                                           {Side::Width, "width"}}};

/// The way numbers become colours. A word that is not known stands for the usual one, and is kept.
struct ColourChoice {
    std::string map{};            ///< "viridis"; empty: the usual map
    std::optional<Range> range{}; ///< low < high; nothing: as the numbers need
    std::string curve{};          ///< "linear", "root", "logarithm"; empty: for the numbers, linear for signed maps
    friend bool operator==(const ColourChoice&, const ColourChoice&) = default;
};

/// The view in which a session was seen: kept in its file, but not in its history. What a file may leave out is
/// optional. Stages and parameters have their names in files, "scores" and "W_q"; unknown ones are not shown.
struct View {
    int layer = 0, head = 0, query = 0, key = 0; ///< from 0; a reader cuts them to what exists
    std::string stage{};                         ///< the stage of the selected number; empty: weights
    int column = 0;                              ///< the column of that stage, if its columns are not tokens

    std::vector<std::string> stages{}; ///< the stages whose maps are shown; empty: not given
    std::string parameter{};           ///< the parameter whose table is shown; empty: not given
    std::optional<bool> scalePerHead{}, rangeWithoutFirst{}, numbers{}, numbersAlways{};
    std::optional<bool> tokenIds{}; ///< the ids of the tokens are shown
    std::optional<int> decimals{};  ///< decimals of the numbers in maps; nothing: as many as fit, usually up to four
    std::optional<int> largeHead{}; ///< the head that is shown alone
    std::optional<bool> split{};    ///< the table shows one W for all heads, bracketed by head; else that of one head
    std::optional<ColourChoice> signedColours{}, unsignedColours{}; ///< for scores and vectors; for weights
    std::string pooling{};             ///< how numbers that share a pixel become one; empty: not given
    std::map<Side, SideSpan> region{}; ///< the visible part, cut to what exists; of other sides all

    struct Unknown { ///< the unknown members of each object of the file
        UnknownMembers view, selection, region, signedColours, unsignedColours;
        friend bool operator==(const Unknown&, const Unknown&) = default;
    };
    Unknown unknown{};

    friend bool operator==(const View&, const View&) = default;
};

} // namespace headlight
