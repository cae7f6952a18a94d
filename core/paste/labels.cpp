#include "paste/labels.h"

#include "paste/pasted.h"

#include <algorithm>

namespace headlight {
namespace {

/// Finds the labels of a table of separated text.
class LabelsOf {
public:
    LabelsOf(const Lines& lines, const Cutting& cutting) : lines_(lines), cutting_(cutting) {}

    Labels find() {
        Labels labels;
        const Lines first = cellsOf(lines_.front(), cutting_);
        if (first.size() < 2) return labels;
        // Where numbers have no quotes, "1" in quotes is a name.
        const Lines second = lines_.size() > 1 ? cellsOf(lines_[1], cutting_) : Lines();
        areQuotedNames_ = std::ranges::any_of(second, [&](std::string_view cell) {
            return !isQuoted(trimmedCell(cell)) && !trimmedCell(cell).empty() && !isText(cell);
        });
        const bool hasIndex = trimmedCell(first[0]).empty(); // as pandas writes it
        labels.hasHeader = lines_.size() > 1 && (hasIndex || isText(first[0])) &&
                           (std::ranges::all_of(first.begin() + 1, first.end(),
                                                [&](std::string_view cell) { return isText(cell); }) ||
                            (hasIndex && areCounted(first)));
        if (labels.hasHeader && first.size() > 2 && first[0] == "head" &&
            (first[1] == "row" || first[1] == "query" || first[1] == "token"))
            return {true, 2, true}; // as io/stageFile writes it
        const bool areNames = lines_.size() > 1 && std::all_of(lines_.begin() + (labels.hasHeader ? 1 : 0),
                                                               lines_.end(), [&](std::string_view line) {
                                                                   const auto end = endOfCell(line, cutting_.separator);
                                                                   const auto cell = line.substr(0, end);
                                                                   return end != line.npos && isText(cell) &&
                                                                          (labels.hasHeader || !hasNumber(cell));
                                                               });
        labels.columns = areNames || (labels.hasHeader && hasIndex) ? 1 : 0;
        return labels;
    }

private:
    static bool isQuoted(std::string_view cell) { return cell.size() > 1 && cell.front() == '"' && cell.back() == '"'; }
    /// Nothing that Pasted::number() reads or has a sentence of its own for.
    bool isText(std::string_view part) const {
        std::string_view cell = trimmedCell(part);
        const bool inQuotes = isQuoted(cell);
        if (inQuotes && areQuotedNames_) return true;
        if (inQuotes) cell = trimmedCell(cell.substr(1, cell.size() - 2));
        if (cell.empty() || cell.find("...") != cell.npos || cell.find("…") != cell.npos || Pasted::isNonFinite(cell))
            return false;
        // "1.234,5" and "1+2j" are numbers that cannot be read, and no names.
        return std::string_view("+-.0123456789").find(cell[0]) == std::string_view::npos ||
               cell.find_first_of("0123456789") == cell.npos;
    }
    /// "W_q = 1": what is no name alone.
    static bool hasNumber(std::string_view cell) {
        return !isQuoted(trimmedCell(cell)) && std::ranges::any_of(cutAtBlanks(cell, " =:("), Pasted::isNumber);
    }
    /// "", 0, 1, 2
    static bool areCounted(const Lines& cells) {
        for (std::size_t i = 1; i < cells.size(); ++i)
            if (trimmedCell(cells[i]) != std::to_string(i - 1)) return false;
        return true;
    }

    const Lines& lines_;
    const Cutting& cutting_;
    bool areQuotedNames_ = false;
};

} // namespace

Labels labelsOf(const Lines& lines, const Cutting& cutting) { return LabelsOf(lines, cutting).find(); }

bool isFrame(const Lines& lines) {
    const std::size_t names = cutAtBlanks(lines[0], " ").size();
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const Lines cells = cutAtBlanks(lines[i], " ");
        const bool isName = cells[0] == std::to_string(i - 1) ||
                            cells[0].find_first_of("0123456789+-.") == cells[0].npos;
        if (cells.size() != names + 1 || !isName) return false;
    }
    return lines.size() > 1;
}

} // namespace headlight
