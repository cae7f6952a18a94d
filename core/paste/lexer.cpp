#include "paste/lexer.h"

#include "paste/names.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::string_view kMarks = "\n[](){},;:=", kDigits = "0123456789";

/// Functions around a single number.
constexpr std::string_view kScalars =
    " float16 float32 float64 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 tensor array ";

} // namespace

bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

std::size_t endOfQuotes(std::string_view text, std::size_t at) {
    if ((text[at] != '"' && text[at] != '\'') || (at > 0 && isWordCharacter(text[at - 1]))) return at;
    const char ends[] = {text[at], '\n'};
    const std::size_t end = text.find_first_of({ends, 2}, at + 1);
    return end == text.npos || text[end] == '\n' ? at : end;
}

bool isOneOf(std::string_view words, std::string_view name) {
    const std::string_view last = name.substr(name.rfind('.') + 1);
    return !last.empty() && words.find(" " + std::string(last) + " ") != words.npos;
}

std::string_view operatorAt(std::string_view text) {
    for (const std::string_view one :
         {".'", "'", ".*", "./", ".^", "\\cdot", "\\times", "+", "-", "*", "/", "@", "%", "^"})
        if (text.starts_with(one)) return text.substr(0, one.size());
    return {};
}

std::size_t lengthOfPattern(std::string_view text, std::string_view pattern) {
    std::size_t at = 0;
    for (const char c : pattern) {
        const std::size_t end = c != '#' ? at + 1 : std::min(text.find_first_not_of(kDigits, at), text.size());
        if (at >= text.size() || end == at || (c != '#' && text[at] != c)) return 0;
        at = end;
    }
    return at;
}

/// Returns the length of a prompt at the start of the line.
std::size_t Lexer::promptLength() const {
    constexpr std::size_t kLongest = 40;
    const std::string_view line = text_.substr(at_, kLongest);
    const std::size_t from = std::min(line.find_first_not_of(' '), line.size());
    const auto length = [&](std::string_view pattern) {
        const std::size_t size = lengthOfPattern(line.substr(from), pattern), end = from + size;
        return size > 0 && (end == line.size() || line[end] == ' ' || line[end] == '\n') ? end : 0;
    };
    if (isPrompted_ && from == 0 && length("...") > 0) return length("...");
    if (isPrompted_ && length("...:") > 0) return length("...:");
    for (const auto* prompt : {">>>", ">>", "In [#]:", "Out[#]:", "julia>", "octave:#>", "octave>", "sage:"})
        if (const std::size_t end = length(prompt); end > 0) return end;
    return 0;
}

/// True if a comment begins at `at`. In code each "#" does, elsewhere only as in "1 2 # the last" and "##". The text
/// "#N/A" is always a cell, and in a table of tokens "#tag" and "##ing" are.
bool Lexer::beginsComment(std::size_t at) const {
    if ((text_[at] != '#' && text_[at] != '%') || dialect_.isTable) return false;
    const std::size_t before = at == 0 ? text_.npos : text_.find_last_not_of(' ', at - 1);
    const bool beginsLine = before == text_.npos || text_[before] == '\n';
    if (text_[at] == '%' && dialect_.isMatlab) return beginsLine || !isWordCharacter(text_[at - 1]);
    if (text_[at] == '%') // outside of MATLAB a line that begins with "%" and has numbers is a row
        return beginsLine && text_.find_first_of("0123456789\n", at) == text_.find('\n', at);
    const std::string_view word = text_.substr(at, 30);
    if (isErrorValue(word.substr(0, word.find_first_of(" \t\n,;()[]")))) return false;
    if (dialect_.isCode) return true;
    if (!beginsLine && (text_[at - 1] != ' ' || std::string_view("\t,;").find(text_[before]) != text_.npos))
        return false;
    const std::size_t next = text_.find_first_not_of('#', at);
    return next == text_.npos || std::string_view(" \n!%").find(text_[next]) != text_.npos;
}

