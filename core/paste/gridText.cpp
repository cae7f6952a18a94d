#include "base/quotedText.h"
#include "paste/readers.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

using Rows = std::vector<Lines>; ///< of cells

/// A separator of cells. ' ' means any number of spaces, also behind a comma, and '&' is that of LaTeX.
struct Cutting {
    char separator = ' ';
    bool semicolonRows = false; ///< "1 2; 3 4"
};

/// True for a comma between digits.
bool isWithin(std::string_view text, std::size_t comma) {
    return comma > 0 && comma != text.npos && comma + 1 < text.size() && text[comma] == ',' &&
           isDigit(text[comma - 1]) && isDigit(text[comma + 1]);
}

bool hasBlankBetweenNumbers(std::string_view line) {
    const auto areNumbers = [](std::string_view one, std::string_view next) {
        return isDigit(one.back()) && (isDigit(next[0]) || next[0] == '-');
    };
    const Lines words = wordsOf(line);
    return std::ranges::adjacent_find(words, areNumbers) != words.end();
}

/// Returns the place of the separator that ends the first cell, or npos. One in quotes ends no cell; within quotes ""
/// is a quote of the text.
std::size_t endOfCell(std::string_view line, char separator) {
    std::size_t at = line.find_first_not_of(' ');
    if (at != line.npos && line[at] == '"')
        while ((at = line.find('"', at + 1)) != line.npos) {
            if (at + 1 == line.size() || line[at + 1] != '"') return line.find(separator, at);
            ++at;
        }
    return line.find(separator);
}

std::string withoutQuotedParts(std::string_view line) {
    std::string kept;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const std::size_t end = endOfQuotes(line, at);
        if (end == at) kept += line[at];
        at = end;
    }
    return kept;
}

/// True if the first comma of `number` may be one of thousands, as in "1,234".
bool mayBeThousands(std::string_view number) {
    const std::string_view before = number.substr(0, number.find(',')), behind = number.substr(before.size() + 1);
    const std::size_t first = before.find_last_not_of(kDigits) + 1; // 0 if there is none
    const std::size_t size = before.size() - first;
    return std::min(behind.find_first_not_of(kDigits), behind.size()) == 3 && size > 0 && size <= 3 &&
           before[first] != '0' && (first == 0 || before[first - 1] != '.');
}

/// Refuses a comma within a word that may be a decimal comma or one of thousands, or may stand between two numbers:
/// "0,5, 1" and "1,234,567 2".
void checkCommas(const Pasted& pasted, const Lines& lines) {
    bool hasPoint = false; // if there are points, decimals have no comma
    for (const std::string_view line : lines) {
        if (line.find_first_of("\"'") != line.npos) return;
        hasPoint = hasPoint || line.find('.') != line.npos;
    }
    for (const std::string_view line : lines) {
        if (line.find(", ") == line.npos && !hasBlankBetweenNumbers(line)) continue;
        for (std::size_t at = 1; at < line.size(); ++at)
            if (isWithin(line, at) && (!hasPoint || mayBeThousands(line.substr(line.substr(0, at).rfind(',') + 1))))
                pasted.refuse(pasted.offsetOf(line) + at, "this comma may be a decimal comma, or stand between two "
                                                          "numbers. Separate the numbers with tabs or semicolons.");
    }
}

/// Finds the cutting of lines without brackets.
Cutting cuttingOf(const Lines& lines) {
    bool hasComma = false, hasSemicolon = false, hasRows = false, isBehind = false;
    bool areWithin = true, areBehind = true; // "0,5 0,25"; "0,5, 1,5"
    for (std::string_view line : lines) {
        std::string kept;
        if (line.find_first_of("\"'") != line.npos) line = kept = withoutQuotedParts(line);
        if (line.find('\t') != line.npos) return {'\t'};
        hasSemicolon = hasSemicolon || line.find(';') != line.npos;
        hasRows = hasRows || std::ranges::any_of(cut(line, ';'), hasInnerBlank);
        hasComma = hasComma || line.find(',') != line.npos;
        isBehind = isBehind || line.find(", ") != line.npos;
        const Lines words = wordsOf(line);
        areWithin = areWithin && words.size() != 1;
        for (std::string_view word : words) {
            const bool isLast = word.data() == words.back().data(), isFollowed = word.ends_with(',');
            if (isFollowed && !isLast) word.remove_suffix(1);
            const std::size_t comma = word.find(',');
            const bool isDecimal = comma == word.rfind(',') && isWithin(word, comma);
            areWithin = areWithin && !isFollowed && (comma == word.npos || isDecimal);
            areBehind = areBehind && isDecimal && (isFollowed || isLast);
        }
    }
    // If spaces separate numbers between semicolons, a semicolon ends a row.
    if (hasSemicolon && !hasRows) return {';'};
    if (!hasComma || (areWithin && !hasSemicolon)) return {' ', hasSemicolon};
    return {areBehind && isBehind && !hasSemicolon ? ' ' : ',', hasSemicolon};
}

