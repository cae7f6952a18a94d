#include "paste/matrixText.h"

#include "paste/latexText.h"
#include "paste/markdownText.h"
#include "paste/notebookText.h"
#include "paste/pasted.h"
#include "paste/scalarText.h"

#include <algorithm>
#include <charconv>
#include <span>
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

/// Without what is in quotes.
std::string bare(std::string_view text) {
    std::string kept;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t end = endOfQuotes(text, at);
        if (end == at) kept += text[at];
        at = end;
    }
    return kept;
}

/// A separator in quotes, which a quote of the text stands twice in, ends no cell.
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
    if (cutting.separator == ' ') return cutAtBlanks(line, " ");
    Lines cells;
    for (std::size_t end = 0; end != line.npos; line.remove_prefix(end == line.npos ? 0 : end + 1)) {
        end = endOfCell(line, cutting.separator);
        cells.push_back(line.substr(0, end));
    }
    // Some programs write a separator at the end of each line.
    if (cells.size() > 1 && trimmedCell(cells.back()).empty()) cells.pop_back();
    return cells;
}

/// What a table has beside its numbers.
struct Labels {
    bool hasHeader = false;
    std::size_t columns = 0; ///< that come before the numbers
    bool areOfHeads = false; ///< the first of them says of which head
};

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

/// Of a matrix; that of a name in quotes, beside numbers, is none.
bool hasBracket(const std::string& text) {
    if (text.find('[') == text.npos || text.find('"') == text.npos) return text.find('[') != text.npos;
    const std::string outside = bare(text);
    return outside.find('[') != outside.npos || outside.find_first_of("0123456789") == outside.npos;
}

/// What MATLAB prints above the numbers of a matrix: "A =", and "1.0e+03 *", a factor of them all.
struct Above {
    std::string_view name;
    int exponent = 0; ///< of ten
};

/// Takes it from the lines.
Above takeAbove(Lines& lines) {
    Above above;
    std::string_view first = trimmedCell(lines.front());
    const std::string_view name = trimmedCell(first.substr(0, first.size() - 1));
    if (lines.size() > 1 && first.ends_with('=') && !name.empty() && std::ranges::all_of(name, isWordCharacter)) {
        above.name = name;
        lines.erase(lines.begin());
        first = trimmedCell(lines.front());
    }
    if (lines.size() < 2 || !first.ends_with('*') || !first.starts_with("1.0e")) return above;
    const std::string_view power = trimmedCell(first.substr(4, first.size() - 5));
    const char* digits = power.data() + (power.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(digits, power.data() + power.size(), above.exponent);
    if (error == std::errc() && end == power.data() + power.size())
        lines.erase(lines.begin());
    else
        above.exponent = 0;
    return above;
}

Result<void> readRow(const Pasted& pasted, std::string_view line, const Cutting& cutting, std::size_t labels,
                     int exponent, PastedRows& rows) {
    const Lines cells = cellsOf(line, cutting);
    if (cells.size() <= labels) return pasted.problem(pasted.offsetOf(line), "a number is missing here.");
    for (std::size_t i = labels; i < cells.size(); ++i) {
        // "1, 2 3": a cell between commas may have several numbers, separated by spaces.
        const bool several = cutting.separator == ',' && hasInnerBlank(cells[i]);
        for (const std::string_view one : several ? cutAtBlanks(cells[i], " ") : Lines{cells[i]}) {
            auto value = pasted.number(one, cutting.decimalComma, exponent);
            if (!value) return value.problem();
            if (auto added = rows.add(*value); !added) return added;
        }
    }
    return rows.endRow(pasted, pasted.offsetOf(line));
}

Result<PastedText> matrixFromLines(const Pasted& pasted, const Watch& watch) {
    const bool hasQuotes = pasted.text().find_first_of("\"'") != std::string::npos;
    const std::string kept = hasQuotes ? bare(pasted.text()) : std::string();
    const std::string_view unquoted = hasQuotes ? kept : pasted.text();
    const Cutting cutting = cuttingOf(unquoted);
    Lines lines;
    for (const std::string_view line : cut(pasted.text(), '\n'))
        for (const std::string_view part : cutting.semicolonRows ? cut(line, ';') : Lines{line})
            if (!trimmedCell(part).empty()) lines.push_back(part);
    const Above above = takeAbove(lines);
    Labels labels;
    // "##ing" of a table of tokens would have been a comment, and its row lost.
    if (cutting.separator != ' ' && !cutting.semicolonRows && !pasted.hadComments())
        labels = LabelsOf(lines, cutting).find();
    PastedText found{
        {}, labels.hasHeader || labels.columns > 0, cutting.decimalComma && unquoted.find(',') != unquoted.npos};
    PastedRows rows;
    std::string_view head;
    const auto take = [&] {
        found.matrices.push_back(
            {labels.areOfHeads ? "head " + std::string(head) : std::string(above.name), rows.take()});
    };
    for (const std::string_view line : std::span(lines).subspan(labels.hasHeader ? 1 : 0)) {
        if (!shouldContinue(watch, pasted.offsetOf(line), pasted.text().size())) return stopped();
        const auto now = labels.areOfHeads ? trimmedCell(line.substr(0, line.find(cutting.separator))) : head;
        if (now != head && !rows.areNone()) take();
        if (found.matrices.size() == kMaxMatrices) return tooManyMatrices();
        head = now;
        if (auto row = readRow(pasted, line, cutting, labels.columns, above.exponent, rows); !row) return row.problem();
    }
    take();
    return found;
}

Result<Pasted> withoutWrappings(std::string_view text) {
    if (text.find("\\begin{") != text.npos) return Pasted::from(latexInBrackets(text));
    const auto bare = scalarsAsNumbers(text);
    return Pasted::from(bare ? *bare : text);
}

} // namespace

Result<PastedText> matricesFromText(std::string_view text, const Watch& watch) {
    if (const auto table = markdownInTabs(text)) {
        auto found = matricesFromText(*table, watch);
        if (found) found->hasOtherText = true; // the names
        return found;
    }
    auto pasted = withoutWrappings(text);
    if (!pasted) return pasted.problem();
    if (!hasBracket(pasted->text())) return matrixFromLines(*pasted, watch);
    auto found = matricesFromNotebook(*pasted, watch);
    return found && found->matrices.empty() ? matrixFromLines(*pasted, watch) : found;
}

} // namespace headlight
