#include "paste/matrixText.h"

#include "paste/bracketText.h"
#include "paste/labels.h"
#include "paste/latexText.h"
#include "paste/names.h"
#include "paste/notebookText.h"
#include "paste/pasted.h"
#include "paste/rewritten.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace headlight {
namespace {

/// Returns a text without its quoted parts.
std::string bare(std::string_view text) {
    std::string kept;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t end = endOfQuotes(text, at);
        if (end == at) kept += text[at];
        at = end;
    }
    return kept;
}

/// True if a matrix has a bracket; one in a quoted name, beside numbers, does not count.
bool hasBracket(const std::string& text) {
    if (text.find('[') == text.npos || text.find('"') == text.npos) return text.find('[') != text.npos;
    const std::string outside = bare(text);
    return outside.find('[') != outside.npos || outside.find_first_of("0123456789") == outside.npos;
}

/// True for "2×3".
bool isSize(std::string_view text) {
    constexpr std::string_view kTimes = "×", kDigits = "0123456789";
    const std::size_t times = text.find_first_not_of(kDigits);
    return times != text.npos && times > 0 && text.substr(times).starts_with(kTimes) &&
           times + kTimes.size() < text.size() && text.find_first_not_of(kDigits, times + kTimes.size()) == text.npos;
}

/// The lines that MATLAB prints above the numbers of a matrix: "A =" or "A = 2×3", and a common factor, "1.0e+03 *".
struct Above {
    std::string_view name;
    int exponent = 0; ///< the power of ten
};