Lines cellsOf(std::string_view line, char separator) {
    Lines cells = separator == ' ' ? wordsOf(line) : Lines();
    for (std::string_view& cell : cells)
        if (cell.size() > 1 && cell.ends_with(',')) cell.remove_suffix(1);
    for (std::size_t end = separator == ' ' ? line.npos : 0; end != line.npos;) {
        end = endOfCell(line, separator);
        cells.push_back(separator == '&' ? withoutLayout(line.substr(0, end)) : line.substr(0, end));
        line.remove_prefix(end == line.npos ? 0 : end + 1);
    }
    return cells;
}

/// Reads tables one after the other.
class Grid {
public:
    Grid(const Pasted& pasted, char separator) : pasted_(pasted), separator_(separator) {}

    void read(const Table& table) {
        const Lines& lines = table.blocks.front();
        std::vector<Rows> blocks;
        for (const Lines& block : table.blocks) blocks.push_back(rowsOf(block));
        Labels labels{table.header};
        if (table.isFrame)
            labels = {1, 1};
        else if (table.hasIndex && blocks[0][0].size() == 2)
            labels = {0, 1};
        else if (table.mayHaveLabels && blocks.size() == 1)
            labels = labelsOf(blocks[0], table.header, separator_ == ' ', separator_ != ' ' || hasFreeCorner(lines));
        leaveOut(blocks[0], table.header, labels);
        std::string name(table.name);
        for (std::size_t i = labels.header; i < lines.size(); ++i) {
            const std::size_t at = pasted_.offsetOf(lines[i]);
            pasted_.watch(at);
            if (labels.areOfHeads) {
                const std::string before = std::exchange(name, "head " + std::string(trimmedCell(blocks[0][i][0])));
                if (name != before && !rows_.areNone()) found_.matrices.push_back({before, rows_.take()});
            }
            if (found_.matrices.size() == kMaxMatrices) refuseMore(kMaxMatrices, "matrices");
            for (const Rows& rows : blocks) {
                if (rows[i].size() <= labels.columns) pasted_.refuse(at, kMissingNumber);
                for (std::size_t c = labels.columns; c < rows[i].size(); ++c) readCell(rows[i][c], table.exponent);
            }
            rows_.endRow(pasted_, at);
        }
        if (!rows_.areNone()) found_.matrices.push_back({name, rows_.take()});
    }

