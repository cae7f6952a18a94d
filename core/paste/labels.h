#pragma once

#include "paste/cutting.h"

namespace headlight {

/// The labels that a table has beside its numbers.
struct Labels {
    bool hasHeader = false;
    std::size_t columns = 0; ///< columns of labels before the numbers
    bool areOfHeads = false; ///< true if the first of these columns has the numbers of heads
};

/// Finds the labels of a table of separated text.
Labels labelsOf(const Lines& lines, const Cutting& cutting);
/// True for a table as pandas prints it: names of columns, then lines that begin with a name; or 0, 1, 2 for names.
bool isFrame(const Lines& lines);

} // namespace headlight
