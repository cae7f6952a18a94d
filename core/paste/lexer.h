#pragma once

#include "paste/pasted.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace headlight {

/// True for a letter, a digit, "_" and ".", as in names and numbers.
bool isWordCharacter(char);

/// Returns the place of the closing quote if a quoted text begins at `at` and ends in this line; else `at`. The "'" of
/// "isn't" begins no quoted text.
std::size_t endOfQuotes(std::string_view text, std::size_t at);

/// True if one of `words` (between blanks) is the last part of a name, "array" of "np.array".
bool isOneOf(std::string_view words, std::string_view name);

/// Returns the operator at the start of `text`: of Python, MATLAB or LaTeX.
std::string_view operatorAt(std::string_view text);

/// Returns the length of `pattern` at the start of `text`, 0 if it is not there; each "#" in it stands for digits.
std::size_t lengthOfPattern(std::string_view text, std::string_view pattern);

/// The kind of a text, as far as the lexer has to know it.
struct Dialect {
    bool isCode = false;   ///< each "#" begins a comment
    bool isMatlab = false; ///< "%" begins a comment, and "..." continues a line
    bool isTable = false;  ///< there are no comments
};

/// A token of a pasted text, a view into it.
struct Token {
    static constexpr char kText = 't', kComment = '#', kPrompt = '>', kEnd = 'e';
    char mark; ///< one of "\n[](){},;:=", or a kind from above
    std::string_view text;
};

/// The beginning of nested lists.
struct ListStart {
    int depth = 0;         ///< brackets that open before the first element: 2 in [[1, 2]]
    std::size_t first = 0; ///< the place of that element
    bool areNumbers = false;
};

/// Cuts a text into tokens. Blanks separate none: the text between two marks is one token, quoted parts included.
class Lexer {
public:
    Lexer(std::string_view text, Dialect dialect) : text_(text), dialect_(dialect) {}

    Token next();
    Token nextInCode();                           ///< without comments and prompts
    ListStart listStart(std::size_t place) const; ///< `place`: that of a bracket
    std::size_t at() const { return at_; }
    void moveTo(std::size_t at) { at_ = at; }
    const Listing& comments() const { return comments_; } ///< those with numbers, so far

private:
    std::size_t promptLength() const;
    bool beginsComment(std::size_t at) const;
    bool continuesLine(std::size_t at) const;
    Token take(char mark, std::size_t end);

    std::string_view text_;
    Dialect dialect_;
    std::size_t at_ = 0;
    bool isPrompted_ = false; ///< this line, or the one above, begins with a prompt
    Listing comments_;
};

/// Returns the place behind a single number as NumPy 2 and PyTorch print it, "np.float32(0.5)" or "tensor(0.5, ...)",
/// if one begins at `at`, else `at`; `number`, if there is one, becomes "0.5".
std::size_t endOfScalar(std::string_view text, std::size_t at, std::string_view* number = nullptr);

struct Line {
    std::string_view text; ///< without prompt and comment; empty if there is nothing else
    bool isCode = false;   ///< behind a prompt
};

/// The result of a first pass over a text, which decides which of the two grammars (brackets.h, tables.h) reads it.
struct Survey {
    Dialect dialect{};
    std::vector<Line> lines{}; ///< without those of comments; of several empty ones, the first
    bool hasLists = false;     ///< numbers in brackets
    bool hasComments = false;
    Listing comments{}; ///< those with numbers
};

/// Problems: a text without content, and prints of programs that no grammar knows.
Result<Survey> surveyOf(const Pasted&, Dialect = {});

} // namespace headlight
