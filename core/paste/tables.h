#pragma once

#include "base/Watch.h"
#include "paste/lexer.h"
#include "paste/matrixText.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A way to cut a row of text into cells.
struct Cutting {
    char separator = ' ';        ///< ' ' means any number of spaces, also behind a comma; '&' is that of LaTeX
    bool semicolonRows = false;  ///< "1 2; 3 4"
    std::vector<bool> isEmpty{}; ///< columns that are left out, since they have no text
};

/// Finds the cutting of lines without brackets.
Cutting cuttingOf(const Lines&);
Lines cellsOf(std::string_view line, const Cutting&);
/// Returns the columns that are empty in each of these lines. A Problem if a cell is an error value of a spreadsheet.
Result<std::vector<bool>> emptyColumns(const Pasted&, const Lines&, const Cutting&);
/// Returns the text from a comma within a word that may be a decimal comma or one of thousands, or may stand between
/// two numbers: "0,5, 1" and "1,234,567 2".
std::optional<std::string_view> unclearComma(const Lines&);
/// True if the comma between two texts may be one of thousands, as in "1,234".
bool mayBeThousands(std::string_view before, std::string_view behind);

/// A matrix in rows of text.
struct Table {
    std::string_view name{};                           ///< "A" of "A ="
    int exponent = 0;                                  ///< the power of ten of a common factor, "1.0e+03 *"
    std::vector<Lines> blocks = std::vector<Lines>(1); ///< of columns, printed below each other
    std::size_t header = 0;                            ///< rows above a line such as "|---|"
    bool isFrame = false;                              ///< pandas printed it in blocks, with names in each
    bool hasIndex = false;                             ///< the first column is the index of a Series of pandas
};

constexpr const char* kUnequalBlocks = "the blocks of columns have different numbers of rows; copy all of them.";

struct Tables {
    std::vector<Table> all{};
    bool hasBars = false;      ///< "|" is between cells
    bool hasOtherText = false; ///< text beside the tables was ignored
};

/// Finds the tables in lines: below "A =", "A = 2×3", "2×3 single matrix" or "A:", and a common factor, as MATLAB,
/// Octave and Julia print them; in frames; in blocks of columns, of MATLAB ("Columns 1 through 8") and of pandas; and
/// between empty lines, unless these are between all rows.
Result<Tables> tablesOf(const Pasted&, const std::vector<Line>&);

/// True for what a program prints beside a table: "[4 rows x 12 columns]", "dtype: float64", "shape: (2, 2)".
bool isNotice(std::string_view line);
/// True for rows of a table that pandas prints, or one in a frame, in which "#" is a token.
bool isPrintedTable(const Lines& rows);
/// True also for rows below an empty cell, as pandas writes a table. Brackets in a table are tokens.
bool isTable(const Lines& rows);
/// True for lines as pandas prints a table: each below the first has a word more, and the corner is empty.
bool hasFreeCorner(const Lines&);

/// The labels that a table has beside its numbers.
struct Labels {
    std::size_t header = 0;  ///< rows of names above the numbers
    std::size_t columns = 0; ///< columns of labels before the numbers
    bool areOfHeads = false; ///< true if the first of these columns has the numbers of heads
};

/// Finds the labels of a table: names in its first row and column; numbers and signs, too, below an empty corner or
/// beside names, or if the first row is equal to the first column.
Labels labelsOf(const Table&, const Cutting&);

/// Reads the numbers of tables into matrices.
class Grid {
public:
    Grid(const Pasted& pasted, const Watch& watch) : pasted_(pasted), watch_(watch) {}

    /// Reads a table. `mayHaveLabels`: names in its first row and column are no mistake.
    Result<void> read(const Table&, Cutting, bool mayHaveLabels);
    Result<PastedText> take(); ///< returns the matrices; a Problem if all commas may be those of thousands

private:
    void leaveOut(const Table&, const Cutting&, const Labels&);
    Result<void> readRow(std::string_view line, const Cutting&, std::size_t labels, int exponent);

    const Pasted& pasted_;
    const Watch& watch_;
    PastedText found_;
    PastedRows rows_;
    std::string_view firstComma_; ///< the first number that has a comma
    bool isClear_ = false;        ///< true if one of these commas cannot be a comma of thousands
};

/// Returns the matrices in lines of text: tables of separated numbers, of spreadsheets, of pandas, in frames, and as
/// MATLAB, Octave and Julia print them.
Result<PastedText> matricesFromGrid(const Pasted&, const Survey&, const Watch&);

} // namespace headlight
