#pragma once

#include "base/Matrix.h"
#include "base/Result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// `cell` without blanks around it.
std::string_view trimmedCell(std::string_view cell);

/// Of letters, digits, "_" and ".", as names and numbers are.
bool isWordCharacter(char);

/// Where the text in quotes ends that begins at `at`: its closing quote in the same line, or `at` if none begins there.
/// The apostrophe of "isn't" begins none.
std::size_t endOfQuotes(std::string_view text, std::size_t at);

/// A pasted text without its comments ("# ..."), and with its typographic characters made plain: line ends to \n,
/// special blanks to " ", the minus sign to "-". Knows where each part of it stands.
class Pasted {
public:
    /// Problems: nothing but blanks, too long, not UTF-8.
    static Result<Pasted> from(std::string_view text);

    const std::string& text() const { return text_; }

    /// `part`, a piece of text(), as a number. Problems name line and column.
    Result<float> number(std::string_view part, bool decimalComma) const;

    static bool isNumber(std::string_view part);
    static bool isNonFinite(std::string_view word); ///< "nan", "-inf", "Infinity"

    /// "Line 2, column 7: `what`"
    Problem problem(std::size_t at, const std::string& what) const;
    Problem problemOfLine(std::size_t at, const std::string& what) const; ///< "Line 2: `what`"
    std::size_t offsetOf(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

private:
    std::string text_;
};

/// Rows as they are read; those of one matrix must have equal lengths.
class PastedRows {
public:
    static constexpr std::size_t kMaxNumbers = 10'000'000; ///< of all matrices of a text

    Result<void> add(float value);
    /// `at` is where the row ends.
    Result<void> endRow(const Pasted& pasted, std::size_t at);
    std::size_t inRow() const { return inRow_; } ///< numbers of the row that is being read
    bool areNone() const { return rows_ == 0; }
    Matrix take(); ///< the rows so far; those that follow are of another matrix

private:
    std::vector<float> numbers_;
    std::size_t rows_ = 0, cols_ = 0, inRow_ = 0, taken_ = 0;
};

} // namespace headlight
