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

/// How numbers become colours. A word that is not known stands for the usual one, and is kept.
struct ColourChoice {
    std::string map{};            ///< "viridis"; empty: the usual one
    std::optional<Range> range{}; ///< low < high; not said: as the numbers need
    std::string curve{};          ///< "root", "logarithm"; empty: straight
    friend bool operator==(const ColourChoice&, const ColourChoice&) = default;
};

/// How a session was looked at: kept in its file, but no part of its history. What a file may leave out is optional.
/// Stages and parameters stand here by their words, "scores" and "W_q"; one that is not known is not shown.
struct View {
    int layer = 0, head = 0, query = 0, key = 0; ///< from 0; a reader cuts them to what exists
    std::string stage{};                         ///< of the selected number; empty: its weight
    int column = 0;                              ///< of that stage, where no tokens stand along its columns

    std::vector<std::string> stages{}; ///< whose maps are shown; empty: not said
    std::string parameter{};           ///< whose table is shown; empty: not said
    std::optional<bool> scalePerHead{}, numbers{};
    std::optional<int> decimals{};  ///< of the numbers in maps; nothing: as many as fit, up to four
    std::optional<int> largeHead{}; ///< shown alone
    std::optional<bool> split{}; ///< the table shows one W for all heads, bracketed by head; else that of the selected
    std::optional<ColourChoice> signedColours{}, unsignedColours{}; ///< of scores and vectors; of weights
    std::string pooling{};             ///< which of the numbers that share a dot it shows; empty: not said
    std::map<Side, SideSpan> region{}; ///< the part that is seen, cut to what exists where it is shown; of others all

    struct Unknown { ///< of each object of the file
        UnknownMembers view, selection, region, signedColours, unsignedColours;
        friend bool operator==(const Unknown&, const Unknown&) = default;
    };
    Unknown unknown{};

    friend bool operator==(const View&, const View&) = default;
};

} // namespace headlight
