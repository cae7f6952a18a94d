#include "paste/cutting.h"

#include "paste/pasted.h"

#include <algorithm>

namespace headlight {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// True for one comma between digits: "-0,5".
bool hasCommaWithin(std::string_view cell) {
    const auto comma = cell.find(',');
    return comma != cell.npos && comma > 0 && comma + 1 < cell.size() && isDigit(cell[comma - 1]) &&
           isDigit(cell[comma + 1]) && cell.find(',', comma + 1) == cell.npos;
}

/// True if each cell between blanks has at most a comma within a number: "0,5 0,25".
bool hasCommasWithinNumbers(std::string_view text) {
    const auto isNumber = [](std::string_view cell) { return cell.find(',') == cell.npos || hasCommaWithin(cell); };
    return std::ranges::all_of(cut(text, '\n'), [&](std::string_view line) {
        const Lines cells = cutAtBlanks(line, " ");
        return cells.empty() || (cells.size() > 1 && std::ranges::all_of(cells, isNumber));
    });
}

bool hasBlankBetweenNumbers(std::string_view line) {
    for (std::size_t at = 1; (at = line.find(' ', at)) < line.size(); ++at) {
        const std::size_t next = std::min(line.find_first_not_of(' ', at), line.size() - 1);
        if (isDigit(line[at - 1]) && (isDigit(line[next]) || line[next] == '-')) return true;
        at = next;
    }
    return false;
}

/// True if each number of each line has a comma within it, and all but the last have one after it: "0,5, 1,5".
bool hasCommasBeforeBlanks(std::string_view text) {
    return text.find(", ") != text.npos && std::ranges::all_of(cut(text, '\n'), [](std::string_view line) {
               const Lines cells = cutAtBlanks(line, " ");
               return std::ranges::all_of(cells, [&](std::string_view cell) {
                   const bool isLast = cell.data() == cells.back().data();
                   if (!isLast && !cell.ends_with(',')) return false;
                   return hasCommaWithin(isLast ? cell : cell.substr(0, cell.size() - 1));
               });
           });
}

} // namespace

bool hasInnerBlank(std::string_view cell) { return trimmedCell(cell).find_first_of(" \t") != cell.npos; }

Lines cut(std::string_view line, char separator) {
    Lines cells;
    for (;;) {
        const auto end = line.find(separator);
        cells.push_back(line.substr(0, end));
        if (end == line.npos) return cells;
        line.remove_prefix(end + 1);
    }
}

Lines cutAtBlanks(std::string_view line, std::string_view blanks) {
    Lines cells;
    for (std::size_t at = 0; (at = line.find_first_not_of(blanks, at)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        cells.push_back(line.substr(at, end - at));
        at = end;
    }
    return cells;
}

bool mayBeThousands(std::string_view before, std::string_view behind) {
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t first = before.find_last_not_of(kDigits) + 1; // 0 if there is none
    const std::size_t size = before.size() - first;
    return std::min(behind.find_first_not_of(kDigits), behind.size()) == 3 && size > 0 && size <= 3 &&
           before[first] != '0' && (first == 0 || before[first - 1] != '.');
}

std::optional<std::size_t> unclearComma(std::string_view text) {
    const bool hasPoint = text.find('.') != text.npos; // the decimal point is known then
    for (const std::string_view line : cut(text, '\n')) {
        if (line.find(", ") == line.npos && !hasBlankBetweenNumbers(line)) continue;
        for (std::size_t at = 1; at + 1 < line.size(); ++at)
            if (line[at] == ',' && isDigit(line[at - 1]) && isDigit(line[at + 1]) &&
                (!hasPoint || mayBeThousands(line.substr(0, at), line.substr(at + 1))))
                return static_cast<std::size_t>(line.data() - text.data()) + at;
    }
    return std::nullopt;
}

Cutting cuttingOf(std::string_view text) {
    if (text.find('\t') != text.npos) return {'\t', false, true};
    if (text.find(';') != text.npos) {
        // If spaces separate numbers between semicolons, a semicolon ends a row.
        const auto lines = cut(text, '\n');
        const bool rows = std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
            const auto cells = cut(line, ';');
            return std::any_of(cells.begin(), cells.end(), hasInnerBlank);
        });
        if (!rows) return {';', false, true};
        return {text.find(',') != text.npos ? ',' : ' ', true};
    }
    const bool hasComma = text.find(',') != text.npos;
    if (hasComma && hasCommasWithinNumbers(text)) return {' ', false, true};
    if (hasComma && hasCommasBeforeBlanks(text)) return {' ', false, true, true};
    return {hasComma ? ',' : ' ', false, hasComma}; // decimal commas are in quotes then
}

std::size_t endOfCell(std::string_view line, char separator) {
    std::size_t at = line.find_first_not_of(' ');
    if (at != line.npos && line[at] == '"')
        while ((at = line.find('"', at + 1)) != line.npos) {
            if (at + 1 == line.size() || line[at + 1] != '"') return line.find(separator, at);
            ++at;
        }
    return line.find(separator);
}

Lines cellsOf(std::string_view line, const Cutting& cutting) {
    Lines cells;
    if (cutting.separator == ' ') {
        cells = cutAtBlanks(line, " ");
        for (std::string_view& cell : cells)
            if (cutting.commaBeforeBlank && cell.ends_with(',')) cell.remove_suffix(1);
        return cells;
    }
    for (std::size_t end = 0; end != line.npos; line.remove_prefix(end == line.npos ? 0 : end + 1)) {
        end = endOfCell(line, cutting.separator);
        cells.push_back(line.substr(0, end));
    }
    // Some programs write a separator at the end of each line.
    if (cells.size() > 1 && trimmedCell(cells.back()).empty()) cells.pop_back();
    return cells;
}

} // namespace headlight
