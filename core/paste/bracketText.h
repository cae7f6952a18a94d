#pragma once

#include "base/Watch.h"
#include "paste/pasted.h"

#include <vector>

namespace headlight {

/// What follows an opening bracket.
struct ListStart {
    int depth = 0;         ///< how many brackets open before the first element: 2 in [[1, 2]]
    std::size_t first = 0; ///< where that element stands
    bool areNumbers = false;
};
ListStart listStart(std::string_view text, std::size_t at);

/// Reads the nested lists at `at`, as NumPy, PyTorch, Python, JSON and MATLAB write them ([[1 2] [3 4]], [(1, 2)],
/// [1 2; 3 4]), and moves `at` behind them. The result is their matrices, several if the lists are nested deeper than
/// two levels. A single list is a row, which stays in `rows`, since others may follow.
Result<std::vector<Matrix>> matricesFromLists(const Pasted&, std::size_t& at, PastedRows& rows, const Watch&);

/// The place behind the bracket that closes the one at `at`.
Result<std::size_t> endOfBrackets(const Pasted&, std::size_t at);

} // namespace headlight
