#include "paste/readers.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// A line of a text of tables.
struct Head {
    enum Kind { Row, Notice, Rule, Columns, Name, Factor } kind = Row;
    std::string_view text{}; ///< "A" of "A =", "3" of "Columns 3 through 4"
    int power = 0;           ///< 3 of "1.0e+03 *"
};

/// True for "2×3" and "3-element".
bool isSize(std::string_view word) {
    return !word.empty() && lengthOfPattern(word, {"9×9×9", "9x9x9", "9×9", "9x9", "9-element"}) == word.size();
}

/// True for "W_q" and "A(:,:,1)".
bool isNameOfMatrix(std::string_view name) {
    return !name.empty() && isWordCharacter(name[0]) &&
           std::ranges::all_of(name, [](char c) { return isWordCharacter(c) || isAmong(c, "(:,)"); });
}

bool isRule(std::string_view line) {
    const std::string_view text = trimmedCell(line);
    if (text.find_first_not_of("|+-=:_ \t") != text.npos || text.find_first_of("-=_") == text.npos) return false;
    return text.find_first_of("|+") != text.npos || text.find("--") != text.npos || text.find("==") != text.npos ||
           text.find("__") != text.npos;
}

Head headOf(std::string_view line) {
    constexpr std::size_t kLongest = 200, kLongestFactor = 9;
    if (isNotice(line)) return {Head::Notice};
    if (isRule(line)) return {Head::Rule};
    const std::string_view text = trimmedCell(line);
    if (text.size() > kLongest || text.find('\t') != text.npos) return {};
    const Lines words = wordsOf(text);
    if (lengthOfPattern(text, {"Column 9", "Columns 9"}) > 0)
        if (const std::size_t size = lengthOfPattern(words[1], {"9"});
            words[1].substr(size) == ":" || words[1].size() == size)
            return {Head::Columns, words[1].substr(0, size)};
    const std::size_t factor = lengthOfPattern(text, {"1.0e+9", "1.0e-9", "1.0e9"});
    if (factor > 0 && factor <= kLongestFactor && trimmedCell(text.substr(factor)) == "*")
        return {Head::Factor, {}, std::stoi(std::string(text.substr(4, factor - 4)))};
    const std::size_t equals = text.find('=');
    const std::string_view before = trimmedCell(text.substr(0, equals));
    const std::string_view behind = equals == text.npos ? "none" : trimmedCell(text.substr(equals + 1));
    if (isNameOfMatrix(before) && (behind.empty() || isSize(behind))) return {Head::Name, before};
    if (isSize(words[0]) && (words.size() == 1 || words[1][0] >= 'A')) return {Head::Name};
    const bool isTitle = text.ends_with(':') && !isNumber(text.substr(0, text.find_first_of(" ,;:|")));
    return isTitle && text.find_first_of("|,;") == text.npos ? Head{Head::Name, text.substr(0, text.size() - 1)}
                                                             : Head();
}

/// Finds the tables in one pass.
class TablesOf {
public:
    TablesOf(const Pasted& pasted, const std::vector<Line>& lines) : pasted_(pasted), lines_(lines) {
        found_.hasBars = std::ranges::any_of(lines, [](const Line& line) {
            return line.text.find_first_of("|+") != std::string_view::npos && isRule(line.text);
        });
    }

    Tables find() {
        for (const Line& line : lines_) {
            const Head head = line.text.empty() ? Head() : headOf(line.text);
            const bool isOther = line.isCode ||
                                 (found_.hasBars && line.text.find('|') == line.text.npos &&
                                  head.kind != Head::Notice && head.kind != Head::Rule && head.kind != Head::Name);
            found_.hasOtherText = found_.hasOtherText || (isOther && hasWord(line.text));
            isParted_ = isParted_ || line.text.empty() || isOther;
            if (!line.text.empty() && !isOther) take(line.text, head);
        }
        beginTable();
        for (table_ = {}; const Line& line : lines_)
            if (found_.all.empty() && !line.text.empty()) rows().push_back(line.text); // what is above a table, alone
        if (found_.all.empty()) found_.all.push_back(std::move(table_));
        return std::move(found_);
    }

private:
    Lines& rows() { return table_.blocks.back(); }

    void take(std::string_view line, const Head& head) {
        if (head.kind == Head::Row) return takeRow(line);
        if (head.kind == Head::Rule) return takeRule(line);
        if (head.kind == Head::Notice) {
            table_.hasIndex = table_.hasIndex || line.find("dtype: ") != line.npos;
            return;
        }
        const bool isBlock = head.kind == Head::Columns && head.text != "1";
        if (isBlock && columns_.empty())
            pasted_.refuse(pasted_.offsetOf(line), "the columns before these are missing; copy all of them.");
        if (isBlock)
            table_.blocks.emplace_back();
        else
            beginTable();
        if (isBlock) isParted_ = false;
        if (head.kind == Head::Columns) columns_ = line;
        if (head.kind == Head::Name && !head.text.empty()) table_.name = head.text;
        if (head.kind == Head::Factor) table_.exponent = head.power;
    }

