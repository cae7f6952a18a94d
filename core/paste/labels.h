#pragma once

#include "paste/cutting.h"

namespace headlight {

/// What a table has beside its numbers.
struct Labels {
    bool hasHeader = false;
    std::size_t columns = 0; ///< that come before the numbers
    bool areOfHeads = false; ///< the first of them says of which head
};

/// Of a table of separated text.
Labels labelsOf(const Lines& lines, const Cutting& cutting);
/// A table as pandas prints it: its names, and lines that begin with theirs or with 0, 1, 2.
bool isFrame(const Lines& lines);

} // namespace headlight
