#pragma once

#include "base/Watch.h"
#include "paste/lexer.h"
#include "paste/matrixText.h"

#include <vector>

namespace headlight {

/// Returns the matrices in brackets in the code and output of a notebook. Lists of text, shapes (torch.Size([2, 3])),
/// indices (x[0]) and other text are ignored. A Problem if numbers would be lost, or if the code computes other numbers
/// from them, as in `tensor([[1, 2]]).T`. No matrices if no brackets have numbers.
Result<PastedText> matricesFromNotebook(const Pasted&, const Survey&, const Watch&);

/// Reads the nested lists at the place of the lexer, as NumPy, PyTorch, Python, JSON, MATLAB, Julia and C write them
/// ([[1 2] [3 4]], [(1, 2)], [1 2; 3 4], {{1, 2}, {3, 4}}), up to their end. Returns their matrices, several if the
/// lists have more than two levels. A list of one level is only added to `rows` as a row, since more rows may follow,
/// unless its lines or semicolons are rows.
Result<std::vector<Matrix>> matricesFromLists(const Pasted&, Lexer& lexer, PastedRows& rows, const Watch&);

/// Returns the place after the bracket that closes the one at `at`.
Result<std::size_t> endOfBrackets(const Pasted&, std::size_t at);

/// The matrices of one list of numbers in a text, or another output (a shape, a number), which has none.
struct Output {
    std::size_t begin, end;        ///< in the text
    std::size_t first = 0, of = 0; ///< the first of the matrices, and their number
};

/// Names the matrices that a notebook's cell prints after the expressions of its print() calls and of its last line:
/// "W_query" for `print(W_query)`, "keys" for `keys`. Matrices with names keep them. A cell that prints another number
/// of outputs gives no names, since it is not known which is which. `outputs`: those in the order of the text.
void namePrinted(const Pasted&, const std::vector<Line>& lines, const std::vector<Output>& outputs,
                 std::vector<PastedMatrix>& matrices);

} // namespace headlight
