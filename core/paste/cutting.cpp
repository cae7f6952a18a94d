#include "paste/latexText.h"
#include "paste/names.h"
#include "paste/tables.h"

#include <algorithm>

namespace headlight {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// True for a comma between digits.
bool isWithin(std::string_view text, std::size_t comma) {
    return comma > 0 && comma != text.npos && comma + 1 < text.size() && text[comma] == ',' &&
           isDigit(text[comma - 1]) && isDigit(text[comma + 1]);
}

/// True if each cell between blanks has at most a comma, within a number: "0,5 0,25". If commas separate cells, each
/// has one and, but for the last, another behind it: "0,5, 1,5".
bool hasDecimalCommas(std::string_view line, bool areSeparators) {
    const Lines cells = wordsOf(line);
    for (std::string_view cell : cells) {
        const bool isLast = cell.data() == cells.back().data(), isFollowed = cell.ends_with(',');
        if (areSeparators && !isLast && !isFollowed) return false;
        if (areSeparators && !isLast) cell.remove_suffix(1);
        const std::size_t comma = cell.find(',');
        if (!areSeparators && comma == cell.npos) continue;
        if (comma != cell.rfind(',') || !isWithin(cell, comma)) return false;
    }
    return areSeparators || cells.size() != 1;
}

bool hasBlankBetweenNumbers(std::string_view line) {
    for (std::size_t at = 1; (at = line.find(' ', at)) < line.size(); ++at) {
        const std::size_t next = std::min(line.find_first_not_of(' ', at), line.size() - 1);
        if (isDigit(line[at - 1]) && (isDigit(line[next]) || line[next] == '-')) return true;
        at = next;
    }
    return false;
}

/// Returns the place of the separator that ends the first cell, or npos. One in quotes ends no cell; within quotes ""
/// is a quote of the text.
std::size_t endOfCell(std::string_view line, char separator) {
    std::size_t at = line.find_first_not_of(' ');
    if (at != line.npos && line[at] == '"')
        while ((at = line.find('"', at + 1)) != line.npos) {
            if (at + 1 == line.size() || line[at + 1] != '"') return line.find(separator, at);
            ++at;
        }
    return line.find(separator);
}

std::string withoutQuotedParts(std::string_view line) {
    std::string kept;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const std::size_t end = endOfQuotes(line, at);
        if (end == at) kept += line[at];
        at = end;
    }
    return kept;
}

} // namespace

bool mayBeThousands(std::string_view before, std::string_view behind) {
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t first = before.find_last_not_of(kDigits) + 1; // 0 if there is none
    const std::size_t size = before.size() - first;
    return std::min(behind.find_first_not_of(kDigits), behind.size()) == 3 && size > 0 && size <= 3 &&
           before[first] != '0' && (first == 0 || before[first - 1] != '.');
}

std::optional<std::string_view> unclearComma(const Lines& lines) {
    const bool hasPoint = std::ranges::any_of(lines, [](auto line) { return line.find('.') != line.npos; });
    for (const std::string_view line : lines) {
        if (line.find(", ") == line.npos && !hasBlankBetweenNumbers(line)) continue;
        for (std::size_t at = 1; at < line.size(); ++at) // if there are points, decimals have none
            if (isWithin(line, at) && (!hasPoint || mayBeThousands(line.substr(0, at), line.substr(at + 1))))
                return line.substr(at);
    }
    return std::nullopt;
}

Cutting cuttingOf(const Lines& lines) {
    bool hasComma = false, hasSemicolon = false, hasRows = false, areWithin = true, areBehind = true, isBehind = false;
    for (std::string_view line : lines) {
        std::string kept;
        if (line.find_first_of("\"'") != line.npos) line = kept = withoutQuotedParts(line);
        if (line.find('\t') != line.npos) return {'\t'};
        hasSemicolon = hasSemicolon || line.find(';') != line.npos;
        hasRows = hasRows || std::ranges::any_of(cut(line, ';'), hasInnerBlank);
        hasComma = hasComma || line.find(',') != line.npos;
        isBehind = isBehind || line.find(", ") != line.npos;
        areWithin = areWithin && hasDecimalCommas(line, false);
        areBehind = areBehind && hasDecimalCommas(line, true);
    }
    // If spaces separate numbers between semicolons, a semicolon ends a row.
    if (hasSemicolon && !hasRows) return {';'};
    if (!hasComma || (areWithin && !hasSemicolon)) return {' ', hasSemicolon};
    return {areBehind && isBehind && !hasSemicolon ? ' ' : ',', hasSemicolon};
}

Lines cellsOf(std::string_view line, const Cutting& cutting) {
    Lines cells = cutting.separator == ' ' ? wordsOf(line) : Lines();
    for (std::string_view& cell : cells)
        if (cell.size() > 1 && cell.ends_with(',')) cell.remove_suffix(1);
    if (cutting.separator == ' ') return cells;
    for (std::size_t column = 0, end = 0; end != line.npos; ++column) {
        end = endOfCell(line, cutting.separator);
        const std::string_view cell = line.substr(0, end);
        if (column >= cutting.isEmpty.size() || !cutting.isEmpty[column])
            cells.push_back(cutting.separator == '&' ? withoutLayout(cell) : cell);
        line.remove_prefix(end == line.npos ? 0 : end + 1);
    }
    return cells;
}

Result<std::vector<bool>> emptyColumns(const Pasted& pasted, const Lines& lines, const Cutting& cutting) {
    std::vector<bool> empty;
    for (const std::string_view line : lines) {
        const Lines cells = cellsOf(line, cutting);
        empty.resize(std::max(empty.size(), cells.size()), true);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string_view cell = trimmedCell(cells[i]);
            const std::size_t number = i + (cutting.separator == '|' && cells[0].empty() ? 0 : 1); // "| 1 | 2 |"
            if (isErrorValue(cell)) return pasted.errorValue(cell, " in cell " + std::to_string(number));
            empty[i] = empty[i] && cell.empty();
        }
    }
    // In a single row, a number is missing before the last one.
    if (lines.size() == 1 && cutting.separator != '|')
        std::fill(empty.begin(), std::find(empty.rbegin(), empty.rend(), false).base(), false);
    return empty;
}

} // namespace headlight
