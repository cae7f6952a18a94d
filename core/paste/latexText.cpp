#include "paste/latexText.h"

#include "paste/brackets.h"
#include "paste/tables.h"

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
    Table table;
    for (std::size_t next = 0; next != body.npos; body.remove_prefix(next == body.npos ? 0 : next + 2)) {
        next = body.find("\\\\");
        const std::string_view row = withoutGap(body.substr(0, next));
        if (isTabular && row.find("\\midrule") != row.npos) table.header = table.blocks[0].size();
        if (const auto cells = withoutLayout(row); !cells.empty()) table.blocks[0].push_back(cells);
    }
    return table;
}

/// A Problem if an operator or a number is beside the matrix between two texts.
Result<void> isAlone(const Pasted& pasted, std::string_view before, std::string_view behind) {
    const std::string_view line = withoutLayout(before.substr(before.rfind('\n') + 1)),
                           last = line.substr(line.find_last_of(" =") + 1),
                           next = operatorAt(withoutLayout(behind.substr(0, behind.find('\n'))));
    const bool isFactor = Pasted::isNumber(last) ||
                          (!last.empty() && !operatorAt(last.substr(last.size() - 1)).empty()) ||
                          last.ends_with("\\cdot") || last.ends_with("\\times");
    const std::string_view what = isFactor ? last : next;
    return what.empty() ? Result<void>() : pasted.calculation(what);
}

bool hasWords(std::string_view text) {
    return std::ranges::any_of(wordsOf(text, " \n\t"), [](std::string_view word) {
        return word[0] != '\\' && std::ranges::any_of(word, isWordCharacter);
    });
}

/// Blanks the comments.
Listing takeComments(Pasted& pasted) {
    const std::string_view text = pasted.text();
    Listing comments;
    for (std::size_t at = 0; (at = text.find('%', at)) != text.npos; ++at) {
        const std::size_t slashes = at - 1 - text.substr(0, at).find_last_not_of('\\');
        if (slashes % 2 == 1) continue; // "\%" is a sign; "\\%" is the end of a row and a comment
        const std::string_view comment = text.substr(at, text.find('\n', at) - at);
        comments.addComment(comment);
        pasted.blank(comment);
    }
    return comments;
}

} // namespace

Result<PastedText> matricesFromLatex(Pasted pasted, const Watch& watch) {
    const Listing comments = takeComments(pasted);
    const std::string_view text = pasted.text();
    Grid grid(pasted, watch);
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
            const auto close = endOfBrackets(pasted, begin);
            if (!close) return close.problem();
            begin = *close;
        }
        const std::size_t end = text.find("\\end{", begin);
        if (end == text.npos) return pasted.notClosed(at);
        const std::string_view before = text.substr(from, at - from);
        const std::size_t equals = before.rfind('='), name = before.substr(0, equals).find_last_of("\n$[(=;,") + 1;
        const bool isNamed = equals != before.npos && withoutLayout(before.substr(equals + 1)).empty();
        Table table = rowsOf(text.substr(begin, end - begin), isTabular);
        if (isNamed) table.name = withoutLayout(before.substr(name, equals - name));
        if (auto read = grid.read(table, {'&'}, isTabular); !read) return read.problem();
        hasOtherText = hasOtherText || hasWords(isNamed ? before.substr(0, name) : before);
        from = at = std::min(text.find('}', end), text.size() - 1) + 1;
        if (auto alone = isAlone(pasted, before, text.substr(at, 200)); !alone) return alone.problem();
    }
    const std::size_t first = text.find(kBegin);
    if (from == 0 && first != text.npos)
        return pasted.number(text.substr(first, text.find_first_of(" \t\n", first) - first)).problem();
    auto found = grid.take();
    if (!found) return found;
    found->hasOtherText = hasOtherText || hasWords(text.substr(from));
    found->leftOut.comments = comments.text();
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
    std::string power;
    for (const std::string_view times : {"\\times", "\\cdot"})
        if (const std::size_t at = cell.find(times); at != cell.npos) {
            const std::string_view ten = withoutLayout(cell.substr(at + times.size()));
            if (!ten.starts_with("10^")) return std::string(cell);
            const bool isBraced = ten.size() > 4 && ten[3] == '{' && ten.ends_with('}');
            power = "e" + std::string(isBraced ? ten.substr(4, ten.size() - 5) : ten.substr(3));
            cell = withoutLayout(cell.substr(0, at));
        }
    std::string number;
    for (std::size_t at = 0; at < cell.size();) {
        const bool isGap = cell.substr(at).starts_with("\\,"), isComma = cell.substr(at).starts_with("{,}");
        if (!isGap) number += isComma ? ',' : cell[at];
        at += isGap ? 2 : isComma ? 3 : 1;
    }
    return number + power;
}

} // namespace headlight
