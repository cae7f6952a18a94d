#include "base/numberText.h"
#include "base/quotedText.h"
#include "base/utf8.h"
#include "paste/pasted.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>

namespace headlight {
namespace {

/// True for signs after which a number may stand, also if a letter is before them: "p<0.05", "US$1".
bool isBeforeNumber(char32_t c, std::uint32_t category) {
    return (category & U_GC_SC_MASK) != 0 || ((category & U_GC_SM_MASK) != 0 && c != '+' && c != '|');
}

/// Words for missing, infinite and Boolean values, as letters and digits in lower case: "na" of "<NA>" or "N/A".
constexpr std::string_view kMissing =
    " na nan nanind null nil none nat inf infinity missing undefined notavailable notapplicable true false ";
constexpr std::string_view kCurrencies = " usd eur gbp jpy chf cny inr cad aud sek nok dkk pln brl krw rub mxn zar ";

std::string inLowerCase(std::string_view word) {
    std::string low(word);
    for (char& c : low)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return low;
}

} // namespace

Lines cut(std::string_view line, char separator) {
    Lines cells;
    for (;;) {
        const auto end = line.find(separator);
        cells.push_back(line.substr(0, end));
        if (end == line.npos) return cells;
        line.remove_prefix(end + 1);
    }
}

Lines wordsOf(std::string_view line, std::string_view blanks) {
    Lines words;
    for (std::size_t at = 0; (at = line.find_first_not_of(blanks, at)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

bool hasInnerBlank(std::string_view cell) { return trimmedCell(cell).find_first_of(kBlanks) != cell.npos; }

std::string_view trimmedCell(std::string_view cell) {
    cell.remove_prefix(std::min(cell.find_first_not_of(kBlanks), cell.size()));
    return cell.substr(0, cell.find_last_not_of(kBlanks) + 1);
}

std::string_view withoutQuotes(std::string_view cell) {
    cell = trimmedCell(cell);
    const bool isQuoted = cell.size() > 1 && cell.front() == '"' && cell.back() == '"';
    return isQuoted ? trimmedCell(cell.substr(1, cell.size() - 2)) : cell;
}

bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || isAmong(c, "_.");
}
bool hasWord(std::string_view text) { return std::ranges::any_of(text, isWordCharacter); }
bool isWord(std::string_view text) { return !text.empty() && std::ranges::all_of(text, isWordCharacter); }

std::string_view lastName(std::string_view words) {
    std::size_t from = words.size();
    while (from > 0 && isWordCharacter(words[from - 1])) --from;
    return words.substr(from);
}

bool isOneOf(std::string_view words, std::string_view word) {
    return !word.empty() && words.find(" " + std::string(word) + " ") != words.npos;
}

std::size_t lengthOfPattern(std::string_view text, std::string_view pattern) {
    std::size_t at = 0;
    for (const char c : pattern) {
        const std::string_view several = c == '9' ? kDigits : c == ' ' ? kBlanks : std::string_view();
        const bool isOne = several.empty() && at < text.size() && text[at] == c;
        const std::size_t end = isOne ? at + 1 : std::min(text.find_first_not_of(several, at), text.size());
        if (end == at || at >= text.size() || (several.empty() && !isOne)) return 0;
        at = end;
    }
    return at;
}

std::size_t lengthOfPattern(std::string_view text, Patterns patterns) {
    for (const auto* one : patterns)
        if (const std::size_t size = lengthOfPattern(text, std::string_view(one)); size > 0) return size;
    return 0;
}

std::size_t endOfQuotes(std::string_view text, std::size_t at) {
    if (!isAmong(text[at], "\"'") || (at > 0 && isWordCharacter(text[at - 1]))) return at;
    const char ends[] = {text[at], '\n'};
    const std::size_t end = text.find_first_of({ends, 2}, at + 1);
    return end == text.npos || text[end] == '\n' ? at : end;
}

std::string_view operatorAt(std::string_view text) {
    for (const std::string_view one :
         {".'", "'", ".*", "./", ".^", "\\cdot", "\\times", "+", "-", "*", "/", "@", "%", "^"})
        if (text.starts_with(one)) return text.substr(0, one.size());
    return {};
}

std::size_t endOfScalar(std::string_view text, std::size_t at, std::string_view* number) {
    constexpr std::string_view kScalars =
        " float16 float32 float64 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 tensor array ";
    constexpr std::size_t kLongest = 200; // characters; more than a number with its device and grad_fn has
    std::size_t open = at;
    while (open < text.size() && isWordCharacter(text[open])) ++open;
    const std::string_view name = text.substr(at, open - at), inside = text.substr(open, kLongest);
    if (!inside.starts_with('(') || !isOneOf(kScalars, name.substr(name.rfind('.') + 1))) return at;
    const std::size_t close = inside.find(')');
    const std::string_view word = trimmedCell(inside.substr(1, inside.find_first_of(",()[]\n", 1) - 1));
    if (close == inside.npos || !isValue(word)) return at;
    if (number) *number = word;
    return open + close + 1;
}

bool isNumber(std::string_view part) { return typedNumber(part).has_value(); }

void Listing::add(std::string_view cell) {
    constexpr std::size_t kLetters = 16; // a notice has one line
    const std::string_view text = withoutQuotes(cell);
    if (text.empty() || count_ > kMaxListed) return;
    text_ += (count_ > 0 ? ", " : "") + (count_ < kMaxListed ? showable(text, kLetters) : "…");
    ++count_;
}

CellKind kindOf(std::string_view cell) {
    const bool isLeftOut = cell.find("...") != cell.npos || cell.find("…") != cell.npos;
    if (cell.empty() || isLeftOut || isErrorValue(cell)) return CellKind::Number;
    std::string word;     // the cell's letters and digits
    bool mayBegin = true; // true where a number may begin
    for (std::size_t at = 0; at < cell.size();) {
        const std::size_t from = at;
        const char32_t c = nextCodePoint(cell, at);
        const std::uint32_t category = U_GET_GC_MASK(static_cast<UChar32>(c));
        const bool isDigit = (category & U_GC_N_MASK) != 0, isLetter = (category & U_GC_L_MASK) != 0 && isShowable(c);
        if (isDigit && (mayBegin || isOneOf(kCurrencies, word))) return CellKind::Number;
        if (isDigit || isLetter) word += inLowerCase(cell.substr(from, at - from));
        mayBegin = isDigit || isLetter ? false : mayBegin || isBeforeNumber(c, category);
    }
    return word.empty() || isOneOf(kMissing, word) ? CellKind::Either : CellKind::Name;
}

bool isSpecial(std::string_view word) {
    const std::string low = inLowerCase(word.substr(std::min(word.find_first_not_of("-+"), word.size())));
    const std::size_t module = lengthOfPattern(low, {"np.", "numpy.", "torch.", "math."});
    return isOneOf(" nan inf infinity true false ", std::string_view(low).substr(module));
}

bool isValue(std::string_view word) { return isNumber(word) || isSpecial(word); }

bool isErrorValue(std::string_view word) {
    constexpr std::size_t kLongest = 20;
    if (word.size() < 3 || word.size() > kLongest) return false;
    if (lengthOfPattern(word, {"Err:9", "Fehler:9"}) == word.size()) return true; // LibreOffice
    const std::string_view what = word.substr(1);
    if (word[0] != '#' || what.find_first_of(" \t#abcdefghijklmnopqrstuvwxyz") != what.npos) return false;
    const bool isNotAvailable = what.size() == 3 && what[1] == '/'; // "#N/D" in Italian
    return isNotAvailable || what.back() == '!' || what.back() == '?' || what == "NV" || what == "GETTING_DATA";
}

} // namespace headlight
