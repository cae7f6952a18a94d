#pragma once
// core/paste: matrices as text, as people copy and paste them. No sessions, no files. Pure functions; any thread.

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
    bool isParameter = false; ///< printed by PyTorch below "Parameter containing:"
};

/// What of a text was left out, by its beginning: "My, shoes, …". Empty: nothing.
struct LeftOut {
    std::string firstRow{};    ///< the header of a table
    std::string firstColumn{}; ///< the names of its rows
    std::size_t columns = 0;   ///< how many were left out; the names were in the last of them
    std::string comments{};    ///< those that had numbers
};

struct PastedText {
    std::vector<PastedMatrix> matrices; ///< in the order of the text; at least one
    bool hasOtherText = false;          ///< whether other text around them was ignored
    bool hasDecimalCommas = false;      ///< commas were read as decimal points
    std::string whyIgnored{};           ///< of arrays of a file: "b_q: its numbers are complex"; empty: not said
    LeftOut leftOut{};
};

/// The matrices of a pasted text: lines of numbers separated by tabs, commas, semicolons or spaces, as MATLAB prints
/// them also below "A =" and a common factor; a table of Markdown; a single number; or code and output of notebooks:
/// NumPy, PyTorch, Python, JSON, MATLAB and LaTeX, with names, comments, shapes and other text around the numbers.
/// Decimal commas are read if tabs or semicolons separate the numbers, or spaces (with or without a comma before them)
/// where each comma of the block stands within a number of its own, in quotes, and in LaTeX, unless all of them may be
/// commas of thousands. Of a table separated by commas, semicolons or tabs a first line of names (names.h) is its
/// header, and a first column of them, or below an empty cell of the header, has those of its rows. Of the tables that
/// stageFile.h writes of several heads each is a matrix, "head 1". One-dimensional lists that follow each other are the
/// rows of a matrix. Numbers must be finite. Problems name line and column of what cannot be read. `watch` is called at
/// the end of each row.
Result<PastedText> matricesFromText(std::string_view pasted, const Watch& watch = {});

} // namespace headlight
