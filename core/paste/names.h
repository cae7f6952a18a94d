#pragma once

#include <string_view>

namespace headlight {

/// What a cell of a table may be, in whatever dress.
enum class CellKind {
    Name,
    Number, ///< also one that cannot be read: "$0.50", "(1)", "٣"; or none where one is missing
    Either, ///< a sign or a word that may stand for a number: "-", "NA", "TRUE"; it is what those beside it are
};

/// A name is what is left without signs, brackets, currencies, digits of any script and words for what is missing.
CellKind kindOf(std::string_view cell);

/// "#N/A", "#DIV/0!", "Err:502": what spreadsheets print where a formula has no result.
bool isErrorValue(std::string_view word);

} // namespace headlight