/// Removes these from the lines and returns them.
Above takeAbove(Lines& lines) {
    Above above;
    std::string_view first = trimmedCell(lines.front());
    const std::size_t equals = std::min(first.find('='), first.size());
    const std::string_view name = trimmedCell(first.substr(0, equals)),
                           behind = trimmedCell(first.substr(std::min(equals + 1, first.size())));
    const bool isName = equals < first.size() && !name.empty() && std::ranges::all_of(name, isWordCharacter);
    if (lines.size() > 1 && isName && (behind.empty() || isSize(behind))) {
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

/// Returns the lines of each block of columns, below "Columns 1 through 8"; or all lines as one block.
Result<std::vector<Lines>> blocksOf(const Pasted& pasted, const Lines& lines) {
    std::vector<Lines> blocks;
    for (const std::string_view line : lines) {
        const Lines words = cutAtBlanks(line, " ");
        if (words[0] != "Columns" && words[0] != "Column") {
            if (blocks.empty()) blocks.emplace_back();
            blocks.back().push_back(line);
            continue;
        }
        if (blocks.empty() && words.size() > 1 && words[1] != "1" && words[1] != "1:")
            return pasted.problem(pasted.offsetOf(line), "the columns before these are missing; copy all of them.");
        blocks.emplace_back();
    }
    for (const Lines& block : blocks)
        if (block.size() != blocks[0].size() || block.empty())
            return pasted.problem(pasted.offsetOf(block.empty() ? lines.back() : block.front()),
                                  "the blocks of columns have different numbers of rows; copy all of them.");
    return blocks;
}

/// Reads the numbers of lines into rows.
class Row {
public:
    Row(const Pasted& pasted, const Cutting& cutting, std::size_t labels, int exponent)
        : pasted_(pasted), cutting_(cutting), labels_(labels), exponent_(exponent) {}

    Result<void> read(std::string_view line, PastedRows& rows) {
        const Lines cells = cellsOf(line, cutting_);
        if (cells.size() <= labels_) return pasted_.problem(pasted_.offsetOf(line), "a number is missing here.");
        for (std::size_t i = labels_; i < cells.size(); ++i) {
            // "1, 2 3": a cell between commas may have several numbers, separated by spaces.
            const bool several = cutting_.separator == ',' && hasInnerBlank(cells[i]);
            for (const std::string_view one : several ? cutAtBlanks(cells[i], " ") : Lines{cells[i]}) {
                auto value = pasted_.number(one, cutting_.decimalComma, exponent_);
                if (!value) return value.problem();
                if (auto added = rows.add(*value); !added) return added;
                if (one.find(',') != one.npos) note(one);
            }
        }
        return {};
    }

    bool hasDecimalCommas() const { return !firstComma_.empty(); }
    /// Returns a Problem if all commas may be commas of thousands: "1,234" and "5,678".
    Result<void> check() const {
        if (firstComma_.empty() || isClear_) return {};
        return pasted_.unclearThousands(firstComma_);
    }

private:
    void note(std::string_view number) {
        if (firstComma_.empty()) firstComma_ = withoutQuotes(number);
        const std::size_t comma = number.find(',');
        isClear_ = isClear_ || !mayBeThousands(number.substr(0, comma), number.substr(comma + 1));
    }

    const Pasted& pasted_;
    const Cutting& cutting_;
    std::size_t labels_;
    int exponent_;
    std::string_view firstComma_; ///< the first number that has a comma
    bool isClear_ = false;        ///< true if one of these commas cannot be a comma of thousands
};

/// Returns a Problem if a cell is an error value. Called before cells are taken for names.
Result<void> withoutErrorValues(const Pasted& pasted, const Lines& lines, const Cutting& cutting) {
    if (pasted.text().find_first_of("#:") == std::string::npos) return {};
    for (const std::string_view line : lines) {
        std::size_t number = 0;
        for (const std::string_view cell : cellsOf(line, cutting)) {
            ++number;
            if (isErrorValue(trimmedCell(cell)))
                return pasted.errorValue(trimmedCell(cell), " in cell " + std::to_string(number));
        }
    }
    return {};
}

LeftOut leftOutOf(const Lines& lines, const Cutting& cutting, const Labels& labels) {
    const std::size_t header = labels.hasHeader ? 1 : 0;
    Listing row, column;
    if (labels.hasHeader) row.add(cellsOf(lines.front(), cutting));
    for (std::size_t i = header; i < lines.size() && i <= header + Listing::kMaxListed && labels.columns > 0; ++i)
        if (const Lines cells = cellsOf(lines[i], cutting); cells.size() >= labels.columns)
            column.add(cells[labels.columns - 1]);
    return {row.text(), column.text(), labels.columns, {}};
}

Result<PastedText> matrixFromLines(const Pasted& pasted, const Watch& watch) {
    const bool hasQuotes = pasted.text().find_first_of("\"'") != std::string::npos;
    const std::string kept = hasQuotes ? bare(pasted.text()) : std::string();
    const std::string_view unquoted = hasQuotes ? kept : pasted.text();
    const Cutting cutting = cuttingOf(unquoted);
    if (const auto comma = cutting.separator == ',' && !hasQuotes ? unclearComma(unquoted) : std::nullopt)
        return pasted.problem(*comma, "this comma may be a decimal comma, or stand between two numbers. Separate the "
                                      "numbers with tabs or semicolons.");
    Lines lines;
    for (const std::string_view line : cut(pasted.text(), '\n'))
        for (const std::string_view part : cutting.semicolonRows ? cut(line, ';') : Lines{line})
            if (!trimmedCell(part).empty()) lines.push_back(part);
    const Above above = takeAbove(lines);
    const auto blocks = blocksOf(pasted, lines);
    if (!blocks) return blocks.problem();
    if (auto checked = withoutErrorValues(pasted, lines, cutting); !checked) return checked.problem();
    Labels labels;
    // A comment with numbers may have been a row of a table of tokens.
    const bool mayHaveLabels = blocks->front().size() == lines.size() && pasted.comments().empty();
    if (mayHaveLabels && cutting.separator != ' ' && !cutting.semicolonRows)
        labels = labelsOf(lines, cutting);
    else if (mayHaveLabels && cutting.separator == ' ' && above.name.empty() && isFrame(lines))
        labels = {true, 1};
    PastedText found;
    found.leftOut = leftOutOf(lines, cutting, labels);
    PastedRows rows;
    Row row(pasted, cutting, labels.columns, above.exponent);
    std::string_view head;
    const auto take = [&] {
        found.matrices.push_back(
            {labels.areOfHeads ? "head " + std::string(head) : std::string(above.name), rows.take()});
    };
    for (std::size_t i = labels.hasHeader ? 1 : 0; i < blocks->front().size(); ++i) {
        const std::string_view line = blocks->front()[i];
        if (!shouldContinue(watch, pasted.offsetOf(line), pasted.text().size())) return stopped();
        const auto now = labels.areOfHeads ? trimmedCell(line.substr(0, line.find(cutting.separator))) : head;
        if (now != head && !rows.areNone()) take();
        if (found.matrices.size() == kMaxMatrices) return tooManyMatrices();
        head = now;
        for (const Lines& block : *blocks)
            if (auto read = row.read(block[i], rows); !read) return read.problem();
        if (auto ended = rows.endRow(pasted, pasted.offsetOf(line)); !ended) return ended.problem();
    }
    take();
    if (auto checked = row.check(); !checked) return checked.problem();
    found.hasDecimalCommas = row.hasDecimalCommas();
    return found;
}

Result<Pasted> withoutWrappings(std::string_view text) {
    const auto bare = matlabWithoutComments(text);
    if (bare) text = bare->text;
    const auto scalars = scalarsAsNumbers(text);
    return Pasted::from(scalars ? scalars->text : text, bare ? bare->leftOut : Listing());
}

Result<PastedText> matricesFromLatex(const Pasted& pasted, bool hasDecimalCommas, const Watch& watch) {
    auto found = matricesFromNotebook(pasted, watch);
    if (!found) return found;
    found->hasDecimalCommas = hasDecimalCommas;
    if (!found->matrices.empty()) return found;
    PastedRows rows;
    if (std::size_t at = pasted.text().find('['); at != std::string::npos) // its first element is no number
        if (const auto lists = matricesFromLists(pasted, at, rows, watch); !lists) return lists.problem();
    return matrixFromLines(pasted, watch);
}

/// A Problem if all commas within numbers of LaTeX may be those of thousands.
Result<void> withoutThousands(std::string_view text) {
    const auto pasted = Pasted::from(text);
    const auto latex = pasted ? latexInBrackets(pasted->text()) : std::nullopt;
    if (!latex || !latex->areThousands) return {};
    const std::string_view all = pasted->text();
    const std::size_t from = all.find_last_not_of("0123456789", latex->comma - 1) + 1;
    return pasted->unclearThousands(all.substr(from, all.find_first_not_of("0123456789{,}", from) - from));
}

Result<PastedText> matricesFromPlain(const Pasted& pasted, const Watch& watch) {
    if (!hasBracket(pasted.text())) return matrixFromLines(pasted, watch);
    auto found = matricesFromNotebook(pasted, watch);
    return found && found->matrices.empty() ? matrixFromLines(pasted, watch) : found;
}

} // namespace

Result<PastedText> matricesFromText(std::string_view text, const Watch& watch) {
    if (const auto table = markdownInTabs(text)) {
        auto found = matricesFromText(table->text, watch);
        if (!found) return found;
        std::string& row = found->leftOut.firstRow;
        row = table->leftOut.text() + (row.empty() ? "" : "; ") + row;
        return found;
    }
    const auto latex = latexInBrackets(text);
    if (latex && latex->areThousands)
        if (auto checked = withoutThousands(text); !checked) return checked.problem();
    const auto pasted = latex ? Pasted::from(latex->text, latex->comments) : withoutWrappings(text);
    if (!pasted) return pasted.problem();
    auto found = latex ? matricesFromLatex(*pasted, latex->hasDecimalCommas, watch) : matricesFromPlain(*pasted, watch);
    if (found) found->leftOut.comments = pasted->comments();
    return found;
}

} // namespace headlight
