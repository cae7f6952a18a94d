#include "paste/pasted.h"

#include "base/decimal.h"
#include "base/quotedText.h"
#include "base/utf8.h"
#include "paste/cutting.h"
#include "paste/names.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxBytes = std::size_t(256) << 20;

/// Returns the plain form of a typographic character; empty if it has none.
std::string_view plain(char32_t c) {
    const bool blank = c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x3000;
    if (blank) return " ";
    if (c == 0x2212) return "-";
    return {};
}

/// True for dashes that people and programs write instead of a minus sign.
bool isDash(char32_t c) {
    return (c >= 0x2010 && c <= 0x2015) || c == 0x2D7 || c == 0x207B || c == 0x2796 || c == 0xFE58 || c == 0xFE63 ||
           c == 0xFF0D;
}

/// True if the "#" at `at` begins a comment: in code always, elsewhere only as in "1 2 # the last" and "##". The text
/// "#N/A" is always a cell, and in a table of tokens "#tag" and "##ing" are.
bool beginsComment(std::string_view text, std::size_t at, bool isCode) {
    const std::string_view word = text.substr(at, 30);
    if (isErrorValue(word.substr(0, word.find_first_of(" \t\n,;()[]")))) return false;
    if (isCode) return true;
    const std::size_t before = at == 0 ? text.npos : text.find_last_not_of(' ', at - 1);
    const bool beginsLine = before == text.npos || text[before] == '\n';
    if (!beginsLine && (text[at - 1] != ' ' || std::string_view("\t,;").find(text[before]) != text.npos)) return false;
    const std::size_t next = text.find_first_not_of('#', at);
    return next == text.npos || std::string_view(" \n!%").find(text[next]) != text.npos;
}

/// Returns the text without its comments. A "#" in quotes does not begin a comment.
std::string withoutComments(std::string_view text, bool isCode, Listing& comments) {
    std::string kept;
    kept.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '#' && beginsComment(text, at, isCode)) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            comments.addComment(text.substr(at, end - at));
            at = end;
        }
        if (at == text.size()) break;
        const std::size_t end = endOfQuotes(text, at);
        kept += text.substr(at, end + 1 - at);
        at = end;
    }
    return kept;
}

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

void Listing::add(const std::vector<std::string_view>& cells) {
    for (const std::string_view cell : cells) add(cell);
}

void Listing::addComment(std::string_view comment) {
    if (std::ranges::any_of(cutAtBlanks(comment, " \t,;:=&()[]#%\\"), Pasted::isNumber)) add(comment);
}

std::string_view withoutQuotes(std::string_view cell) {
    cell = trimmedCell(cell);
    const bool isQuoted = cell.size() > 1 && cell.front() == '"' && cell.back() == '"';
    return isQuoted ? trimmedCell(cell.substr(1, cell.size() - 2)) : cell;
}

Result<Pasted> Pasted::from(std::string_view text, const Listing& comments) {
    if (text.size() > kMaxBytes) return Problem{"The pasted text is longer than 256 MB."};
    if (firstInvalidByte(text)) return Problem{"The pasted text is not UTF-8."};
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    Pasted pasted;
    pasted.comments_ = comments;
    pasted.text_.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = at;
        const char32_t c = nextCodePoint(text, at);
        if (c == '\r') {
            if (at >= text.size() || text[at] != '\n') pasted.text_ += '\n';
        } else if (const auto meant = plain(c); !meant.empty()) {
            pasted.text_ += meant;
        } else if (isDash(c) && at < text.size() && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9'))) {
            pasted.text_ += '-';
        } else {
            pasted.text_ += text.substr(from, at - from);
        }
    }
    if (pasted.text_.find('#') != std::string::npos) {
        std::string kept = withoutComments(pasted.text_, false, pasted.comments_);
        if (kept.find('[') != std::string::npos) {
            pasted.comments_ = comments;
            kept = withoutComments(pasted.text_, true, pasted.comments_);
        }
        pasted.text_ = std::move(kept);
    }
    if (pasted.text_.find_first_not_of(" \t\n") == std::string::npos)
        return Problem{"There are no numbers in the pasted text."};
    return pasted;
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

Result<float> Pasted::number(std::string_view part, bool decimalComma, int exponent) const {
    const std::string_view cell = withoutQuotes(part);
    if (cell.empty()) return problem(offsetOf(part), "a number is missing here.");
    const std::size_t at = offsetOf(cell);
    if (cell.find("...") != cell.npos || cell.find("…") != cell.npos)
        return problem(at, "numbers were left out (...). Print the whole matrix and copy it again.");
    if (isNonFinite(cell)) return problem(at, quotedBriefly(cell) + " cannot be pasted; numbers must be finite.");
    if (isErrorValue(cell)) return errorValue(cell, "");
    std::string literal(cell);
    if (decimalComma && literal.find('.') == literal.npos && std::count(literal.begin(), literal.end(), ',') == 1)
        literal[literal.find(',')] = '.';
    if (exponent != 0 && literal.find_first_of("eE") != literal.npos)
        return problem(at, quotedBriefly(cell) + " has a power of ten of its own below that of the whole matrix. Print "
                                                 "the matrix again after \"format long g\".");
    if (exponent != 0) literal += "e" + std::to_string(exponent);
    const auto value = nearest<float>(literal);
    if (!value && cell.find('\\') != cell.npos)
        return problem(at, quotedBriefly(cell) + " is not a decimal number. Write it as one, such as 0.5.");
    if (!value) return problem(at, quotedBriefly(cell) + " is not a number.");
    if (!std::isfinite(*value))
        return problem(at, quotedBriefly(cell) + " is too large for a 32-bit number (at most 3.4e38).");
    return *value;
}

Problem Pasted::errorValue(std::string_view part, const std::string& where) const {
    return problem(offsetOf(part), quotedBriefly(part) + where +
                                       " is an error value of a spreadsheet. Correct it there and copy again.");
}

Problem Pasted::unclearThousands(std::string_view part) const {
    return problem(offsetOf(part),
                   quotedBriefly(part) + " may have a decimal comma, or one of thousands. Write a decimal point.");
}

bool Pasted::isNumber(std::string_view part) { return nearest<float>(trimmedCell(part)).has_value(); }

bool Pasted::isNonFinite(std::string_view word) {
    std::string low(word);
    for (char& c : low)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    while (low.starts_with('-') || low.starts_with('+')) low.erase(0, 1);
    return low == "nan" || low == "inf" || low == "infinity";
}

Problem tooManyMatrices() { return {"The pasted text holds more than " + std::to_string(kMaxMatrices) + " matrices."}; }

Result<void> PastedRows::add(float value) {
    if (taken_ + numbers_.size() >= kMaxNumbers)
        return Problem{"The pasted text holds more than " + std::to_string(kMaxNumbers) + " numbers."};
    numbers_.push_back(value);
    ++inRow_;
    return {};
}

Result<void> PastedRows::endRow(const Pasted& pasted, std::size_t at) {
    ++rows_;
    if (rows_ == 1) cols_ = inRow_;
    if (inRow_ != cols_)
        return pasted.problemOfLine(at, "row " + std::to_string(rows_) + " has " + std::to_string(inRow_) +
                                            (inRow_ == 1 ? " number" : " numbers") + ", but row 1 has " +
                                            std::to_string(cols_) +
                                            ". All rows of a matrix must have the same length.");
    inRow_ = 0;
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
