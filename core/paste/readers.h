#pragma once
// The readers of pasted text: of numbers in brackets, of tables, and of LaTeX. They throw NotPasted.

#include "paste/matrixText.h"
#include "paste/pasted.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The beginning of nested lists.
struct ListStart {
    int depth = 0;         ///< brackets that open before the first element: 2 in [[1, 2]]
    std::size_t first = 0; ///< the place of that element
    bool areNumbers = false;
};
ListStart listStart(std::string_view text, std::size_t at); ///< `at`: the place of a bracket

/// Returns the dialect of a text. It is code if it has lists of numbers in brackets.
Dialect dialectOf(std::string_view text);

/// Returns the matrices in brackets in the code and output of a notebook. Lists of text, shapes (torch.Size([2, 3])),
/// indices (x[0]) and other text are ignored. Refused if numbers would be lost, or if the code computes other numbers
/// from them, as in `tensor([[1, 2]]).T`. No matrices if no brackets have numbers.
PastedText matricesFromNotebook(const Pasted&);

/// Reads the nested lists at `at`, as NumPy, PyTorch, Python, JSON, MATLAB, Julia and C write them ([[1 2] [3 4]],
/// [(1, 2)], [1 2; 3 4], {{1, 2}, {3, 4}}), and moves `at` behind them. Returns their matrices, several if the lists
/// have more than two levels. A list of one level is only added to `rows` as a row, since more rows may follow, unless
/// its lines or semicolons are rows.
std::vector<Matrix> matricesFromLists(const Pasted&, std::size_t& at, PastedRows& rows);

/// Returns the matrices in lines of text: tables of separated numbers, of spreadsheets, of pandas, in frames, and as
/// MATLAB, Octave and Julia print them.
PastedText matricesFromGrid(const Pasted&, const std::vector<Line>&);

bool isNotice(std::string_view line); ///< beside a table: "[4 rows x 12 columns]", "dtype: float64"
/// True for rows of a table that pandas prints, or one in a frame, in which "#" is a token.
bool isPrintedTable(const Lines& rows);
/// True also for rows below an empty cell, as pandas writes a table. Brackets in a table are tokens.
bool isTable(const Lines& rows);

/// Returns the matrices of LaTeX (matrix, bmatrix, array ...) and its tables (tabular), with the names before them.
PastedText matricesFromLatex(Pasted);
std::string_view withoutLayout(std::string_view cell); ///< without blanks, "$" and commands of layout around it
/// Returns "1,5e-3" of "1{,}5 \times 10^{-3}", and "1000" of "1\,000". Other text is returned as it is.
std::string numberOfLatex(std::string_view cell);

/// A matrix in rows of text.
struct Table {
    std::string_view name{};                           ///< "A" of "A ="
    int exponent = 0;                                  ///< the power of ten of a common factor, "1.0e+03 *"
    std::vector<Lines> blocks = std::vector<Lines>(1); ///< of columns, printed below each other
    std::size_t header = 0;                            ///< rows above a line such as "|---|"
    bool isFrame = false;                              ///< pandas printed it in blocks, with names in each
    bool hasIndex = false;                             ///< the first column is the index of a Series of pandas
    bool mayHaveLabels = true;                         ///< names in the first row and column are no mistake
};
struct Tables {
    std::vector<Table> all{};
    bool hasBars = false;      ///< "|" is between cells
    bool hasOtherText = false; ///< text beside the tables was ignored
};

/// Finds the tables in lines: below "A =", "A = 2×3", "2×3 single matrix" or "A:", and a common factor, as MATLAB,
/// Octave and Julia print them; in frames; in blocks of columns, of MATLAB ("Columns 1 through 8") and of pandas; and
/// between empty lines, unless these are between all rows.
Tables tablesOf(const Pasted&, const std::vector<Line>&);

/// Reads the numbers of tables. `separator` of cells: ' ' means any number of spaces, '&' is that of LaTeX. Refused
/// if all commas may be those of thousands.
PastedText matricesOf(const Pasted&, const std::vector<Table>&, char separator);

/// The labels that a table has beside its numbers.
struct Labels {
    std::size_t header = 0;  ///< rows of names above the numbers
    std::size_t columns = 0; ///< columns of labels before the numbers
    bool areOfHeads = false; ///< true if the first of these columns has the numbers of heads
};
/// Finds labels in rows of cells: names in the first row and column; numbers and signs, too, below an empty corner or
/// beside names, or if the first row is equal to the first column. `header`: rows above a rule; `isFree`: cells between
/// spaces have a free corner.
Labels labelsOf(const std::vector<Lines>& rows, std::size_t header, bool isSpaced, bool isFree);
/// True for lines as pandas prints a table: each below the first has a word more, and the corner is empty.
bool hasFreeCorner(const Lines&);

} // namespace headlight
