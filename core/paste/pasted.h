#pragma once

#include "base/Matrix.h"
#include "base/Result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

using Lines = std::vector<std::string_view>;

Lines cut(std::string_view line, char separator);
Lines wordsOf(std::string_view line, std::string_view blanks = " ");
bool hasInnerBlank(std::string_view cell);

/// Returns `cell` without spaces and tabs around it.
std::string_view trimmedCell(std::string_view cell);

/// Returns `cell` without blanks and quotes around it, and without the blanks directly inside these quotes.
std::string_view withoutQuotes(std::string_view cell);

/// The beginning of a list, for a message: "My, shoes, …".
class Listing {
public:
    static constexpr std::size_t kMaxListed = 2; ///< items that are listed

    void add(std::string_view cell); ///< adds a cell, unless it is empty
    void add(const Lines& cells);
    void addComment(std::string_view comment); ///< only one with numbers is remembered
    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::size_t count_ = 0;
};

/// A pasted text with all line ends as \n, special spaces as " ", the minus sign, or a dash before a number, as "-",
/// and the lines of frames as "|", "-", "=" and "+". It has no characters that cannot be seen.
class Pasted {
public:
    /// Problems: only spaces, too long, not UTF-8.
    static Result<Pasted> from(std::string_view text);

    const std::string& text() const { return text_; }
    void blank(std::string_view part); ///< replaces a part of text() by blanks

    /// Returns the number in `part`, a view into text(), times 10 to the power of `exponent`, rounded once. A comma is
    /// a decimal one. Problems name line and column.
    Result<float> number(std::string_view part, int exponent = 0) const;

    Problem errorValue(std::string_view part, const std::string& where) const; ///< `where`: " in cell 2"
    /// Returns the Problem of numbers, `part` among them, whose commas may all be commas of thousands.
    Problem unclearThousands(std::string_view part) const;

    Problem calculation(std::string_view part) const; ///< `part`: an operator or a function
    Problem notClosed(std::size_t at) const;          ///< `at`: the place of a bracket

    static bool isNumber(std::string_view part);
    static bool isNonFinite(std::string_view word); ///< "nan", "-inf", "Infinity"
    static bool isTruth(std::string_view word);     ///< "True", "FALSE"

    /// Returns "Line 2, column 7: `what`".
    Problem problem(std::size_t at, const std::string& what) const;
    Problem problemOfLine(std::size_t at, const std::string& what) const; ///< "Line 2: `what`"
    std::size_t offsetOf(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

private:
    std::string_view functionAt(std::size_t at) const; ///< "torch.eye" of "x = torch.eye(2)"; empty if there is none

    std::string text_;
};

constexpr std::size_t kMaxMatrices = 1'000;           ///< in a text, for the user to choose from
constexpr std::size_t kMaxPastedNumbers = 10'000'000; ///< in all matrices of a text
Problem tooManyMatrices();
Problem tooManyNumbers();

/// Collects the rows of a matrix. They must have equal lengths.
class PastedRows {
public:
    Result<void> add(float value);
    /// Ends a row, or rows of `width` numbers if there is one; `at` is its place in the text, for a Problem.
    Result<void> endRow(const Pasted& pasted, std::size_t at, std::size_t width = 0);
    std::size_t inRow() const { return inRow_; } ///< numbers in the current row
    bool areNone() const { return rows_ == 0; }
    Matrix take(); ///< returns the matrix of the rows so far, and begins another one

private:
    std::vector<float> numbers_;
    std::size_t rows_ = 0, cols_ = 0, inRow_ = 0, taken_ = 0;
};

} // namespace headlight
