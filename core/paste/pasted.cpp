#include "paste/pasted.h"

#include "base/decimal.h"
#include "base/numberText.h"
#include "base/quotedText.h"
#include "base/utf8.h"
#include "paste/latexText.h"
#include "paste/lexer.h"
#include "paste/names.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxBytes = std::size_t(256) << 20;

/// Returns the plain form of a typographic character, or of a line of a frame; empty if it has none.
std::string_view plain(char32_t c) {
    const bool isBlank = c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x3000;
    if (isBlank || (c >= 0x239B && c <= 0x23A6)) return " "; // also the high brackets that SymPy draws
    if (c == 0x2028 || c == 0x2029) return "\n";
    if (c == 0x2212) return "-";
    if (c < 0x2500 || c > 0x257F) return {};
    if (c == 0x2500 || c == 0x2501 || c == 0x2504 || c == 0x2508 || c == 0x254C) return "-";
    if (c == 0x2502 || c == 0x2503 || c == 0x2506 || c == 0x250A || c == 0x254E || c == 0x2551) return "|";
    return c == 0x2550 || c == 0x255E || c == 0x256A || c == 0x2561 ? "=" : "+";
}

/// True for a character that cannot be seen, such as U+200B. A joiner or a variation selector is kept where it belongs
/// to the character before it, as in emoji.
bool isUnseen(char32_t c, const std::string& before) {
    const bool joins = c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F);
    if (joins) return before.empty() || static_cast<unsigned char>(before.back()) < 0x80U;
    return c != '\n' && c != '\t' && !isShowable(c);
}

/// True for dashes that people and programs write instead of a minus sign.
bool isDash(char32_t c) {
    return (c >= 0x2010 && c <= 0x2015) || c == 0x2D7 || c == 0x207B || c == 0x2796 || c == 0xFE58 || c == 0xFE63 ||
           c == 0xFF0D;
}

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

bool hasInnerBlank(std::string_view cell) { return trimmedCell(cell).find_first_of(" \t") != cell.npos; }

std::string_view trimmedCell(std::string_view cell) {
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
    return cell;
}

void Listing::add(std::string_view cell) {
    constexpr std::size_t kLetters = 16; // a notice has one line
    const std::string_view text = withoutQuotes(cell);
    if (text.empty() || count_ > kMaxListed) return;
    text_ += (count_ > 0 ? ", " : "") + (count_ < kMaxListed ? showable(text, kLetters) : "…");
    ++count_;
}

void Listing::add(const Lines& cells) {
    for (const std::string_view cell : cells) add(cell);
}

void Listing::addComment(std::string_view comment) {
    if (std::ranges::any_of(wordsOf(comment, " \t,;:=&()[]#%\\"), Pasted::isNumber)) add(comment);
}

std::string_view withoutQuotes(std::string_view cell) {
    cell = trimmedCell(cell);
    const bool isQuoted = cell.size() > 1 && cell.front() == '"' && cell.back() == '"';
    return isQuoted ? trimmedCell(cell.substr(1, cell.size() - 2)) : cell;
}

Result<Pasted> Pasted::from(std::string_view text) {
    if (text.size() > kMaxBytes) return Problem{"The pasted text is longer than 256 MB."};
    if (firstInvalidByte(text)) return Problem{"The pasted text is not UTF-8."};
    Pasted pasted;
    std::string& kept = pasted.text_;
    kept.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = at;
        const char32_t c = nextCodePoint(text, at);
        const bool isBeforeNumber = at < text.size() && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9'));
        if (c == '\r')
            kept += at < text.size() && text[at] == '\n' ? "" : "\n";
        else if (c < 0x80 && c >= 0x20)
            kept += text[from];
        else if (const auto meant = plain(c); !meant.empty())
            kept += meant;
        else if (isDash(c) && isBeforeNumber)
            kept += '-';
        else if (!isUnseen(c, kept))
            kept += text.substr(from, at - from);
    }
    return pasted;
}

void Pasted::blank(std::string_view part) {
    std::fill_n(text_.begin() + std::ptrdiff_t(offsetOf(part)), part.size(), ' ');
}

Problem Pasted::problem(std::size_t at, const std::string& what) const {
    const std::string_view before = std::string_view(text_).substr(0, at);
    const auto newline = before.rfind('\n');
    const std::string_view line = newline == before.npos ? before : before.substr(newline + 1);
    const auto beginsCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    return {"Line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) + ", column " +
            std::to_string(1 + std::count_if(line.begin(), line.end(), beginsCharacter)) + ": " + what};
}

Problem Pasted::problemOfLine(std::size_t at, const std::string& what) const {
    return {"Line " + std::to_string(1 + std::count(text_.begin(), text_.begin() + std::ptrdiff_t(at), '\n')) + ": " +
            what};
}

