#pragma once

#include "base/Matrix.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

using Lines = std::vector<std::string_view>;

/// Blanks within a line. Pasted makes the other two: \r for each blank that was a prompt, and \v for the end of a line
/// that is none, since the line has only a comment, or goes on below.
constexpr std::string_view kBlanks = " \t\v\r";
constexpr std::string_view kDigits = "0123456789", kOpen = "[({", kClose = "])}";

Lines cut(std::string_view line, char separator);
Lines wordsOf(std::string_view line, std::string_view blanks = " \v\r");
bool hasInnerBlank(std::string_view cell);
std::string_view trimmedCell(std::string_view cell); ///< without blanks around it
/// Returns `cell` without blanks and quotes around it, and without the blanks directly inside these quotes.
std::string_view withoutQuotes(std::string_view cell);

inline bool isAmong(char c, std::string_view characters) { return characters.find(c) != characters.npos; }
inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordCharacter(char); ///< a letter, a digit, "_" and ".", as in names and numbers
bool hasWord(std::string_view text);
bool isWord(std::string_view text);                          ///< of these characters alone
std::string_view lastName(std::string_view words);           ///< "np.array" of "= np.array"
bool isOneOf(std::string_view words, std::string_view word); ///< `words`: " one two "

using Patterns = std::initializer_list<const char*>;
/// Returns the length of the first of `patterns` that `text` begins with, 0 if there is none. A "9" in a pattern stands
/// for digits, and a " " for blanks.
std::size_t lengthOfPattern(std::string_view text, Patterns patterns);
/// Returns the place of the closing quote if a quoted text begins at `at` and ends in this line; else `at`. The "'" of
/// "isn't" begins no quoted text.
std::size_t endOfQuotes(std::string_view text, std::size_t at);
std::string_view operatorAt(std::string_view text); ///< of Python, MATLAB or LaTeX, at the start of `text`
/// Returns the place behind a single number as NumPy 2 and PyTorch print it, "np.float32(0.5)" or "tensor(0.5, ...)",
/// if one begins at `at`, else `at`; `number`, if there is one, becomes "0.5".
std::size_t endOfScalar(std::string_view text, std::size_t at, std::string_view* number = nullptr);

enum class CellKind {
    Name,
    Number, ///< also one that cannot be read, "$0.50", "(1)", "٣"; or one that is missing
    Either, ///< a sign or word that may stand for a number, "-", "NA", "TRUE"; the cells beside it decide
};
/// Returns the kind of a cell. A name has more than signs, brackets, currencies, numbers and words for missing values.
CellKind kindOf(std::string_view cell);
bool isErrorValue(std::string_view word); ///< of a spreadsheet: "#N/A", "#DIV/0!", "Err:502"
bool isNumber(std::string_view part);
bool isSpecial(std::string_view word); ///< "nan", "-inf", "np.inf", "True" or "FALSE"
bool isValue(std::string_view word);   ///< a number, or one of these

/// The beginning of a list, for a message: "My, shoes, …".
class Listing {
public:
    static constexpr std::size_t kMaxListed = 2; ///< items that are listed

    void add(std::string_view cell); ///< adds a cell, unless it is empty
    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::size_t count_ = 0;
};

/// A line of a text, empty if it has no more than separators. Of several empty lines, only the first is kept.
struct Line {
    std::string_view text{};
    bool isCode = false; ///< behind a prompt
};

/// The meaning of "#" and "%". In code each "#" begins a comment, in MATLAB "%" does, and "..." continues a line.
struct Dialect {
    bool isCode = false, isMatlab = false;
};

/// Why a text is not read; matricesFromText() catches it.
struct NotPasted {
    Problem problem;
};

/// A pasted text with all line ends as \n, special spaces as " ", the minus sign, or a dash before a number, as "-",
/// and the lines of frames as "|", "-", "=" and "+". It has no characters that cannot be seen. The functions that do
/// not return throw NotPasted.
class Pasted {
public:
    /// Refuses what is too long, or not UTF-8. `isMask`: number() reads "True" as 1 and infinity as a large number.
    Pasted(std::string_view text, const Watch& watch, bool isMask);

    std::string_view text() const { return text_; }
    std::size_t offsetOf(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }
    std::vector<Line> lines() const; ///< at least one
    void blankPrompts();
    void blankComments(Dialect);
    void blankCommentsOfLatex();
    const std::string& comments() const { return comments_.text(); } ///< lists those with numbers

    /// Returns the number in `part`, a view into text(), times 10 to the power of `exponent`, rounded once. A comma is
    /// a decimal one.
    float number(std::string_view part, int exponent = 0) const;

    [[noreturn]] void refuse(std::size_t at, const std::string& what) const;     ///< "Line 2, column 7: `what`"
    [[noreturn]] void refuseLine(std::size_t at, const std::string& what) const; ///< "Line 2: `what`"
    [[noreturn]] void refuseCalculation(std::string_view part) const;            ///< `part`: an operator or a function
    [[noreturn]] void refuseOpen(std::size_t at) const;                          ///< `at`: the place of a bracket
    void watch(std::size_t at) const;                                            ///< throws if the user cancels
    std::size_t endOfBrackets(std::size_t at) const; ///< behind the bracket that closes the one at `at`

private:
    std::size_t takeComment(std::size_t at);

    std::string text_;
    const Watch& watch_;
    bool isMask_;
    Listing comments_;
};

constexpr const char* kMissingNumber = "a number is missing here.";
constexpr const char* kErrorValue = " is an error value of a spreadsheet. Correct it there and copy again.";
constexpr std::size_t kMaxMatrices = 1'000;                       ///< in a text, for the user to choose from
constexpr std::size_t kMaxPastedNumbers = 10'000'000;             ///< in all matrices of a text
[[noreturn]] void refuseMore(std::size_t most, const char* what); ///< `most`: one of these; `what`: "numbers"

/// Collects the rows of a matrix. They must have equal lengths.
class PastedRows {
public:
    void add(float value);
    /// Ends a row, or rows of `width` numbers if there is one; `at` is its place in the text.
    void endRow(const Pasted& pasted, std::size_t at, std::size_t width = 0);
    std::size_t inRow() const { return inRow_; } ///< numbers in the current row
    bool areNone() const { return rows_ == 0; }
    Matrix take(); ///< returns the matrix of the rows so far, and begins another one

private:
    std::vector<float> numbers_;
    std::size_t rows_ = 0, cols_ = 0, inRow_ = 0, taken_ = 0;
};

} // namespace headlight
