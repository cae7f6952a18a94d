#include "paste/matrixText.h"

#include "paste/bracketText.h"
#include "paste/labels.h"
#include "paste/latexText.h"
#include "paste/markdownText.h"
#include "paste/matlabText.h"
#include "paste/notebookText.h"
#include "paste/pasted.h"
#include "paste/scalarText.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace headlight {
namespace {

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

/// Of a matrix; that of a name in quotes, beside numbers, is none.
bool hasBracket(const std::string& text) {
    if (text.find('[') == text.npos || text.find('"') == text.npos) return text.find('[') != text.npos;
    const std::string outside = bare(text);
    return outside.find('[') != outside.npos || outside.find_first_of("0123456789") == outside.npos;
}

/// "2×3"
bool isSize(std::string_view text) {
    constexpr std::string_view kTimes = "×", kDigits = "0123456789";
    const std::size_t times = text.find_first_not_of(kDigits);
    return times != text.npos && times > 0 && text.substr(times).starts_with(kTimes) &&
           times + kTimes.size() < text.size() && text.find_first_not_of(kDigits, times + kTimes.size()) == text.npos;
}

/// What MATLAB prints above the numbers of a matrix: "A =", "A = 2×3", and "1.0e+03 *", a factor of them all.
struct Above {
    std::string_view name;
    int exponent = 0; ///< of ten
};

/// Takes it from the lines.
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

/// The lines of each block of columns, above which "Columns 1 through 8" stands; else all in one.
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
    /// Of "1,234","5,678".
    Result<void> check() const {
        if (cutting_.separator != ',' || firstComma_.empty() || isClear_) return {};
        return pasted_.problem(pasted_.offsetOf(firstComma_),
                               std::string(firstComma_) +
                                   " may have a decimal comma, or one of thousands. Write a decimal point.");
    }

private:
    void note(std::string_view number) {
        if (firstComma_.empty()) firstComma_ = trimmedCell(number);
        const std::size_t comma = number.find(','), end = number.find_first_not_of("0123456789", comma + 1);
        const std::size_t digit = std::min(number.find_first_of("0123456789"), comma);
        if (std::min(end, number.size()) - comma != 4 || comma - digit > 3 || number[digit] == '0') isClear_ = true;
    }

    const Pasted& pasted_;
    const Cutting& cutting_;
    std::size_t labels_;
    int exponent_;
    std::string_view firstComma_; ///< of the numbers that have one
    bool isClear_ = false;        ///< not all of them can be thousands
};

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
    Labels labels;
    // "##ing" of a table of tokens would have been a comment, and its row lost.
    const bool mayHaveLabels = blocks->front().size() == lines.size() && !pasted.hadComments();
    if (mayHaveLabels && cutting.separator != ' ' && !cutting.semicolonRows)
        labels = labelsOf(lines, cutting);
    else if (mayHaveLabels && cutting.separator == ' ' && above.name.empty() && isFrame(lines))
        labels = {true, 1};
    PastedText found{{}, labels.hasHeader || labels.columns > 0};
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
    if (const auto bare = matlabWithoutComments(text)) {
        const auto scalars = scalarsAsNumbers(*bare);
        return Pasted::from(scalars ? *scalars : *bare);
    }
    const auto bare = scalarsAsNumbers(text);
    return Pasted::from(bare ? *bare : text);
}

Result<PastedText> matricesFromLatex(const LatexText& latex, const Watch& watch) {
    const auto pasted = Pasted::from(latex.text);
    if (!pasted) return pasted.problem();
    auto found = matricesFromNotebook(*pasted, watch);
    if (!found) return found;
    found->hasDecimalCommas = latex.hasDecimalCommas;
    if (!found->matrices.empty()) return found;
    PastedRows rows;
    if (std::size_t at = pasted->text().find('['); at != std::string::npos) // its first element is no number
        if (const auto lists = matricesFromLists(*pasted, at, rows, watch); !lists) return lists.problem();
    return matrixFromLines(*pasted, watch);
}

} // namespace

Result<PastedText> matricesFromText(std::string_view text, const Watch& watch) {
    if (const auto table = markdownInTabs(text)) {
        auto found = matricesFromText(*table, watch);
        if (found) found->hasOtherText = true; // the names
        return found;
    }
    if (const auto latex = latexInBrackets(text)) return matricesFromLatex(*latex, watch);
    auto pasted = withoutWrappings(text);
    if (!pasted) return pasted.problem();
    if (!hasBracket(pasted->text())) return matrixFromLines(*pasted, watch);
    auto found = matricesFromNotebook(*pasted, watch);
    return found && found->matrices.empty() ? matrixFromLines(*pasted, watch) : found;
}

} // namespace headlight
