#pragma once

#include "base/Watch.h"
#include "paste/pasted.h"

#include <vector>

namespace headlight {

/// The beginning of nested lists.
struct ListStart {
    int depth = 0;         ///< brackets that open before the first element: 2 in [[1, 2]]
    std::size_t first = 0; ///< the place of that element
    bool areNumbers = false;
};
ListStart listStart(std::string_view text, std::size_t at);

/// Reads the nested lists at `at`, as NumPy, PyTorch, Python, JSON and MATLAB write them ([[1 2] [3 4]], [(1, 2)],
/// [1 2; 3 4]), and moves `at` to their end. Returns their matrices, several if the lists have more than two levels. A
/// list of one level is only added to `rows` as a row, since more rows may follow.
Result<std::vector<Matrix>> matricesFromLists(const Pasted&, std::size_t& at, PastedRows& rows, const Watch&);

/// Returns the place after the bracket that closes the one at `at`.
Result<std::size_t> endOfBrackets(const Pasted&, std::size_t at);

} // namespace headlight
