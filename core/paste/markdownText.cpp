#include "paste/cutting.h"
#include "paste/rewritten.h"

#include <algorithm>

namespace headlight {
namespace {

/// True for the line below the names: "|---|:---:|".
bool isRule(std::string_view line) {
    return line.find('-') != line.npos && line.find_first_not_of("|-: \t\r") == line.npos;
}

} // namespace

std::optional<Rewritten> markdownInTabs(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || text[first] != '|') return std::nullopt;
    const std::size_t names = text.find('\n', first);
    if (names == text.npos) return std::nullopt;
    const std::size_t rule = std::min(text.find('\n', names + 1), text.size());
    if (!isRule(text.substr(names + 1, rule - names - 1))) return std::nullopt;
    Rewritten markdown{std::string(text)};
    markdown.leftOut.add(cut(text.substr(first, text.find_last_not_of(" \r\n", names) + 1 - first), '|'));
    std::string& table = markdown.text;
    blank(table, 0, rule);
    table[names] = '\n'; // Problems count the lines
    for (std::size_t at = rule; at < table.size();) {
        const std::size_t end = std::min(table.find('\n', at + 1), table.size());
        std::replace(table.begin() + std::ptrdiff_t(at), table.begin() + std::ptrdiff_t(end), '|', '\t');
        const std::size_t begin = table.find_first_not_of(" \n", at), last = table.find_last_not_of(" \r", end - 1);
        if (begin < end && table[begin] == '\t') table[begin] = ' '; // a tab at the edge of a row separates nothing
        if (last < end && last > at && table[last] == '\t') table[last] = ' ';
        at = end;
    }
    return markdown;
}

} // namespace headlight
