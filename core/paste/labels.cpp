#include "paste/labels.h"

#include "paste/names.h"
#include "paste/pasted.h"

#include <algorithm>
#include <span>

namespace headlight {
namespace {

/// True for 0, 1, 2 ...
bool areCounted(std::span<const std::string_view> cells) {
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (trimmedCell(cells[i]) != std::to_string(i)) return false;
    return true;
}

/// True if no cell is a number, and at least one is a name.
template <class KindOf>
bool areNames(std::span<const std::string_view> cells, const KindOf& kind) {
    bool hasName = false;
    for (const std::string_view cell : cells) {
        const CellKind now = kind(cell);
        if (now == CellKind::Number) return false;
        hasName = hasName || now == CellKind::Name;
    }
    return hasName;
}

/// Finds the labels of a table of separated text.
class LabelsOf {
public:
    LabelsOf(const Lines& lines, const Cutting& cutting) : lines_(lines), cutting_(cutting) {}

    Labels find() {
        Labels labels;
        const Lines first = cellsOf(lines_.front(), cutting_);
        if (first.size() < 2) return labels;
        // If numbers have no quotes, "1" in quotes is a name.
        const Lines second = lines_.size() > 1 ? cellsOf(lines_[1], cutting_) : Lines();
        areQuotedNames_ = std::ranges::any_of(second, [&](std::string_view cell) {
            return !isQuoted(trimmedCell(cell)) && !trimmedCell(cell).empty() && kind(cell) == CellKind::Number;
        });
        const bool hasIndex = trimmedCell(first[0]).empty(); // as pandas writes it
        const auto rest = std::span(first).subspan(1);
        labels.hasHeader = lines_.size() > 1 && (hasIndex || kind(first[0]) != CellKind::Number) &&
                           (areNames(rest, [this](std::string_view cell) { return kind(cell); }) ||
                            (hasIndex && areCounted(rest)));
        if (labels.hasHeader && first.size() > 2 && first[0] == "head" &&
            (first[1] == "row" || first[1] == "query" || first[1] == "token"))
            return {true, 2, true}; // as io/stageFile writes it
        const auto kindOfFirst = [&](std::string_view line) {
            const auto end = endOfCell(line, cutting_.separator);
            const auto cell = line.substr(0, end);
            return end == line.npos || (!labels.hasHeader && hasNumber(cell)) ? CellKind::Number : kind(cell);
        };
        const bool hasNames = lines_.size() > 1 &&
                              areNames(std::span(lines_).subspan(labels.hasHeader ? 1 : 0), kindOfFirst);
        labels.columns = hasNames || (labels.hasHeader && hasIndex) ? 1 : 0;
        return labels;
    }

private:
    static bool isQuoted(std::string_view cell) { return cell.size() > 1 && cell.front() == '"' && cell.back() == '"'; }
    CellKind kind(std::string_view part) const {
        const std::string_view cell = trimmedCell(part);
        if (!isQuoted(cell)) return kindOf(cell);
        return areQuotedNames_ ? CellKind::Name : kindOf(withoutQuotes(cell));
    }
    /// True if a cell has a number beside a name: "W_q = 1".
    static bool hasNumber(std::string_view cell) {
        return !isQuoted(trimmedCell(cell)) && std::ranges::any_of(cutAtBlanks(cell, " =:("), Pasted::isNumber);
    }

    const Lines& lines_;
    const Cutting& cutting_;
    bool areQuotedNames_ = false;
};

} // namespace

Labels labelsOf(const Lines& lines, const Cutting& cutting) { return LabelsOf(lines, cutting).find(); }

bool isFrame(const Lines& lines) {
    const Lines names = cutAtBlanks(lines[0], " ");
    const auto areLabels = [](const Lines& cells) { return areCounted(cells) || areNames(cells, kindOf); };
    if (lines.size() < 2 || !areLabels(names)) return false;
    Lines firsts;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const Lines cells = cutAtBlanks(lines[i], " ");
        if (cells.size() != names.size() + 1) return false;
        firsts.push_back(cells[0]);
    }
    return areLabels(firsts);
}

} // namespace headlight
