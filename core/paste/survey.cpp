#include "paste/tables.h"

#include <algorithm>

namespace headlight {
namespace {

/// Returns a Problem for a line that R or a page writes in a way of its own.
Result<void> isReadable(std::string_view line) {
    const auto begins = [](std::string_view text, std::initializer_list<const char*> patterns) {
        return std::ranges::any_of(patterns, [&](const char* pattern) { return lengthOfPattern(text, pattern) > 0; });
    };
    const std::string_view made = line.substr(line.find("<- ") == line.npos ? 0 : line.find("<- ") + 3);
    const std::string_view behind = trimmedCell(line.substr(lengthOfPattern(line, "[#] ")));
    if (begins(line, {"[,#]", "[#,] "}) || line.starts_with("# A tibble") ||
        begins(made, {"c(#", "matrix(c(", "structure(c("}) ||
        (begins(line, {"[#] "}) && Pasted::isNumber(behind.substr(0, behind.find(' ')))))
        return Problem{"This is R's print or code. Print the matrix with write.csv(W) and copy that."};
    // Markdown may begin with an empty corner, "||a|b|".
    const bool isJira = line.starts_with("||") && trimmedCell(line).ends_with("||") &&
                        line.find_first_not_of("| ") < line.size();
    const char* const language = begins(line, {"<table", "<!DOCTYPE", "<html"}) ? "HTML"
                                 : line.starts_with("{|")                       ? "MediaWiki markup"
                                 : isJira                                       ? "Jira markup"
                                                                                : nullptr;
    return language ? Problem{"This is " + std::string(language) + ". Copy the table from the page that shows it."}
                    : Result<void>();
}

} // namespace

Result<Survey> surveyOf(const Pasted& pasted, Dialect dialect) {
    const std::string_view text = pasted.text();
    Survey found;
    Lexer lexer(text, dialect);
    std::size_t begin = 0, firstElement = 0; // of the line; of the last lists
    std::string_view comment;                // of this line
    std::ptrdiff_t depth = 0;
    Line line;
    bool isFirst = true; // of the line
    for (char before = 0, mark = 0; mark != Token::kEnd; before = mark) {
        const Token token = lexer.next();
        mark = token.mark;
        const std::size_t at = mark == Token::kEnd ? text.size() : pasted.offsetOf(token.text);
        if (mark == '\n' || mark == Token::kEnd) {
            line.text = text.substr(begin, (comment.empty() ? at : pasted.offsetOf(comment)) - begin);
            if (line.text.find_first_not_of(",;\t ") != line.text.npos)
                found.lines.push_back(line);
            else if (comment.empty() && !found.lines.empty() && !found.lines.back().text.empty())
                found.lines.emplace_back();
            if (found.lines.size() > 2 * kMaxPastedNumbers) return tooManyNumbers();
            begin = lexer.at();
            comment = {};
            line = {};
            isFirst = true;
            continue;
        }
        const std::string_view rest = isFirst ? text.substr(at, std::min<std::size_t>(text.find('\n', at) - at, 200))
                                              : "";
        if (auto readable = isReadable(rest); !readable) return readable.problem();
        isFirst = mark == Token::kPrompt;
        depth += mark == '[' ? 1 : mark == ']' ? -1 : 0;
        found.dialect.isMatlab = found.dialect.isMatlab || (mark == ';' && depth > 0);
        if (mark == Token::kPrompt) {
            begin = lexer.at();
            line.isCode = trimmedCell(token.text).find("Out") != 0;
        } else if (mark == Token::kComment) {
            comment = token.text;
            found.hasComments = true;
        } else if ((mark == '[' || mark == '{') && at >= firstElement && !found.hasLists && !isNotice(rest)) {
            const ListStart list = lexer.listStart(at);
            firstElement = list.first;
            found.hasLists = list.areNumbers && (mark == '[' || list.depth > 1 || before == '=');
        }
    }
    found.dialect.isCode = found.hasLists;
    found.comments = lexer.comments();
    if (found.lines.empty()) return Problem{"There are no numbers in the pasted text."};
    return found;
}

} // namespace headlight
