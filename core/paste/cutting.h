#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

using Lines = std::vector<std::string_view>;

/// How a block of lines without brackets is cut into cells.
struct Cutting {
    char separator = ' ';       ///< ' ': any number of spaces
    bool semicolonRows = false; ///< "1 2; 3 4"
    bool decimalComma = false;
    bool commaBeforeBlank = false; ///< "0,5, 1,5"
};

/// Of a text without brackets and quotes.
Cutting cuttingOf(std::string_view text);
Lines cellsOf(std::string_view line, const Cutting& cutting);
/// A separator in quotes, which a quote of the text stands twice in, ends no cell.
std::size_t endOfCell(std::string_view line, char separator);

Lines cut(std::string_view line, char separator);
Lines cutAtBlanks(std::string_view line, std::string_view blanks = " ");
bool hasInnerBlank(std::string_view cell);

/// "1,234": whether this may be a comma of thousands, between the text before it and the text behind it.
bool mayBeThousands(std::string_view before, std::string_view behind);

/// "0,5, 1" and "1,234,567 2": a comma within a word may be a point or one of thousands, or stand between two numbers.
std::optional<std::size_t> unclearComma(std::string_view text);

} // namespace headlight
