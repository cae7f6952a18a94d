#include "paste/matrixText.h"

#include "paste/latexText.h"
#include "paste/notebookText.h"
#include "paste/pasted.h"

#include <algorithm>
#include <vector>

namespace headlight {
namespace {

using Lines = std::vector<std::string_view>;

bool hasInnerBlank(std::string_view cell) { return trimmedCell(cell).find_first_of(" \t") != cell.npos; }

std::vector<std::string_view> cut(std::string_view line, char separator) {
    std::vector<std::string_view> cells;
    for (;;) {
        const auto end = line.find(separator);
        cells.push_back(line.substr(0, end));
        if (end == line.npos) return cells;
        line.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> cutAtBlanks(std::string_view line, std::string_view blanks) {
    std::vector<std::string_view> cells;
    for (std::size_t at = 0; (at = line.find_first_not_of(blanks, at)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        cells.push_back(line.substr(at, end - at));
        at = end;
    }
    return cells;
}

/// How a block of lines without brackets is cut into cells.
struct Cutting {
    char separator = ' ';       ///< ' ': any number of spaces
    bool semicolonRows = false; ///< "1 2; 3 4"
    bool decimalComma = false;
};

/// "0,5 0,25", line by line: each number between blanks has a comma within it at most.
bool hasCommasWithinNumbers(std::string_view text) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isNumber = [&](std::string_view cell) {
        const auto comma = cell.find(',');
        return comma == cell.npos || (comma > 0 && comma + 1 < cell.size() && isDigit(cell[comma - 1]) &&
                                      isDigit(cell[comma + 1]) && cell.find(',', comma + 1) == cell.npos);
    };
    return std::ranges::all_of(cut(text, '\n'), [&](std::string_view line) {
        const Lines cells = cutAtBlanks(line, " ");
        return cells.empty() || (cells.size() > 1 && std::ranges::all_of(cells, isNumber));
    });
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
    return {hasComma ? ',' : ' '};
}

Result<void> readRow(const Pasted& pasted, std::string_view line, const Cutting& cutting, PastedRows& rows) {
    auto cells = cutting.separator == ' ' ? cutAtBlanks(line, " ") : cut(line, cutting.separator);
    // Some programs write a separator at the end of each line.
    if (cells.size() > 1 && trimmedCell(cells.back()).empty()) cells.pop_back();
    for (const std::string_view cell : cells) {
        // "1, 2 3": a cell between commas may have several numbers, separated by spaces.
        const bool several = cutting.separator == ',' && hasInnerBlank(cell);
        for (const std::string_view one : several ? cutAtBlanks(cell, " ") : std::vector{cell}) {
            auto value = pasted.number(one, cutting.decimalComma);
            if (!value) return value.problem();
            if (auto added = rows.add(*value); !added) return added;
        }
    }
    return rows.endRow(pasted, pasted.offsetOf(line));
}

Result<PastedText> matrixFromLines(const Pasted& pasted, const Watch& watch) {
    const Cutting cutting = cuttingOf(pasted.text());
    PastedRows rows;
    for (const std::string_view line : cut(pasted.text(), '\n')) {
        const auto parts = cutting.semicolonRows ? cut(line, ';') : Lines{line};
        for (const std::string_view part : parts) {
            if (trimmedCell(part).empty()) continue;
            if (!shouldContinue(watch, pasted.offsetOf(part), pasted.text().size())) return stopped();
            if (auto row = readRow(pasted, part, cutting, rows); !row) return row.problem();
        }
    }
    return PastedText{{{{}, rows.take()}}, false, cutting.decimalComma && pasted.text().find(',') != std::string::npos};
}

} // namespace

Result<PastedText> matricesFromText(std::string_view text, const Watch& watch) {
    auto pasted = text.find("\\begin{") == text.npos ? Pasted::from(text) : Pasted::from(latexInBrackets(text));
    if (!pasted) return pasted.problem();
    if (pasted->text().find('[') == std::string::npos) return matrixFromLines(*pasted, watch);
    auto found = matricesFromNotebook(*pasted, watch);
    return found && found->matrices.empty() ? matrixFromLines(*pasted, watch) : found;
}

} // namespace headlight
