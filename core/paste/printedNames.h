#pragma once

#include "paste/matrixText.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace headlight {

/// The matrices of one list of numbers in a text, or another output (a shape, a number), which has none.
struct Output {
    std::size_t begin, end;        ///< in the text
    std::size_t first = 0, of = 0; ///< the first of the matrices, and their number
};

/// Names the matrices that a notebook's cell prints after the expressions of its print() calls and of its last line:
/// "W_query" for `print(W_query)`, "keys" for `keys`. Matrices with names keep them. A cell that prints another number
/// of outputs gives no names, since it is not known which is which. `outputs`: those in the order of the text.
void namePrinted(std::string_view text, const std::vector<Output>& outputs, std::vector<PastedMatrix>& matrices);

} // namespace headlight
