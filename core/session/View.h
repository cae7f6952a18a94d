#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// How a session was looked at: kept in its file, but no part of its history. What a file may leave out is optional.
/// Stages and parameters stand here by their words, "scores" and "W_q"; one that is not known is looked at by nobody.
struct View {
    int layer = 0, head = 0, query = 0, key = 0; ///< from 0; a reader cuts them to what exists

    std::vector<std::string> stages{}; ///< whose maps are shown; empty: not said
    std::string parameter{};           ///< whose table is shown; empty: not said
    std::optional<bool> scalePerHead{}, numbers{};
    std::optional<int> largeHead{}; ///< shown alone
    /// The part of a map that is seen, in cells: first and how many. Cut to what exists where it is shown.
    struct Part {
        double first = 0, count = 0;
        friend bool operator==(const Part&, const Part&) = default;
    };
    std::optional<Part> queries{}, keys{}; ///< nothing: all of them

    friend bool operator==(const View&, const View&) = default;
};

} // namespace headlight
