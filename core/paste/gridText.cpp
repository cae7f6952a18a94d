#include "paste/latexText.h"
#include "paste/names.h"
#include "paste/tables.h"

#include <algorithm>
#include <utility>

namespace headlight {
/// Adds what is left out of a table. Of several tables, the first with labels is listed.
void Grid::leaveOut(const Table& table, const Cutting& cutting, const Labels& labels) {
    LeftOut& left = found_.leftOut;
    if (!left.firstRow.empty() || !left.firstColumn.empty()) return;
    const Lines& lines = table.blocks[0];
    Listing column;
    for (std::size_t i = 0; i < std::min(lines.size(), labels.header + Listing::kMaxListed + 1); ++i) {
        const Lines cells = cellsOf(lines[i], cutting);
        if (i >= labels.header && labels.columns > 0 && cells.size() >= labels.columns)
            column.add(cells[labels.columns - 1]);
        if (i >= labels.header || (i > 0 && i < table.header)) continue; // the kinds of columns, below their names
        Listing row;
        row.add(cells);
        left.firstRow += (i > 0 ? "; " : "") + row.text();
    }
    left.firstColumn = column.text();
    left.columns = labels.columns;
}

Result<void> Grid::read(const Table& table, Cutting cutting, bool mayHaveLabels) {
    const Lines& lines = table.blocks.front();
    std::vector<Cutting> cuttings; // of the blocks, which have different columns
    for (const Lines& block : table.blocks) {
        if (block.size() != lines.size()) return pasted_.problem(pasted_.offsetOf(block.front()), kUnequalBlocks);
        auto empty = emptyColumns(pasted_, block, cutting);
        if (!empty) return empty.problem();
        cuttings.push_back(cutting);
        if (cutting.separator != '&') cuttings.back().isEmpty = *std::move(empty);
    }
    cutting = cuttings.front();
    Labels labels{table.header};
    if (table.isFrame)
        labels = {1, 1};
    else if (table.hasIndex && wordsOf(lines[0]).size() == 2)
        labels = {0, 1};
    else if (mayHaveLabels && table.blocks.size() == 1)
        labels = labelsOf(table, cutting);
    leaveOut(table, cutting, labels);
    std::string name(table.name);
    for (std::size_t i = labels.header; i < lines.size(); ++i) {
        if (!shouldContinue(watch_, pasted_.offsetOf(lines[i]), pasted_.text().size())) return stopped();
        const std::string before = name;
        if (labels.areOfHeads) name = "head " + std::string(trimmedCell(cellsOf(lines[i], cutting)[0]));
        if (name != before && !rows_.areNone()) found_.matrices.push_back({before, rows_.take()});
        if (found_.matrices.size() == kMaxMatrices) return tooManyMatrices();
        for (std::size_t b = 0; b < cuttings.size(); ++b)
            if (auto read = readRow(table.blocks[b][i], cuttings[b], labels.columns, table.exponent); !read)
                return read;
        if (auto ended = rows_.endRow(pasted_, pasted_.offsetOf(lines[i])); !ended) return ended;
    }
    if (!rows_.areNone()) found_.matrices.push_back({name, rows_.take()});
    return {};
}

Result<void> Grid::readRow(std::string_view line, const Cutting& cutting, std::size_t labels, int exponent) {
    const Lines cells = cellsOf(line, cutting);
    if (cells.size() <= labels) return pasted_.problem(pasted_.offsetOf(line), "a number is missing here.");
    for (std::size_t i = labels; i < cells.size(); ++i) {
        // "1, 2 3": a cell between commas may have several numbers, separated by spaces.
        const bool several = cutting.separator == ',' && hasInnerBlank(cells[i]) && !Pasted::isNumber(cells[i]);
        for (const std::string_view one : several ? wordsOf(cells[i]) : Lines{cells[i]}) {
            auto value = pasted_.number(one, exponent);
            if (!value) return value.problem();
            if (auto added = rows_.add(*value); !added) return added;
            if (one.find(',') == one.npos) continue;
            const std::string plain = cutting.separator == '&' ? numberOfLatex(one) : std::string(one);
            const std::size_t comma = plain.find(',');
            if (comma == plain.npos) continue;
            if (firstComma_.empty()) firstComma_ = withoutQuotes(one);
            isClear_ = isClear_ || !mayBeThousands(plain.substr(0, comma), plain.substr(comma + 1));
        }
    }
    return {};
}

Result<PastedText> Grid::take() {
    if (found_.matrices.empty()) return Problem{"There are no numbers in the pasted text."};
    if (!firstComma_.empty() && !isClear_) return pasted_.unclearThousands(firstComma_);
    found_.hasDecimalCommas = !firstComma_.empty();
    return std::move(found_);
}

Result<PastedText> matricesFromGrid(const Pasted& pasted, const Survey& survey, const Watch& watch) {
    auto tables = tablesOf(pasted, survey.lines);
    if (!tables) return tables.problem();
    Lines lines;
    for (const Table& table : tables->all)
        for (const Lines& block : table.blocks) lines.insert(lines.end(), block.begin(), block.end());
    const Table& first = tables->all.front();
    const bool isSpaced = first.isFrame || first.header > 0 || hasFreeCorner(first.blocks[0]);
    const Cutting cutting = tables->hasBars ? Cutting{'|'} : isSpaced ? Cutting() : cuttingOf(lines);
    const bool hasQuotes = std::ranges::any_of(
        lines, [](std::string_view line) { return line.find_first_of("\"'") != line.npos; });
    if (const auto comma = cutting.separator == ',' && !hasQuotes ? unclearComma(lines) : std::nullopt)
        return pasted.problem(pasted.offsetOf(*comma),
                              "this comma may be a decimal comma, or stand between two numbers. "
                              "Separate the numbers with tabs or semicolons.");
    Grid grid(pasted, watch);
    for (Table& table : tables->all) {
        Lines& rows = table.blocks[0];
        if (cutting.semicolonRows) {
            Lines parts;
            for (const std::string_view row : std::exchange(rows, {}))
                for (const std::string_view part : cut(row, ';'))
                    if (!trimmedCell(part).empty()) parts.push_back(part);
            rows = std::move(parts);
        }
        // pandas prints the name of the index alone in a line below the names of the columns.
        for (Lines& block : table.blocks)
            if (cutting.separator == ' ' && block.size() > 2 && wordsOf(block[1]).size() == 1 &&
                wordsOf(block[2]).size() > 1 && kindOf(trimmedCell(block[1])) == CellKind::Name)
                block.erase(block.begin() + 1);
        // A comment with numbers may have been a row of a table of tokens.
        const bool mayHaveLabels = !cutting.semicolonRows && (tables->hasBars || survey.comments.text().empty());
        if (auto read = grid.read(table, cutting, mayHaveLabels); !read) return read.problem();
    }
    auto found = grid.take();
    if (!found) return found;
    found->hasOtherText = tables->hasOtherText;
    found->leftOut.comments = survey.comments.text();
    return found;
}

} // namespace headlight
