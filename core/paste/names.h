#pragma once

#include <string_view>

namespace headlight {

/// The kinds of cells of a table.
enum class CellKind {
    Name,
    Number, ///< also one that cannot be read, "$0.50", "(1)", "٣"; or one that is missing
    Either, ///< a sign or word that may stand for a number, "-", "NA", "TRUE"; the cells beside it decide
};

/// Returns the kind of a cell. A name has more than signs, brackets, currencies, numbers and words for missing values.
CellKind kindOf(std::string_view cell);

/// True for a spreadsheet's text where a formula has no result: "#N/A", "#DIV/0!", "Err:502".
bool isErrorValue(std::string_view word);

} // namespace headlight
