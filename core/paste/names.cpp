#include "paste/names.h"

#include "base/quotedText.h"
#include "base/utf8.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace headlight {
namespace {

/// True for signs after which a number may stand, also if a letter is before them: "p<0.05", "US$1".
bool isBeforeNumber(char32_t c, std::uint32_t category) {
    return (category & U_GC_SC_MASK) != 0 || ((category & U_GC_SM_MASK) != 0 && c != '+' && c != '|');
}

bool isAmong(const auto& words, std::string_view word) { return std::ranges::find(words, word) != std::end(words); }

/// Words for missing, infinite and Boolean values, as letters and digits in lower case: "na" of "<NA>" or "N/A".
constexpr std::string_view kMissing[] = {"na",        "nan",          "nanind",        "null",     "nil",
                                         "none",      "nat",          "inf",           "infinity", "missing",
                                         "undefined", "notavailable", "notapplicable", "true",     "false"};
constexpr std::string_view kCurrencies[] = {"usd", "eur", "gbp", "jpy", "chf", "cny", "inr", "cad", "aud",
                                            "sek", "nok", "dkk", "pln", "brl", "krw", "rub", "mxn", "zar"};

} // namespace

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
        if (isDigit && (mayBegin || isAmong(kCurrencies, word))) return CellKind::Number;
        if (isDigit || isLetter)
            word += c >= 'A' && c <= 'Z' ? std::string(1, static_cast<char>(c - 'A' + 'a'))
                                         : std::string(cell.substr(from, at - from));
        mayBegin = isDigit || isLetter ? false : mayBegin || isBeforeNumber(c, category);
    }
    return word.empty() || isAmong(kMissing, word) ? CellKind::Either : CellKind::Name;
}

bool isErrorValue(std::string_view word) {
    constexpr std::size_t kLongest = 20;
    if (word.size() < 3 || word.size() > kLongest) return false;
    for (const std::string_view begin : {"Err:", "Fehler:"}) // LibreOffice
        if (word.starts_with(begin) && word.size() > begin.size())
            return word.find_first_not_of("0123456789", begin.size()) == word.npos;
    const std::string_view what = word.substr(1);
    if (word[0] != '#' || what.find_first_of(" \t#abcdefghijklmnopqrstuvwxyz") != what.npos) return false;
    const bool isNotAvailable = what.size() == 3 && what[1] == '/'; // "#N/D" in Italian
    return isNotAvailable || what.back() == '!' || what.back() == '?' || what == "NV" || what == "GETTING_DATA";
}

} // namespace headlight
