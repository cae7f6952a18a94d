#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

using Lines = std::vector<std::string_view>;

/// A way to cut a block of lines without brackets into cells.
struct Cutting {
    char separator = ' ';       ///< ' ' means any number of spaces
    bool semicolonRows = false; ///< "1 2; 3 4"
    bool decimalComma = false;
    bool commaBeforeBlank = false; ///< "0,5, 1,5"
};

/// Finds the cutting of a text without brackets and quotes.
Cutting cuttingOf(std::string_view text);
Lines cellsOf(std::string_view line, const Cutting& cutting);
/// Returns the place of the separator that ends the first cell, or npos. One in quotes ends no cell; within quotes ""
/// is a quote of the text.
std::size_t endOfCell(std::string_view line, char separator);

Lines cut(std::string_view line, char separator);
Lines cutAtBlanks(std::string_view line, std::string_view blanks = " ");
bool hasInnerBlank(std::string_view cell);

/// True if the comma between two texts may be one of thousands, as in "1,234".
bool mayBeThousands(std::string_view before, std::string_view behind);

/// Returns the place of a comma within a word that may be a decimal comma or one of thousands, or may stand between two
/// numbers: "0,5, 1" and "1,234,567 2".
std::optional<std::size_t> unclearComma(std::string_view text);

} // namespace headlight
