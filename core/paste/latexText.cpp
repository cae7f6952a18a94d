#include "paste/readers.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr std::string_view kBegin = "\\begin{";
constexpr std::size_t kLongestName = 40;

/// Commands of layout, and the brackets around an array, which have no meaning here.
constexpr std::string_view kLayout =
    "\\displaystyle#\\hline#\\toprule#\\midrule#\\bottomrule#\\qquad#\\quad#\\left[#"
    "\\left(#\\left|#\\left.#\\right]#\\right)#\\right|#\\right.#\\,#\\;#\\!#{}#$# #\t#\n";

/// Returns a row without "[2pt]" or "*" at its start, which end the row before.
std::string_view withoutGap(std::string_view row) {
    row.remove_prefix(row.starts_with('*') ? 1 : 0);
    const std::size_t close = row.starts_with('[') ? row.substr(0, kLongestName).find(']') : row.npos;
    const bool isLength = close != row.npos && row[close - 1] >= 'a' && row[close - 1] <= 'z';
    return isLength ? row.substr(close + 1) : row;
}

/// Returns the rows of a matrix, from its beginning to its end. A rule below names ends the header.
Table rowsOf(std::string_view body, bool isTabular) {
    Table table{.mayHaveLabels = isTabular};
    for (std::size_t next = 0; next != body.npos; body.remove_prefix(next == body.npos ? 0 : next + 2)) {
        next = body.find("\\\\");
        const std::string_view row = withoutGap(body.substr(0, next));
        if (isTabular && row.find("\\midrule") != row.npos) table.header = table.blocks[0].size();
        if (const auto cells = withoutLayout(row); !cells.empty()) table.blocks[0].push_back(cells);
    }
    return table;
}

/// Refuses an operator or a number beside the matrix between two texts.
void checkBeside(const Pasted& pasted, std::string_view before, std::string_view behind) {
    const std::string_view line = withoutLayout(before.substr(before.rfind('\n') + 1)),
                           last = line.substr(line.find_last_of(" =") + 1),
                           next = operatorAt(withoutLayout(behind.substr(0, behind.find('\n'))));
    const bool isFactor = isNumber(last) || (!last.empty() && !operatorAt(last.substr(last.size() - 1)).empty()) ||
                          last.ends_with("\\cdot") || last.ends_with("\\times");
    const std::string_view what = isFactor ? last : next;
    if (!what.empty()) pasted.refuseCalculation(what);
}

bool hasText(std::string_view text) {
    return std::ranges::any_of(wordsOf(text, " \n\t"),
                               [](std::string_view word) { return word[0] != '\\' && hasWord(word); });
}

} // namespace

PastedText matricesFromLatex(Pasted pasted) {
    pasted.blankCommentsOfLatex();
    const std::string_view text = pasted.text();
    std::vector<Table> tables;
    bool hasOtherText = false;
    std::size_t from = 0; // the end of the matrix before
    for (std::size_t at = 0; (at = text.find(kBegin, at)) != text.npos;) {
        std::size_t begin = at + kBegin.size();
        const std::string_view rest = text.substr(begin, kLongestName), environment = rest.substr(0, rest.find('}'));
        const bool isTabular = environment.starts_with("tabular");
        begin += environment.size() + 1;
        if (environment.size() == rest.size() ||
            (!isTabular && environment.find("matrix") == rest.npos && environment != "array")) {
            at += kBegin.size();
            continue;
        }
        for (const char bracket : {'[', '{'}) { // the place and the columns: {c|c}, {@{}cc@{}}
            if (!text.substr(begin).starts_with(bracket)) continue;
            begin = pasted.endOfBrackets(begin);
        }
        const std::size_t end = text.find("\\end{", begin);
        if (end == text.npos) pasted.refuseOpen(at);
        const std::string_view before = text.substr(from, at - from);
        const std::size_t equals = before.rfind('='), name = before.substr(0, equals).find_last_of("\n$[(=;,") + 1;
        const bool isNamed = equals != before.npos && withoutLayout(before.substr(equals + 1)).empty();
        tables.push_back(rowsOf(text.substr(begin, end - begin), isTabular));
        if (isNamed) tables.back().name = withoutLayout(before.substr(name, equals - name));
        hasOtherText = hasOtherText || hasText(isNamed ? before.substr(0, name) : before);
        from = at = std::min(text.find('}', end), text.size() - 1) + 1;
        checkBeside(pasted, before, text.substr(at, 200));
    }
    const std::size_t first = text.find(kBegin);
    if (from == 0 && first != text.npos) pasted.number(text.substr(first, text.find_first_of(" \t\n", first) - first));
    auto found = matricesOf(pasted, tables, '&');
    found.hasOtherText = hasOtherText || hasText(text.substr(from));
    return found;
}

std::string_view withoutLayout(std::string_view cell) {
    static const Lines words = cut(kLayout, '#');
    for (std::size_t size = cell.size() + 1; cell.size() < size;) {
        size = cell.size();
        for (const std::string_view word : words) {
            if (cell.starts_with(word)) cell.remove_prefix(word.size());
            if (cell.ends_with(word)) cell.remove_suffix(word.size());
        }
    }
    return cell;
}

std::string numberOfLatex(std::string_view cell) {
    const std::size_t times = std::min({cell.find("\\times"), cell.find("\\cdot"), cell.size()});
    const std::size_t behind = lengthOfPattern(cell.substr(times), {"\\times", "\\cdot"});
    std::string_view power = withoutLayout(cell.substr(times + behind));
    if (behind > 0 && !power.starts_with("10^")) return std::string(cell);
    power.remove_prefix(behind > 0 ? 3 : 0);
    if (power.starts_with('{') && power.ends_with('}')) power = power.substr(1, power.size() - 2);
    const std::string_view digits = behind > 0 ? withoutLayout(cell.substr(0, times)) : cell;
    std::string number;
    for (std::size_t at = 0; at < digits.size();) {
        const std::size_t gap = lengthOfPattern(digits.substr(at), {"\\,"}),
                          comma = lengthOfPattern(digits.substr(at), {"{,}"});
        if (gap == 0) number += comma > 0 ? ',' : digits[at];
        at += std::max<std::size_t>({gap, comma, 1});
    }
    return number + (behind > 0 ? "e" : "") + std::string(power);
}

} // namespace headlight