    PastedText take() {
        if (found_.matrices.empty()) throw NotPasted{{"There are no numbers in the pasted text."}};
        if (!firstComma_.empty() && !isClear_)
            pasted_.refuse(pasted_.offsetOf(firstComma_),
                           quotedBriefly(firstComma_) +
                               " may have a decimal comma, or one of thousands. Write a decimal point.");
        found_.hasDecimalCommas = !firstComma_.empty();
        found_.leftOut.comments = pasted_.comments();
        return std::move(found_);
    }

private:
    /// Returns the cells without the columns that are empty in all rows. A Problem for an error value.
    Rows rowsOf(const Lines& lines) const {
        Rows rows;
        std::vector<bool> isFull; // of the columns
        std::size_t count = 0;    // of cells
        for (const std::string_view line : lines) {
            const Lines& cells = rows.emplace_back(cellsOf(line, separator_));
            isFull.resize(std::max(isFull.size(), cells.size()));
            if ((count += cells.size()) > 2 * kMaxPastedNumbers) refuseMore(kMaxPastedNumbers, "numbers"); // and labels
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const std::string_view cell = trimmedCell(cells[i]);
                const std::size_t number = i + (separator_ == '|' && cells[0].empty() ? 0 : 1); // "| 1 | 2 |"
                if (isErrorValue(cell))
                    pasted_.refuse(pasted_.offsetOf(cell),
                                   quotedBriefly(cell) + " in cell " + std::to_string(number) + kErrorValue);
                isFull[i] = isFull[i] || !cell.empty();
            }
        }
        // In a single row, a number is missing before the last one.
        if (lines.size() == 1 && separator_ != '|')
            std::fill(isFull.begin(), std::find(isFull.rbegin(), isFull.rend(), true).base(), true);
        for (Lines& row : rows) {
            std::size_t column = 0;
            if (separator_ != '&') std::erase_if(row, [&](auto) { return !isFull[column++]; });
        }
        return rows;
    }

    /// Adds what is left out of a table. Of several tables, the first with labels is listed.
    void leaveOut(const Rows& rows, std::size_t header, const Labels& labels) {
        LeftOut& left = found_.leftOut;
        if (!left.firstRow.empty() || !left.firstColumn.empty()) return;
        Listing column;
        for (std::size_t i = 0; i < std::min(rows.size(), labels.header + Listing::kMaxListed + 1); ++i) {
            Listing row;
            for (const std::string_view cell : rows[i]) row.add(cell);
            if (i < labels.header && (i == 0 || i >= header)) // not the kinds of columns, below their names
                left.firstRow += (i > 0 ? "; " : "") + row.text();
            else if (i >= labels.header && labels.columns > 0 && rows[i].size() >= labels.columns)
                column.add(rows[i][labels.columns - 1]);
        }
        left.firstColumn = column.text();
        left.columns = labels.columns;
    }

    void readCell(std::string_view cell, int exponent) {
        // "1, 2 3": a cell between commas may have several numbers, separated by spaces.
        const bool several = separator_ == ',' && hasInnerBlank(cell) && !isNumber(cell);
        for (const std::string_view one : several ? wordsOf(cell) : Lines{cell}) {
            rows_.add(pasted_.number(one, exponent));
            if (one.find(',') == one.npos) continue;
            const std::string plain = separator_ == '&' ? numberOfLatex(one) : std::string(one);
            if (plain.find(',') == plain.npos) continue;
            if (firstComma_.empty()) firstComma_ = withoutQuotes(one);
            isClear_ = isClear_ || !mayBeThousands(plain);
        }
    }

    const Pasted& pasted_;
    char separator_;
    PastedText found_;
    PastedRows rows_;
    std::string_view firstComma_; ///< the first number that has a comma
    bool isClear_ = false;        ///< true if one of these commas cannot be a comma of thousands
};

} // namespace

PastedText matricesOf(const Pasted& pasted, const std::vector<Table>& tables, char separator) {
    Grid grid(pasted, separator);
    for (const Table& table : tables) grid.read(table);
    return grid.take();
}

PastedText matricesFromGrid(const Pasted& pasted, const std::vector<Line>& all) {
    Tables tables = tablesOf(pasted, all);
    Lines lines;
    for (const Table& table : tables.all)
        for (const Lines& block : table.blocks) lines.insert(lines.end(), block.begin(), block.end());
    const Table& first = tables.all.front();
    const bool isSpaced = first.isFrame || first.header > 0 || hasFreeCorner(first.blocks[0]);
    const Cutting cutting = tables.hasBars ? Cutting{'|'} : isSpaced ? Cutting() : cuttingOf(lines);
    if (cutting.separator == ',') checkCommas(pasted, lines);
    for (Table& table : tables.all) {
        // A comment with numbers may have been a row of a table of tokens.
        table.mayHaveLabels = !cutting.semicolonRows && (tables.hasBars || pasted.comments().empty());
        if (!cutting.semicolonRows) continue;
        for (const std::string_view row : std::exchange(table.blocks[0], {}))
            std::ranges::copy_if(cut(row, ';'), std::back_inserter(table.blocks[0]),
                                 [](std::string_view part) { return !trimmedCell(part).empty(); });
    }
    auto found = matricesOf(pasted, tables.all, cutting.separator);
    found.hasOtherText = tables.hasOtherText;
    return found;
}

} // namespace headlight
