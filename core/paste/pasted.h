#pragma once

#include "base/Matrix.h"
#include "base/Result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// `cell` without spaces and tabs around it.
std::string_view trimmedCell(std::string_view cell);

/// The same without quotes around it and spaces within them.
std::string_view withoutQuotes(std::string_view cell);

/// A letter, digit, "_" or ".", as in names and numbers.
bool isWordCharacter(char);

/// If a quoted text begins at `at`, the place of its closing quote in the same line; else `at`. The apostrophe of
/// "isn't" begins no quoted text.
std::size_t endOfQuotes(std::string_view text, std::size_t at);

/// "My, shoes, …": the beginning of a list, for a message.
class Listing {
public:
    static constexpr std::size_t kMost = 2; ///< that are listed

    void add(std::string_view cell); ///< unless it is empty
    void add(const std::vector<std::string_view>& cells);
    void addComment(std::string_view comment); ///< only one with numbers is remembered
    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::size_t count_ = 0;
};

/// A pasted text without comments ("# ..."), with all line ends as \n, special spaces as " ", and the minus sign, or a
/// dash before a number, as "-".
class Pasted {
public:
    /// `comments`: that were left out of it before. Problems: only spaces, too long, not UTF-8.
    static Result<Pasted> from(std::string_view text, const Listing& comments = {});

    const std::string& text() const { return text_; }
    const std::string& comments() const { return comments_.text(); } ///< that had numbers

    /// The number in `part`, a view into text(), times 10 to the power of `exponent`, rounded once. Problems name line
    /// and column.
    Result<float> number(std::string_view part, bool decimalComma, int exponent = 0) const;

    Problem errorValue(std::string_view part, const std::string& where) const; ///< `where`: " in cell 2"
    /// Of numbers with commas, of which `part` is one, that may all be thousands.
    Problem unclearThousands(std::string_view part) const;

    static bool isNumber(std::string_view part);
    static bool isNonFinite(std::string_view word); ///< "nan", "-inf", "Infinity"

    /// "Line 2, column 7: `what`"
    Problem problem(std::size_t at, const std::string& what) const;
    Problem problemOfLine(std::size_t at, const std::string& what) const; ///< "Line 2: `what`"
    std::size_t offsetOf(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

private:
    std::string text_;
    Listing comments_;
};

constexpr std::size_t kMaxMatrices = 1'000; ///< from which a person chooses
Problem tooManyMatrices();

/// Collects the rows of a matrix. They must have equal lengths.
class PastedRows {
public:
    static constexpr std::size_t kMaxNumbers = 10'000'000; ///< in all matrices of a text

    Result<void> add(float value);
    /// `at` is where the row ends.
    Result<void> endRow(const Pasted& pasted, std::size_t at);
    std::size_t inRow() const { return inRow_; } ///< numbers in the present row
    bool areNone() const { return rows_ == 0; }
    Matrix take(); ///< the matrix of the rows so far; begins another one

private:
    std::vector<float> numbers_;
    std::size_t rows_ = 0, cols_ = 0, inRow_ = 0, taken_ = 0;
};

} // namespace headlight