Result<float> Pasted::number(std::string_view part, int exponent) const {
    const std::string_view cell = withoutQuotes(part);
    if (cell.empty()) return problem(offsetOf(part), "a number is missing here.");
    const std::size_t at = offsetOf(cell);
    const auto isAnyOf = [&](std::initializer_list<std::string_view> texts) {
        return std::ranges::any_of(texts, [&](std::string_view text) { return cell.find(text) != cell.npos; });
    };
    if (exponent == 0)
        if (const auto plain = nearest<float>(cell); plain && std::isfinite(*plain)) return *plain;
    if (isAnyOf({"...", "…", "⋮", "⋯", "⋱"}) || cell == ".." || (cell[0] == '\\' && cell.ends_with("dots")))
        return problem(at, "numbers were left out (...). Print the whole matrix and copy it again.");
    if (isNonFinite(cell)) return problem(at, quotedBriefly(cell) + " cannot be pasted; numbers must be finite.");
    if (isErrorValue(cell)) return errorValue(cell, "");
    std::string literal = isAnyOf({"\\", "{,}"}) ? numberOfLatex(cell) : std::string(cell);
    if (exponent != 0 && literal.find_first_of("eE/") != literal.npos)
        return problem(at, quotedBriefly(cell) + " has a power of ten of its own below that of the whole matrix. Print "
                                                 "the matrix again after \"format long g\".");
    if (exponent != 0) literal += "e" + std::to_string(exponent);
    if (literal.ends_with('f') && literal.size() > 1) literal.pop_back(); // 0.5f in C
    const auto value = typedNumber(literal);
    if (!value && cell.find('\\') != cell.npos)
        return problem(at, quotedBriefly(cell) + " is not a decimal number. Write it as one, such as 0.5.");
    if (!value && isAnyOf({"*^", "`"}))
        return problem(at, quotedBriefly(cell) + " is a number of Mathematica. Print the matrix with CForm.");
    if (const auto function = value ? std::string_view() : functionAt(at); !function.empty())
        return calculation(function);
    if (!value)
        return problem(at, quotedBriefly(cell) + " is not a number." +
                               (isTruth(cell) ? " Write 1 for true, 0 for false." : ""));
    if (std::isnan(*value)) return problem(at, quotedBriefly(cell) + " divides by zero.");
    if (!std::isfinite(*value))
        return problem(at, quotedBriefly(cell) + " is too large for a 32-bit number (at most 3.4e38).");
    return *value;
}

Problem Pasted::errorValue(std::string_view part, const std::string& where) const {
    return problem(offsetOf(part), quotedBriefly(part) + where +
                                       " is an error value of a spreadsheet. Correct it there and copy again.");
}

Problem Pasted::calculation(std::string_view part) const {
    return problem(offsetOf(part), quotedBriefly(part) + " is a calculation, but only numbers can be pasted. Paste the "
                                                         "result that it prints.");
}

std::string_view Pasted::functionAt(std::size_t at) const {
    std::string_view call = std::string_view(text_).substr(at, text_.find_first_of("\n(", at) - at);
    if (at + call.size() >= text_.size() || text_[at + call.size()] != '(') return {};
    const std::size_t equals = call.find('=');
    if (equals != call.npos && hasInnerBlank(call.substr(0, equals))) return {};
    call = call.substr(std::min(call.find_first_not_of(' ', equals + 1), call.size())); // from 0 if there is no "="
    const bool isName = !call.empty() && std::ranges::all_of(call, isWordCharacter);
    return isName && kindOf(call) == CellKind::Name ? call : std::string_view();
}

Problem Pasted::notClosed(std::size_t at) const {
    return problem(at, "this bracket is not closed. The end of the matrix may be missing; copy all of it.");
}

Problem Pasted::unclearThousands(std::string_view part) const {
    return problem(offsetOf(part),
                   quotedBriefly(part) + " may have a decimal comma, or one of thousands. Write a decimal point.");
}

bool Pasted::isNumber(std::string_view part) { return typedNumber(part).has_value(); }

bool Pasted::isNonFinite(std::string_view word) {
    const std::string low = inLowerCase(word.substr(std::min(word.find_first_not_of("-+"), word.size())));
    return low == "nan" || low == "inf" || low == "infinity";
}

bool Pasted::isTruth(std::string_view word) {
    const std::string low = inLowerCase(word);
    return low == "true" || low == "false";
}

Problem tooManyMatrices() { return {"The pasted text holds more than " + std::to_string(kMaxMatrices) + " matrices."}; }

Problem tooManyNumbers() {
    return {"The pasted text holds more than " + std::to_string(kMaxPastedNumbers) + " numbers."};
}

Result<void> PastedRows::add(float value) {
    if (taken_ + numbers_.size() >= kMaxPastedNumbers) return tooManyNumbers();
    numbers_.push_back(value);
    ++inRow_;
    return {};
}

Result<void> PastedRows::endRow(const Pasted& pasted, std::size_t at, std::size_t width) {
    for (std::size_t left = std::exchange(inRow_, 0), first = 1; left > 0 || first == 1; first = 0) {
        const std::size_t row = width == 0 ? left : std::min(width, left);
        left -= row;
        if (++rows_ == 1) cols_ = row;
        if (row != cols_)
            return pasted.problemOfLine(at, "row " + std::to_string(rows_) + " has " + std::to_string(row) +
                                                (row == 1 ? " number" : " numbers") + ", but row 1 has " +
                                                std::to_string(cols_) +
                                                ". All rows of a matrix must have the same length.");
    }
    return {};
}

Matrix PastedRows::take() {
    const Matrix matrix = Eigen::Map<const Matrix>(numbers_.data(), static_cast<Index>(rows_),
                                                   static_cast<Index>(cols_));
    taken_ += numbers_.size();
    numbers_.clear();
    rows_ = cols_ = inRow_ = 0;
    return matrix;
}

} // namespace headlight