    void takeRow(std::string_view line) {
        // pandas prints the name of the index alone in a line below the names of the columns.
        if (rows().size() == (breaks_.empty() ? 0 : breaks_.back()) + 2 && wordsOf(rows().back()).size() == 1 &&
            rows().back().find_first_of(",;\t|") == line.npos && kindOf(trimmedCell(rows().back())) == CellKind::Name &&
            wordsOf(line).size() > 1 && line.find_first_of(",;\t|") == line.npos)
            rows().pop_back();
        if (std::exchange(isParted_, false) && rows().size() > table_.header) {
            const std::size_t last = breaks_.empty() ? 0 : breaks_.back();
            const bool areNames = rows().size() == last + 1 && rows().back().find_first_of(kDigits) == line.npos;
            if (goesOn_)
                table_.blocks.emplace_back();
            else if (table_.blocks.size() > 1 || table_.header > 0)
                beginTable();
            else if (columns_.empty() && !areNames)
                breaks_.push_back(rows().size());
            goesOn_ = false;
        }
        const bool hasBlockBelow = trimmedCell(line).ends_with(" \\");
        if (hasBlockBelow) goesOn_ = table_.isFrame = true;
        rows().push_back(hasBlockBelow ? line.substr(0, line.rfind('\\')) : line);
    }

    void takeRule(std::string_view line) {
        if (isParted_ && rows().size() > table_.header) beginTable();
        const bool isDouble = line.find('=') != line.npos;
        if (rows().empty()) {
            hasTop_ = true;
        } else if (breaks_.empty() && (table_.header == 0 || (isDouble && mayBeRows_))) {
            table_.header = rows().size();
            mayBeRows_ = hasTop_ && !isDouble;
        }
    }

    /// Ends the table, unless it has no rows yet.
    void beginTable() {
        isParted_ = false;
        if (rows().empty() && table_.blocks.size() == 1) return;
        Lines& first = table_.blocks.front();
        for (const Lines& block : table_.blocks)
            if (block.size() != first.size() || block.empty())
                pasted_.refuse(pasted_.offsetOf(block.empty() ? columns_ : block.front()),
                               "the blocks of columns have different numbers of rows; copy all of them.");
        const Lines cells = cut(first[0], '|'); // those at the edges are empty
        const bool areRows = mayBeRows_ &&
                             cells.size() == 2 + static_cast<std::size_t>(std::ranges::count_if(cells, isNumber));
        if (table_.header == first.size() || areRows) table_.header = 0;
        const Lines all = first;
        if (breaks_.size() + 1 == all.size() || table_.blocks.size() > 1)
            breaks_.clear(); // empty lines are between all rows
        breaks_.push_back(all.size());
        for (std::size_t i = 0, from = 0; i < breaks_.size() && i <= kMaxMatrices; from = breaks_[i++]) {
            first.assign(all.begin() + std::ptrdiff_t(from), all.begin() + std::ptrdiff_t(breaks_[i]));
            found_.all.push_back(table_);
        }
        table_ = {};
        breaks_.clear();
        columns_ = {};
        goesOn_ = hasTop_ = mayBeRows_ = false;
        if (found_.all.size() > kMaxMatrices) refuseMore(kMaxMatrices, "matrices");
    }

    const Pasted& pasted_;
    const std::vector<Line>& lines_;
    Tables found_;
    Table table_;
    std::vector<std::size_t> breaks_; ///< rows above which an empty line is
    std::string_view columns_;        ///< "Columns 1 through 8" above the block
    bool isParted_ = false;           ///< the line above is empty, or no row
    bool goesOn_ = false;             ///< further columns are in a block below
    bool hasTop_ = false;             ///< a line of the frame is above the first row
    bool mayBeRows_ = false;          ///< the rows of the header may be numbers of the matrix
};

} // namespace

Tables tablesOf(const Pasted& pasted, const std::vector<Line>& lines) { return TablesOf(pasted, lines).find(); }

bool isNotice(std::string_view line) {
    const std::string_view text = trimmedCell(line.substr(0, 300)).substr(0, 200);
    return text.find(", dtype: ") != text.npos ||
           lengthOfPattern(text, {"[9 rows x 9 columns]", "[9 rows × 9 columns]", "[torch.", "(9 row", "9 rows in set",
                                  "9 row in set", "shape: (9", "dtype: ", "Diagonal Matrix"}) > 0;
}

bool isPrintedTable(const Lines& rows) {
    return std::ranges::any_of(rows, isRule) || (hasFreeCorner(rows) && isNumber(wordsOf(rows[1]).back()));
}

bool isTable(const Lines& rows) {
    if (isPrintedTable(rows)) return true;
    const char separator = rows.empty() ? ' ' : rows[0][0];
    return rows.size() > 1 && isAmong(separator, ",;\t") && rows[1][0] != separator &&
           std::ranges::count(rows[0], separator) == std::ranges::count(rows[1], separator);
}

} // namespace headlight
