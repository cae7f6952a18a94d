#include "paste/rewritten.h"

#include <algorithm>

namespace headlight {
namespace {

/// True for semicolons in brackets, [1 2; 3 4], which only MATLAB and Octave write.
bool hasRows(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); at = endOfQuotes(text, at) + 1) {
        if (text[at] == ';' && depth > 0) return true;
        depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
    }
    return false;
}

/// True for "..." at the end of a line. NumPy's "...", for omitted numbers, never stands in a text with semicolons.
bool isContinuation(std::string_view rest) {
    if (!rest.starts_with("...")) return false;
    const std::string_view behind = trimmedCell(rest.substr(3));
    return behind.empty() || behind.starts_with('%') || behind == "\r";
}

} // namespace

std::optional<Rewritten> matlabWithoutComments(std::string_view text) {
    if (text.find('%') == text.npos && text.find("...") == text.npos) return std::nullopt;
    const bool isMatlab = hasRows(text);
    Rewritten bare{std::string(text)};
    for (std::size_t at = 0, line = 0; at < text.size(); at = endOfQuotes(text, at) + 1) {
        if (text[at] == '\n') line = at + 1;
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view rest = text.substr(at, end - at);
        // Outside of MATLAB a line that begins with "%" and has numbers is a row.
        const bool isComment = text[at] == '%' && (isMatlab ? at == line || !isWordCharacter(text[at - 1])
                                                            : trimmedCell(text.substr(line, at - line)).empty() &&
                                                                  rest.find_first_of("0123456789") == rest.npos);
        if (!isComment && !(isMatlab && isContinuation(rest))) continue;
        if (isComment) bare.leftOut.addComment(rest);
        blank(bare.text, at, end);
        at = end - 1;
    }
    return bare;
}

} // namespace headlight
