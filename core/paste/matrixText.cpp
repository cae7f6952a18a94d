#include "paste/matrixText.h"

#include "base/places.h"
#include "paste/readers.h"

#include <algorithm>

namespace headlight {
namespace {

/// Refuses lines that R or a page writes in a way of its own.
void checkReadable(const std::vector<Line>& lines) {
    const auto copyThePage = [](const std::string& what) {
        throw NotPasted{{"This is " + what + ". Copy the table from the page that shows it."}};
    };
    for (const Line& line : lines) {
        const std::string_view text = trimmedCell(line.text.substr(0, 200));
        const std::size_t arrow = text.find("<- ");
        if (lengthOfPattern(text, {"[,9]", "[9,] ", "# A tibble", "[9] 9", "[9] -9"}) > 0 ||
            lengthOfPattern(text.substr(arrow == text.npos ? 0 : arrow + 3), {"c(9", "matrix(c(", "structure(c("}) > 0)
            throw NotPasted{{"This is R's print or code. Print the matrix with write.csv(W) and copy that."}};
        if (lengthOfPattern(text, {"<table", "<!DOCTYPE", "<html"}) > 0) copyThePage("HTML");
        if (text.starts_with("{|")) copyThePage("MediaWiki markup");
        // Markdown may begin with an empty corner, "||a|b|".
        if (text.starts_with("||") && text.ends_with("||") && text.find_first_not_of("| ") < text.size())
            copyThePage("Jira markup");
    }
}

constexpr float kHidden = -1'000; ///< numbers below it hide a key when they are added to a score

std::string sizes(Index rows, Index cols) { return std::to_string(rows) + " x " + std::to_string(cols); }

bool isWhole(const Matrix& m, Index queries, Index keys) { return m.rows() == queries && m.cols() == keys; }
bool isOfKeys(const Matrix& m, Index keys) { return m.size() == keys && (m.rows() == 1 || m.cols() == 1); }

/// Returns the rows up to the first empty line.
Lines firstRows(const std::vector<Line>& lines) {
    Lines rows;
    for (const Line& line : lines) {
        if (!rows.empty() && line.text.empty()) break;
        if (!line.text.empty() && !line.isCode && !isNotice(line.text)) rows.push_back(line.text);
    }
    return rows;
}

} // namespace

Result<PastedText> matricesFromText(std::string_view text, const Watch& watch, bool isMask) try {
    Pasted pasted(text, watch, isMask);
    if (pasted.text().find("\\begin{") != text.npos) return matricesFromLatex(std::move(pasted));
    pasted.blankPrompts();
    std::vector<Line> lines = pasted.lines();
    checkReadable(lines);
    if (!isPrintedTable(firstRows(lines))) {
        pasted.blankComments({});
        lines = pasted.lines();
    }
    const Dialect dialect = dialectOf(pasted.text());
    if (dialect.isCode && !isTable(firstRows(lines))) {
        Pasted code = pasted;
        code.blankComments(dialect);
        PastedText found = matricesFromNotebook(code);
        if (!found.matrices.empty()) return found;
    }
    std::string_view& line = lines.front().text;
    if (std::string_view number; lines.size() == 1 && endOfScalar(line, 0, &number) == line.size()) line = number;
    return matricesFromGrid(pasted, lines);
} catch (const NotPasted& why) {
    return why.problem;
}

Result<Matrix> maskFromText(std::string_view text, Index queries, Index keys) {
    const auto pasted = matricesFromText(text, {}, true);
    if (!pasted) return pasted.problem();
    const auto& all = pasted->matrices;
    auto found = std::ranges::find_if(all, [&](const auto& one) { return isWhole(one.numbers, queries, keys); });
    if (found == all.end())
        found = std::ranges::find_if(all, [&](const auto& one) { return isOfKeys(one.numbers, keys); });
    return maskOfNumbers(found == all.end() ? all.front().numbers : found->numbers, queries, keys);
}

Result<Matrix> maskOfNumbers(Matrix mask, Index queries, Index keys) {
    const bool hasEach = isWhole(mask, queries, keys);
    if (!hasEach && !isOfKeys(mask, keys))
        return Problem{"A mask has " + sizes(queries, keys) + " numbers (queries x keys) or " + std::to_string(keys) +
                       " (keys). This matrix has " + sizes(mask.rows(), mask.cols()) + "."};
    const bool hasOnes = (mask.array() == 1).any(), isAdded = (mask.array() < kHidden).any();
    for (Index row = 0; row < mask.rows(); ++row)
        for (Index col = 0; col < mask.cols(); ++col) {
            float& cell = mask(row, col);
            if (cell != 0 && !(hasOnes && !isAdded && cell == 1) && !(!hasOnes && cell < kHidden))
                return Problem{"A mask has 0 and 1, True and False, or 0 and -inf. Row " +
                               std::to_string(numberOf(static_cast<int>(row))) + ", column " +
                               std::to_string(numberOf(static_cast<int>(col))) + " has another number."};
            if (isAdded) cell = cell == 0 ? 1.0F : 0.0F;
        }
    if (!hasOnes && !isAdded) return Problem{"All numbers are 0, which may mean that all keys are hidden, or none."};
    if (hasEach) return mask;
    mask.resize(1, keys); // a row; the numbers stay in their order
    return Matrix(mask.replicate(queries, 1));
}

} // namespace headlight
