#include "paste/readers.h"

#include <algorithm>
#include <span>

namespace headlight {
namespace {

using Row = std::span<const std::string_view>;

/// True for 0, 1, 2 ...
bool areCounted(Row cells) {
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (trimmedCell(cells[i]) != std::to_string(i)) return false;
    return !cells.empty();
}

bool areEqual(Row some, Row others) {
    return some.size() > 1 && std::ranges::equal(some, others, {}, withoutQuotes, withoutQuotes);
}

bool isInQuotes(std::string_view cell) { return trimmedCell(cell).size() > withoutQuotes(cell).size(); }
bool isCorner(std::string_view cell) { return trimmedCell(cell).empty() || cell == ".."; }

/// The kinds of some cells.
struct Kinds {
    std::size_t names = 0, numbers = 0, others = 0; ///< how many there are
    bool areWhole = true;                           ///< the numbers
    bool haveNumbers = false;                       ///< beside a name, "W_q (1"

    bool areNames() const { return names > 0 && numbers == 0 && !haveNumbers; } ///< with signs among them
    bool areTokens() const { return names > 0 && areWhole; }
};

Kinds kindsOf(Row cells, bool areQuotedNames) {
    Kinds all;
    for (const std::string_view cell : cells) {
        const std::string_view text = withoutQuotes(cell);
        const CellKind kind = isInQuotes(cell) && areQuotedNames ? CellKind::Name : kindOf(text);
        ++(kind == CellKind::Name ? all.names : kind == CellKind::Number ? all.numbers : all.others);
        if (kind == CellKind::Number && text.find_first_not_of(kDigits) != text.npos) all.areWhole = false;
        if (kind == CellKind::Name && !isInQuotes(cell) && std::ranges::any_of(wordsOf(cell, " =:("), isNumber))
            all.haveNumbers = true;
    }
    return all;
}

} // namespace

Labels labelsOf(const std::vector<Lines>& rows, std::size_t header, bool isSpaced, bool isFree) {
    if (header >= rows.size() || rows[0].empty()) return {header};
    Lines first = rows[header];
    const Row names(rows[0]), second = header + 1 < rows.size() ? Row(rows[header + 1]) : Row();
    const bool isFrame = isSpaced && header == 0 && !second.empty() &&
                         std::ranges::all_of(std::span(rows).subspan(1),
                                             [&](const Lines& row) { return row.size() == rows[0].size() + 1; });
    if (isFrame) first.insert(first.begin(), first[0].substr(0, 0));
    if (first.size() < 2 || (isSpaced && header == 0 && (second.empty() || !isValue(second.back())))) return {header};
    // If numbers have no quotes, "1" in quotes is a name.
    const bool areQuotedNames = std::ranges::any_of(second, [](std::string_view cell) {
        return !isInQuotes(cell) && !trimmedCell(cell).empty() && kindOf(trimmedCell(cell)) == CellKind::Number;
    });
    Lines column;
    for (std::size_t i = header; i < rows.size(); ++i)
        column.push_back(rows[i].size() > 1 ? rows[i][0] : "0"); // a single number is no label
    if (isFrame) column[0] = first[0];
    const auto kinds = [&](Row cells) { return kindsOf(cells, areQuotedNames); };
    const Row rest = Row(first).subspan(1), below = Row(column).subspan(1);
    const Kinds corner = kinds(Row(first).first(1)), inRest = kinds(rest), inBelow = kinds(below);
    Labels labels{header};
    if (header == 0 || !isSpaced) { // below a header may be a second one
        const bool hasCorner = isCorner(first[0]);
        const bool areLabels = areEqual(rest, below) && corner.names + inRest.names > 0;
        const bool isBelowCorner = hasCorner && header == 0 && isFree &&
                                   (inRest.names + inRest.others + inBelow.names + inBelow.others > 0 ||
                                    areCounted(rest) || areCounted(below) || areEqual(rest, below));
        const bool areHeader = (inRest.areTokens() && inRest.names > inRest.numbers) || areLabels || isBelowCorner ||
                               (hasCorner && areCounted(rest)) || (kinds(first).areNames() && inBelow.names == 0);
        const bool hasHeader = !below.empty() && areHeader && (hasCorner || corner.numbers == 0);
        if (isFrame && (!hasHeader || (!isBelowCorner && !inBelow.areNames() && !areCounted(below)))) return {};
        if (!hasHeader)
            labels.columns = !below.empty() && kinds(column).areNames() ? 1 : 0;
        else if (first.size() > 2 && first[0] == "head" &&
                 (first[1] == "row" || first[1] == "query" || first[1] == "token"))
            labels = {header + 1, 2, true}; // as io/stageFile writes it
        else
            labels = {header + 1, hasCorner || inBelow.areTokens() || areLabels ? 1U : 0U};
    }
    const Row labelled = Row(column).subspan(labels.header - header);
    if (header > 0 && ((isSpaced && names.size() < first.size()) || isCorner(names[0]) || kinds(labelled).areTokens() ||
                       (areEqual(names.subspan(1), column) && kinds(names).names > 0)))
        labels.columns = 1;
    return labels;
}

bool hasFreeCorner(const Lines& lines) {
    const std::size_t words = lines.size() < 2 ? 0 : wordsOf(lines[0]).size();
    return words > 0 && std::ranges::all_of(std::span(lines).subspan(1), [&](std::string_view line) {
               return wordsOf(line).size() == words + 1 &&
                      line.find(' ', line.find_first_not_of(' ')) <= lines[0].find_first_not_of(' ');
           });
}

} // namespace headlight
