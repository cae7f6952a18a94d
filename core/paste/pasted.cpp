#include "paste/pasted.h"

#include "base/decimal.h"
#include "base/numberText.h"
#include "base/quotedText.h"
#include "base/utf8.h"
#include "paste/readers.h"

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

constexpr float kInfinity = 1e9F; ///< what "inf" is in a mask

std::string lineOf(std::string_view text, std::size_t at) {
    const auto isEnd = [](char c) { return isAmong(c, "\n\v"); };
    return "Line " + std::to_string(1 + std::ranges::count_if(text.substr(0, at), isEnd));
}

/// Returns "torch.eye" of "x = torch.eye(2)" at `at`; empty if there is none.
std::string_view functionAt(std::string_view text, std::size_t at) {
    const std::size_t bracket = std::min(text.find_first_of("\n(", at), text.size());
    const std::string_view name = lastName(text.substr(at, bracket - at));
    std::string_view target = trimmedCell(text.substr(at, bracket - name.size() - at));
    if (target.ends_with('=')) target = trimmedCell(target.substr(0, target.size() - 1));
    const bool isCall = text.substr(bracket, 1) == "(" && kindOf(name) == CellKind::Name;
    return isCall && (target.empty() || isWord(target)) ? name : std::string_view();
}

} // namespace

Pasted::Pasted(std::string_view text, const Watch& watch, bool isMask) : watch_(watch), isMask_(isMask) {
    if (text.size() > kMaxBytes) throw NotPasted{{"The pasted text is longer than 256 MB."}};
    if (firstInvalidByte(text)) throw NotPasted{{"The pasted text is not UTF-8."}};
    std::string& kept = text_;
    kept.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = at;
        const char32_t c = nextCodePoint(text, at);
        const bool isBeforeNumber = at < text.size() && isAmong(text[at], ".0123456789");
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
}

void Pasted::refuse(std::size_t at, const std::string& what) const {
    const std::string_view before = text().substr(0, at), line = before.substr(before.find_last_of("\n\v") + 1);
    const auto beginsCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    throw NotPasted{{lineOf(text_, at) + ", column " +
                     std::to_string(1 + std::ranges::count_if(line, beginsCharacter)) + ": " + what}};
}

void Pasted::refuseLine(std::size_t at, const std::string& what) const {
    throw NotPasted{{lineOf(text_, at) + ": " + what}};
}

void Pasted::watch(std::size_t at) const {
    if (!shouldContinue(watch_, at, text_.size())) throw NotPasted{stopped()};
}

float Pasted::number(std::string_view part, int exponent) const {
    std::string_view cell = withoutQuotes(part);
    if (exponent == 0)
        if (const auto plain = nearest<float>(cell); plain && std::isfinite(*plain)) return *plain;
    if (cell.empty()) cell = part;
    const auto has = [cell](std::initializer_list<std::string_view> texts) {
        return std::ranges::any_of(texts, [&](std::string_view text) { return cell.find(text) != cell.npos; });
    };
    std::string literal = has({"\\", "{,}"}) ? numberOfLatex(cell) : std::string(cell);
    const bool hasPower = exponent != 0 && literal.find_first_of("eE/") != literal.npos;
    if (exponent != 0) literal += "e" + std::to_string(exponent);
    if (literal.ends_with('f') && literal.size() > 1) literal.pop_back(); // 0.5f in C
    const auto value = typedNumber(literal);
    if (value && std::isfinite(*value) && !hasPower) return *value;
    const bool isWordOfValue = isSpecial(cell), isTruth = isWordOfValue && isAmong(cell[0], "tTfF");
    if (isWordOfValue && isMask_ && !cell.ends_with('n') && !cell.ends_with('N'))
        return isTruth ? (isAmong(cell[0], "tT") ? 1.0F : 0.0F) : cell[0] == '-' ? -kInfinity : kInfinity;
    const std::string quoted = quotedBriefly(cell), isNone = quoted + " is not a number.";
    const std::pair<bool, std::string> refusals[] = {
        {withoutQuotes(part).empty(), kMissingNumber},
        {has({"...", "…", "⋮", "⋯", "⋱"}) || cell == ".." || (cell.starts_with('\\') && cell.ends_with("dots")),
         "numbers were left out (...). Print the whole matrix and copy it again."},
        {isTruth, isNone + " Write 1 for true, 0 for false."},
        {isWordOfValue, quoted + " cannot be pasted; numbers must be finite."},
        {isErrorValue(cell), quoted + kErrorValue},
        {hasPower, quoted + " has a power of ten of its own below that of the whole matrix. Print the matrix again "
                            "after \"format long g\"."},
        {!value && has({"\\"}), quoted + " is not a decimal number. Write it as one, such as 0.5."},
        {!value && has({"*^", "`"}), quoted + " is a number of Mathematica. Print the matrix with CForm."},
        {!value, isNone},
        {value && std::isnan(*value), quoted + " divides by zero."},
        {true, quoted + " is too large for a 32-bit number (at most 3.4e38)."}};
    const auto& why = std::ranges::find_if(refusals, [](const auto& one) { return one.first; })->second;
    const std::string_view call = why == isNone ? functionAt(text_, offsetOf(cell)) : std::string_view();
    if (!call.empty()) refuseCalculation(call);
    refuse(offsetOf(cell), why);
}

void Pasted::refuseCalculation(std::string_view part) const {
    refuse(offsetOf(part), quotedBriefly(part) + " is a calculation, but only numbers can be pasted. Paste the "
                                                 "result that it prints.");
}

void Pasted::refuseOpen(std::size_t at) const {
    refuse(at, "this bracket is not closed. The end of the matrix may be missing; copy all of it.");
}

std::size_t Pasted::endOfBrackets(std::size_t at) const {
    const std::size_t from = at;
    int depth = 0;
    do {
        if (at == text_.size()) refuseOpen(from);
        depth += isAmong(text_[at], "[({") ? 1 : isAmong(text_[at], "])}") ? -1 : 0;
        at = endOfQuotes(text_, at) + 1;
    } while (depth > 0);
    return at;
}

void refuseMore(std::size_t most, const char* what) {
    throw NotPasted{{"The pasted text holds more than " + std::to_string(most) + " " + what + "."}};
}

void PastedRows::add(float value) {
    if (taken_ + numbers_.size() >= kMaxPastedNumbers) refuseMore(kMaxPastedNumbers, "numbers");
    numbers_.push_back(value);
    ++inRow_;
}

void PastedRows::endRow(const Pasted& pasted, std::size_t at, std::size_t width) {
    for (std::size_t left = std::exchange(inRow_, 0), first = 1; left > 0 || first == 1; first = 0) {
        const std::size_t row = width == 0 ? left : std::min(width, left);
        left -= row;
        if (++rows_ == 1) cols_ = row;
        if (row != cols_)
            pasted.refuseLine(at, "row " + std::to_string(rows_) + " has " + std::to_string(row) +
                                      (row == 1 ? " number" : " numbers") + ", but row 1 has " + std::to_string(cols_) +
                                      ". All rows of a matrix must have the same length.");
    }
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
