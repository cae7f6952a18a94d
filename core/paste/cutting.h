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

/// "0,5, 1": the comma within the first word may be a point, or stand between two numbers.
std::optional<std::size_t> unclearComma(std::string_view text);

} // namespace headlight
