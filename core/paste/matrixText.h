#pragma once
// core/paste: matrices as text, as people copy and paste them. It knows no sessions and no files. Functions are pure
// and may be called on any thread.

#include "base/Matrix.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct PastedMatrix {
    std::string name; ///< "W_q" of "W_q = ..."; empty if there is none
    Matrix numbers;
    bool isParameter = false; ///< printed by PyTorch below "Parameter containing:"
};

/// The parts of a text that were left out, each by its beginning, "My, shoes, …"; empty if it has none.
struct LeftOut {
    std::string firstRow{};    ///< the header of a table
    std::string firstColumn{}; ///< the names of its rows
    std::size_t columns = 0;   ///< columns that were left out; the last of them had the names
    std::string comments{};    ///< the comments that had numbers
};

struct PastedText {
    std::vector<PastedMatrix> matrices; ///< in the order of the text; at least one
    bool hasOtherText = false;          ///< true if other text around them was ignored
    bool hasDecimalCommas = false;      ///< commas were read as decimal points
    std::string whyIgnored{};           ///< for arrays of a file: "b_q: its numbers are complex"
    LeftOut leftOut{};
};

/// Returns the matrices of a pasted text. It is one of two kinds:
/// - lines of numbers separated by tabs, commas, semicolons or spaces, as spreadsheets, pandas, R, MATLAB, Octave and
///   Julia write them, with a name ("A ="), a common factor and blocks of columns; tables in frames or of Markdown; the
///   matrices and tables of LaTeX. Empty lines separate matrices, unless they are between all rows;
/// - lists in brackets in code and output of notebooks (NumPy, PyTorch, Python, JSON, MATLAB, Julia, C) with names,
///   comments, prompts, shapes and other text around the numbers. Lists of one dimension that follow each other are the
///   rows of a matrix. What a cell of a notebook prints is named after what it prints.
/// Names of rows and columns are left out (readers.h), also tokens that look like numbers or signs, if an empty corner,
/// a line of a frame or names beside them show that they are names. A table that stageFile.h writes of several heads
/// gives a matrix for each head, "head 1". A number may be a fraction, "1/3". Decimal commas are read in LaTeX, in
/// quotes, between tabs or semicolons, and between spaces if each comma stands within a number ("0,5 1,5" or "0,5,
/// 1,5"). If all of them may be commas of thousands, that is a Problem. Numbers must be finite. Problems name line and
/// column of what cannot be read. `watch` is called at the end of each row. `isMask`: True is 1, and infinity 1e9.
Result<PastedText> matricesFromText(std::string_view pasted, const Watch& watch = {}, bool isMask = false);

/// Returns a pasted mask [queries, keys] in which 1 means "may attend". The text is read as by matricesFromText() and
/// has 1 or True where a query may attend and 0 or False where not, or 0 and minus infinity (or less than -1,000), as
/// models add it to scores. One row or column of `keys` numbers holds for every query. Of several matrices, the first
/// with a fitting shape is taken. Problems: other shapes or numbers, and zeros alone, which may mean both.
Result<Matrix> maskFromText(std::string_view text, Index queries, Index keys);

/// Returns the mask that these numbers are, by the same rules.
Result<Matrix> maskOfNumbers(Matrix numbers, Index queries, Index keys);

} // namespace headlight
