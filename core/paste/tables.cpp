#include "paste/tables.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace headlight {
namespace {

/// True for "2×3" and "3-element".
bool isSize(std::string_view word) {
    for (const auto* pattern : {"#×#", "#x#", "#×#×#", "#x#x#", "#-element"})
        if (lengthOfPattern(word, pattern) == word.size()) return !word.empty();
    return false;
}

/// True for "W_q" and "A(:,:,1)".
bool isNameOfMatrix(std::string_view name) {
    const auto mayBe = [](char c) {
        return isWordCharacter(c) || std::string_view("(:,)").find(c) != std::string_view::npos;
    };
    return !name.empty() && isWordCharacter(name[0]) && std::ranges::all_of(name, mayBe);
}

/// Returns the name in a line above a matrix: "A" of "A =", nothing of "2×3 single matrix". No value for other lines.
std::optional<std::string_view> nameAbove(std::string_view line) {
    constexpr std::size_t kLongest = 200;
    const std::string_view text = trimmedCell(line);
    if (text.size() > kLongest || text.find('\t') != text.npos) return std::nullopt;
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view before = trimmedCell(text.substr(0, equals));
    const std::string_view behind = trimmedCell(text.substr(std::min(equals + 1, text.size())));
    if (equals < text.size() && isNameOfMatrix(before) && (behind.empty() || isSize(behind))) return before;
    const std::string_view size = text.substr(0, text.find(' ')), kind = trimmedCell(text.substr(size.size()));
    if (isSize(size) && (kind.empty() || kind[0] >= 'A')) return "";
    const bool isTitle = text.ends_with(':') && !Pasted::isNumber(text.substr(0, text.find_first_of(" ,;:|")));
    return isTitle && text.find_first_of("|,;") == text.npos ? std::optional(text.substr(0, text.size() - 1))
                                                             : std::nullopt;
}

/// Returns 3 of "1.0e+03 *".
std::optional<int> powerOfFactor(std::string_view line) {
    constexpr std::size_t kLongest = 9;
    const std::string_view text = trimmedCell(line);
    for (const auto* pattern : {"1.0e+#", "1.0e-#", "1.0e#"})
        if (const std::size_t size = lengthOfPattern(text, pattern); size > 0 && size <= kLongest)
            if (trimmedCell(text.substr(size)) == "*") return std::stoi(std::string(text.substr(4, size - 4)));
    return std::nullopt;
}

/// Returns "3" of "Columns 3 through 4" and of "Column 3:"; empty for other lines.
std::string_view firstOfColumns(std::string_view line) {
    const Lines words = trimmedCell(line).starts_with("Column") ? wordsOf(line) : Lines();
    if (words.size() < 2 || (words[0] != "Column" && words[0] != "Columns")) return {};
    const std::string_view first = words[1].substr(0, lengthOfPattern(words[1], "#"));
    return words[1] == first || words[1].substr(first.size()) == ":" ? first : std::string_view();
}

bool isRule(std::string_view line) {
    const std::string_view text = trimmedCell(line);
    if (text.find_first_not_of("|+-=:_ \t") != text.npos || text.find_first_of("-=_") == text.npos) return false;
    return text.find_first_of("|+") != text.npos || text.find("--") != text.npos || text.find("==") != text.npos ||
           text.find("__") != text.npos;
}

/// Finds the tables in one pass.
class TablesOf {
public:
    TablesOf(const Pasted& pasted, const std::vector<Line>& lines) : pasted_(pasted), lines_(lines) {
        found_.hasBars = std::ranges::any_of(lines, [](const Line& line) {
            return line.text.find_first_of("|+") != std::string_view::npos && isRule(line.text);
        });
    }

