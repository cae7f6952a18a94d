#pragma once
// core/paste: numbers that people paste and copy, as text. Knows no session and no file, and of the core base alone.
// Pure functions, safe from any thread.

#include "base/Matrix.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct PastedMatrix {
    std::string name; ///< "W_q" of "W_q = ..."; empty: none
    Matrix numbers;
};

struct PastedText {
    std::vector<PastedMatrix> matrices; ///< in the order of the text; at least one
    bool hasOtherText = false;          ///< around them, which was passed over
};

/// Numbers as people paste them: tab-, comma-, semicolon- or blank-separated lines, one bare number, and what notebooks
/// hold and print: NumPy, PyTorch, Python, JSON and MATLAB, with names, comments, shapes and other text around
/// them. Decimal commas are understood where tabs or semicolons separate. One-dimensional lists that follow each other
/// are the rows of a matrix. Problems name the place of what cannot be read; values must be finite.
/// `watch` is asked at the end of each row; that it does not go on is a Problem.
Result<PastedText> matricesFromText(std::string_view pasted, const Watch& watch = {});

/// Tab-separated lines that read back exactly: what Copy puts on the clipboard.
std::string matrixAsTsv(const Matrix&);

} // namespace headlight
