// Prompts and comments of a pasted text, which become blanks, so that all places stay as they are.
#include "paste/pasted.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::size_t kLongestPrompt = 40;

/// Returns the length of a prompt that `line` begins with.
std::size_t lengthOfPrompt(std::string_view line, bool isBelowPrompt) {
    const std::size_t from = std::min(line.find_first_not_of(' '), line.size());
    const auto end = [&](Patterns patterns) {
        const std::size_t size = lengthOfPattern(line.substr(from), patterns), behind = from + size;
        return size > 0 && (behind == line.size() || isAmong(line[behind], " \n")) ? behind : 0;
    };
    const std::size_t goesOn = isBelowPrompt ? std::max(end({"...:"}), from == 0 ? end({"..."}) : 0) : 0;
    return std::max(goesOn, end({">>>", ">>", "In [9]:", "Out[9]:", "julia>", "octave:9>", "octave>", "sage:"}));
}

/// True if a comment begins at `at`, in a line that begins at `line`. In code each "#" begins one, elsewhere only as in
/// "1 2 # the last" and "##". The text "#N/A" is always a cell, and in a table of tokens "#tag" and "##ing" are.
bool beginsComment(std::string_view text, std::size_t line, std::size_t at, Dialect dialect) {
    if (!isAmong(text[at], "#%")) return false;
    const std::string_view before = text.substr(line, at - line);
    const std::size_t last = before.find_last_not_of(" \v\r");
    const bool beginsLine = last == before.npos;
    if (text[at] == '%' && dialect.isMatlab) return beginsLine || !isWordCharacter(text[at - 1]);
    if (text[at] == '%') // outside of MATLAB a line that begins with "%" and has numbers is a row
        return beginsLine && text.find_first_of("0123456789\n", at) == text.find('\n', at);
    const std::string_view word = text.substr(at, 30);
    if (isErrorValue(word.substr(0, word.find_first_of(" \t\n,;()[]")))) return false;
    if (dialect.isCode) return true;
    if (!beginsLine && (!isAmong(text[at - 1], " \r") || isAmong(before[last], "\t,;"))) return false;
    const std::size_t next = text.find_first_not_of('#', at);
    return next == text.npos || isAmong(text[next], " \n!%");
}

/// True for the "..." of MATLAB at the end of a line. NumPy's "...", for omitted numbers, is not in a text with
/// semicolons.
bool continuesLine(std::string_view text, std::size_t at) {
    if (text.compare(at, 3, "...") != 0) return false;
    const std::size_t behind = text.find_first_not_of(" \t", at + 3);
    return behind == text.npos || isAmong(text[behind], "\n%");
}

} // namespace

void Pasted::blankPrompts() {
    bool isPrompted = false;
    for (std::size_t at = 0; at < text_.size(); at = std::min(text_.find('\n', at), text_.size()) + 1) {
        const std::size_t length = lengthOfPrompt(text().substr(at, kLongestPrompt), isPrompted);
        isPrompted = length > 0;
        const bool isCode = trimmedCell(text().substr(at, length)).find("Out") != 0;
        std::fill_n(text_.begin() + std::ptrdiff_t(at), length, isCode ? '\r' : ' ');
    }
}

/// Blanks a comment, and returns the end of its line.
std::size_t Pasted::takeComment(std::size_t at) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    const std::string_view comment = text().substr(at, end - at);
    if (std::ranges::any_of(wordsOf(comment, " \t,;:=&()[]#%\\"), isNumber)) comments_.add(comment);
    std::fill(text_.begin() + std::ptrdiff_t(at), text_.begin() + std::ptrdiff_t(end), ' ');
    return end;
}

void Pasted::blankComments(Dialect dialect) {
    std::size_t line = 0; // its beginning
    for (std::size_t at = 0; at < text_.size(); ++at) {
        const bool continues = dialect.isMatlab && continuesLine(text_, at);
        if (continues || beginsComment(text_, line, at, dialect)) {
            const bool isAlone = text_.find_first_not_of(" \t\v", line) == at;
            at = takeComment(at);
            if ((continues || isAlone) && at < text_.size()) text_[at] = '\v';
            line = at + 1;
        } else if (text_[at] == '\n') {
            line = at + 1;
        } else {
            at = endOfQuotes(text_, at);
        }
    }
}

void Pasted::blankCommentsOfLatex() {
    for (std::size_t at = 0; (at = text_.find('%', at)) < text_.size();) {
        const std::size_t slashes = at - 1 - text().substr(0, at).find_last_not_of('\\');
        at = slashes % 2 == 1 ? at + 1 : takeComment(at); // "\%" is a sign; "\\%" is the end of a row and a comment
    }
}

std::vector<Line> Pasted::lines() const {
    if (std::size_t(std::ranges::count(text_, '\n')) > 2 * kMaxPastedNumbers) refuseMore(kMaxPastedNumbers, "numbers");
    std::vector<Line> lines;
    for (const std::string_view line : cut(text_, '\n'))
        if (line.find_first_not_of(",; \t\v\r") != line.npos)
            lines.push_back({line.substr(line.substr(0, line.find_first_not_of(kBlanks)).find_last_of("\r\v") + 1),
                             line[0] == '\r'});
        else if (!lines.empty() && !lines.back().text.empty())
            lines.emplace_back();
    if (lines.empty()) throw NotPasted{{"There are no numbers in the pasted text."}};
    return lines;
}

} // namespace headlight