/// True for the "..." of MATLAB at the end of a line. NumPy's "...", for omitted numbers, is not in a text with
/// semicolons.
bool Lexer::continuesLine(std::size_t at) const {
    if (!dialect_.isMatlab || text_.compare(at, 3, "...") != 0) return false;
    const std::size_t behind = text_.find_first_not_of(" \t", at + 3);
    return behind == text_.npos || text_[behind] == '\n' || text_[behind] == '%';
}

Token Lexer::take(char mark, std::size_t end) {
    const Token token{mark, text_.substr(at_, end - at_)};
    at_ = end;
    return token;
}

Token Lexer::next() {
    if (at_ == 0 || text_[at_ - 1] == '\n') {
        const std::size_t length = promptLength();
        isPrompted_ = length > 0;
        if (isPrompted_) return take(Token::kPrompt, at_ + length);
    }
    at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size());
    if (at_ == text_.size()) return {Token::kEnd, {}};
    const bool continues = continuesLine(at_);
    if (continues || beginsComment(at_)) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const Token comment = take(Token::kComment, std::min(end + (continues ? 1 : 0), text_.size()));
        comments_.addComment(comment.text);
        return comment;
    }
    if (kMarks.find(text_[at_]) != kMarks.npos) return take(text_[at_], at_ + 1);
    std::size_t end = at_;
    while (end < text_.size() && kMarks.find(text_[end]) == kMarks.npos && !beginsComment(end) && !continuesLine(end))
        end = endOfQuotes(text_, end) + 1;
    Token token = take(Token::kText, end);
    token.text = trimmedCell(token.text);
    return token;
}

Token Lexer::nextInCode() {
    Token token = next();
    while (token.mark == Token::kComment || token.mark == Token::kPrompt) token = next();
    return token;
}

ListStart Lexer::listStart(std::size_t place) const {
    Lexer ahead(*this);
    ahead.moveTo(place);
    ListStart start;
    Token token = ahead.nextInCode();
    for (; std::string_view("[({\n").find(token.mark) != std::string_view::npos; token = ahead.nextInCode())
        start.depth += token.mark == '\n' ? 0 : 1;
    const std::size_t at = token.mark == Token::kEnd ? text_.size()
                                                     : static_cast<std::size_t>(token.text.data() - text_.data());
    start.first = at;
    if (at == text_.size()) return start;
    const std::size_t end = std::min(text_.find_first_of(" \t\n,;[](){}:", at), text_.size());
    const std::string_view word = text_.substr(at, end - at);
    const std::size_t quoted = endOfQuotes(text_, at);
    const bool isKey = text_.substr(end, 1) == ":"; // {0: [[1, 2]]}
    start.areNumbers = !isKey && ((text_[at] >= '0' && text_[at] <= '9') || word.find_first_of("+-.") == 0 ||
                                  word.starts_with("…") || Pasted::isNonFinite(word) || Pasted::isTruth(word) ||
                                  endOfScalar(text_, at) > at ||
                                  (quoted > at && Pasted::isNumber(text_.substr(at + 1, quoted - at - 1))));
    return start;
}

std::size_t endOfScalar(std::string_view text, std::size_t at, std::string_view* number) {
    constexpr std::size_t kMaxSettings = 200; // characters; more than any device and grad_fn have
    std::size_t open = at;
    while (open < text.size() && isWordCharacter(text[open])) ++open;
    if (text.substr(open, 1) != "(" || !isOneOf(kScalars, text.substr(at, open - at))) return at;
    const std::string_view inside = text.substr(open + 1, kMaxSettings);
    const std::string_view word = trimmedCell(inside.substr(0, inside.find_first_of(",()[]\n")));
    std::size_t length = 0;
    for (int depth = 1; depth > 0; ++length) { // ", device='cuda:0')"
        if (length == inside.size()) return at;
        depth += inside[length] == '(' ? 1 : inside[length] == ')' ? -1 : 0;
    }
    if (!Pasted::isNumber(word) && !Pasted::isNonFinite(word)) return at;
    if (number) *number = word;
    return open + 1 + length;
}

} // namespace headlight