    Result<Tables> find() {
        for (const auto& [line, isCode] : lines_) {
            const bool isOther = isCode || (found_.hasBars && line.find('|') == line.npos && !isAbove(line));
            if (isOther && std::ranges::any_of(line, isWordCharacter)) found_.hasOtherText = true;
            isParted_ = isParted_ || line.empty() || isOther;
            if (line.empty() || isOther) continue;
            take(line);
            if (problem_) return *problem_;
        }
        beginTable();
        if (problem_) return *problem_;
        table_ = {};
        for (const Line& line : lines_)
            if (found_.all.empty() && !line.text.empty()) rows().push_back(line.text); // what is above a table, alone
        if (found_.all.empty()) found_.all.push_back(std::move(table_));
        return std::move(found_);
    }

private:
    Lines& rows() { return table_.blocks.back(); }
    static bool isAbove(std::string_view line) { return isNotice(line) || isRule(line) || nameAbove(line); }

    void take(std::string_view line) {
        const std::string_view column = firstOfColumns(line);
        const auto name = nameAbove(line);
        const auto power = powerOfFactor(line);
        if (isNotice(line)) {
            table_.hasIndex = table_.hasIndex || line.find("dtype: ") != line.npos;
        } else if (isRule(line)) {
            takeRule(line);
        } else if (!column.empty() && column != "1") {
            if (columns_.empty()) report(line, "the columns before these are missing; copy all of them.");
            table_.blocks.emplace_back();
            columns_ = line;
            isParted_ = false;
        } else if (column.empty() && !name && !power) {
            takeRow(line);
        } else {
            beginTable();
            if (!column.empty())
                columns_ = line;
            else if (name && !name->empty())
                table_.name = *name;
            if (power) table_.exponent = *power;
        }
    }

    void takeRow(std::string_view line) {
        if (std::exchange(isParted_, false) && rows().size() > table_.header) {
            const std::size_t last = breaks_.empty() ? 0 : breaks_.back();
            const bool areNames = rows().size() == last + 1 && rows().back().find_first_of("0123456789") == line.npos;
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
            if (block.size() != first.size()) report(block.empty() ? columns_ : block.front(), kUnequalBlocks);
        if (problem_) return;
        const Lines cells = cellsOf(first[0], {'|'}); // those at the edges are empty
        const bool areRows = mayBeRows_ && cells.size() == 2 + static_cast<std::size_t>(
                                                                   std::ranges::count_if(cells, Pasted::isNumber));
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
        if (found_.all.size() > kMaxMatrices && !problem_) problem_ = tooManyMatrices();
    }

    void report(std::string_view line, const char* what) {
        if (!problem_) problem_ = pasted_.problem(pasted_.offsetOf(line), what);
    }

    const Pasted& pasted_;
    const std::vector<Line>& lines_;
    Tables found_;
    Table table_;
    std::optional<Problem> problem_;  ///< the first
    std::vector<std::size_t> breaks_; ///< rows above which an empty line is
    std::string_view columns_;        ///< "Columns 1 through 8" above the block
    bool isParted_ = false;           ///< the line above is empty, or no row
    bool goesOn_ = false;             ///< further columns are in a block below
    bool hasTop_ = false;             ///< a line of the frame is above the first row
    bool mayBeRows_ = false;          ///< the rows of the header may be numbers of the matrix
};

} // namespace

Result<Tables> tablesOf(const Pasted& pasted, const std::vector<Line>& lines) { return TablesOf(pasted, lines).find(); }

bool isNotice(std::string_view line) {
    const std::string_view text = trimmedCell(line).substr(0, 200);
    for (const auto* pattern : {"[# rows x # columns]", "[# rows × # columns]", "[torch.", "(# row", "# rows in set",
                                "# row in set", "shape: (#", "dtype: ", "Diagonal Matrix"})
        if (lengthOfPattern(text, pattern) > 0) return true;
    return text.find(", dtype: ") != text.npos;
}

bool isPrintedTable(const Lines& rows) {
    return std::ranges::any_of(rows, isRule) || (hasFreeCorner(rows) && Pasted::isNumber(wordsOf(rows[1]).back()));
}

} // namespace headlight
