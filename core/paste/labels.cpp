#include "paste/names.h"
#include "paste/tables.h"

#include <algorithm>
#include <span>

namespace headlight {
namespace {

using Cells = std::span<const std::string_view>;

/// True for 0, 1, 2 ...
bool areCounted(Cells cells) {
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (trimmedCell(cells[i]) != std::to_string(i)) return false;
    return !cells.empty();
}

bool areEqual(Cells some, Cells others) {
    return some.size() > 1 && std::ranges::equal(some, others, {}, withoutQuotes, withoutQuotes);
}

bool isInQuotes(std::string_view cell) { return trimmedCell(cell).size() > withoutQuotes(cell).size(); }

bool haveAWordMore(const Lines& lines) {
    const std::size_t words = lines.size() < 2 ? 0 : wordsOf(lines[0]).size();
    return words > 0 && std::ranges::all_of(std::span(lines).subspan(1),
                                            [&](std::string_view line) { return wordsOf(line).size() == words + 1; });
}

/// Finds the labels of one table.
class LabelsOf {
public:
    LabelsOf(const Lines& lines, const Cutting& cutting, std::size_t header)
        : cutting_(cutting),
          header_(header),
          lines_(lines.begin() + std::ptrdiff_t(header), lines.end()),
          names_(cellsOf(lines[0], cutting)),
          isSpaced_(cutting.separator == ' ') {}

    Labels find() {
        const bool isFrame = isSpaced_ && header_ == 0 && haveAWordMore(lines_);
        first_ = cellsOf(lines_[0], cutting_);
        if (isFrame) first_.insert(first_.begin(), lines_[0].substr(0, 0));
        const Lines second = lines_.size() > 1 ? cellsOf(lines_[1], cutting_) : Lines();
        const bool hasNumbers = !second.empty() && Pasted::isNumber(second.back());
        if (first_.size() < 2 || (isSpaced_ && header_ == 0 && !hasNumbers)) return {header_};
        // If numbers have no quotes, "1" in quotes is a name.
        areQuotedNames_ = std::ranges::any_of(second, [&](std::string_view cell) {
            return !isInQuotes(cell) && !trimmedCell(cell).empty() && kind(cell) == CellKind::Number;
        });
        for (const std::string_view line : lines_) {
            const Lines cells = cellsOf(line, cutting_);
            column_.push_back(cells.size() > 1 ? cells[0] : "0"); // a single number is no label
        }
        if (header_ == 0) return ofFirst(isFrame, !isFrame || hasFreeCorner(lines_));
        Labels labels = isSpaced_ ? Labels{} : ofFirst(false, false); // there may be a second header
        const bool hasCorner = (isSpaced_ && names_.size() < first_.size()) || isCorner(names_[0]);
        if (hasCorner || (areEqual(Cells(names_).subspan(1), column_) && hasName(names_)) ||
            hasTokens(Cells(column_).subspan(labels.header), false))
            labels.columns = 1;
        labels.header += header_;
        return labels;
    }

private:
    /// Returns the labels of a table whose first row may be a header.
    Labels ofFirst(bool isFrame, bool isCornerSeen) {
        const Cells rest = Cells(first_).subspan(1), column = Cells(column_).subspan(1);
        const bool hasCorner = isCorner(first_[0]), isNumber = kind(first_[0]) == CellKind::Number && !hasCorner;
        const bool areLabels = areEqual(rest, column) && (kind(first_[0]) == CellKind::Name || hasName(rest));
        const bool isBelowCorner = hasCorner && isCornerSeen &&
                                   (hasText(rest) || hasText(column) || areCounted(rest) || areCounted(column) ||
                                    areEqual(rest, column));
        const bool areHeader = hasTokens(rest, true) || areLabels || isBelowCorner || (hasCorner && areCounted(rest)) ||
                               (areNames(first_) && !hasName(column));
        const bool hasHeader = lines_.size() > 1 && !isNumber && areHeader;
        if (isFrame && (!hasHeader || (!isBelowCorner && !areNames(column) && !areCounted(column)))) return {};
        if (!hasHeader) return {0, lines_.size() > 1 && areNames(column_) ? 1U : 0U};
        if (first_.size() > 2 && first_[0] == "head" &&
            (first_[1] == "row" || first_[1] == "query" || first_[1] == "token"))
            return {1, 2, true}; // as io/stageFile writes it
        return {1, hasCorner || hasTokens(column, false) || areLabels ? 1U : 0U};
    }

    static bool isCorner(std::string_view cell) { return trimmedCell(cell).empty() || cell == ".."; }

    CellKind kind(std::string_view cell) const {
        return isInQuotes(cell) && areQuotedNames_ ? CellKind::Name : kindOf(withoutQuotes(cell));
    }

    bool hasText(Cells cells) const {
        return std::ranges::any_of(cells, [this](std::string_view cell) { return kind(cell) != CellKind::Number; });
    }

    bool hasName(Cells cells) const {
        return std::ranges::any_of(cells, [this](std::string_view cell) { return kind(cell) == CellKind::Name; });
    }

    /// True if cells are names, with signs among them, but no numbers, also not beside a name: "W_q = 1".
    bool areNames(Cells cells) const {
        return hasName(cells) && std::ranges::none_of(cells, [this](std::string_view cell) {
                   return kind(cell) == CellKind::Number ||
                          (!isInQuotes(cell) && std::ranges::any_of(wordsOf(cell, " =:("), Pasted::isNumber));
               });
    }

    /// True if some cells are names, and all others signs or whole numbers; `mostly`: more names than numbers.
    bool hasTokens(Cells cells, bool mostly) const {
        std::ptrdiff_t names = 0, numbers = 0;
        for (const std::string_view cell : cells) {
            const bool isNumber = kind(cell) == CellKind::Number;
            if (isNumber && withoutQuotes(cell).find_first_not_of("0123456789") != cell.npos) return false;
            numbers += isNumber;
            names += kind(cell) == CellKind::Name;
        }
        return names > (mostly ? numbers : 0);
    }

    const Cutting& cutting_;
    std::size_t header_;
    Lines lines_, names_, first_, column_; ///< below the header; the cells of the header, first row and first column
    bool isSpaced_, areQuotedNames_ = false;
};

} // namespace

Labels labelsOf(const Table& table, const Cutting& cutting) {
    const Lines& lines = table.blocks[0];
    return table.header < lines.size() ? LabelsOf(lines, cutting, table.header).find() : Labels{table.header};
}

bool hasFreeCorner(const Lines& lines) {
    return haveAWordMore(lines) && std::ranges::all_of(std::span(lines).subspan(1), [&](std::string_view line) {
               return line.find(' ', line.find_first_not_of(' ')) <= lines[0].find_first_not_of(' ');
           });
}

bool isTable(const Lines& rows) {
    if (isPrintedTable(rows)) return true;
    const char separator = rows.empty() ? ' ' : rows[0][0];
    return rows.size() > 1 && std::string_view(",;\t").find(separator) != std::string_view::npos &&
           rows[1][0] != separator && std::ranges::count(rows[0], separator) == std::ranges::count(rows[1], separator);
}

} // namespace headlight
