#include "paste/brackets.h"

#include <algorithm>

namespace headlight {

void namePrinted(const Pasted& pasted, const std::vector<Line>& lines, const std::vector<Output>& outputs,
                 std::vector<PastedMatrix>& matrices) {
    std::vector<std::string_view> printed; // the arguments of print() in this cell
    std::string_view last;                 // the last line of its code
    auto first = outputs.begin(), next = first;
    const auto isName = [](std::string_view text) {
        return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::ranges::all_of(text, isWordCharacter);
    };
    const auto endCell = [&] {
        const auto count = static_cast<std::size_t>(next - first);
        if (isName(last) && count == printed.size() + 1) printed.push_back(last);
        for (std::size_t i = 0; i < printed.size() && count == printed.size(); ++i)
            for (std::size_t of = 0; of < first[std::ptrdiff_t(i)].of; ++of)
                if (std::string& name = matrices[first[std::ptrdiff_t(i)].first + of].name; name.empty())
                    name = isName(printed[i]) ? printed[i] : "";
        printed.clear();
        first = next;
    };
    std::size_t outputEnd = 0;
    for (const Line& line : lines) {
        std::string_view text = trimmedCell(line.text);
        if (text.empty() || pasted.offsetOf(text) < outputEnd) continue;
        outputEnd = pasted.offsetOf(text) + text.size();
        const bool isOutput = next != outputs.end() && next->begin < outputEnd;
        const bool isCode = line.isCode || !isOutput || text.substr(0, text.find('[')).find('=') != text.npos;
        if (isCode && !text.ends_with(':')) { // no "Parameter containing:"
            if (next != first) endCell();
            constexpr std::string_view kPrint = "print(";
            const bool isPrint = text.starts_with(kPrint) && text.ends_with(')');
            last = isPrint ? std::string_view() : text;
            if (isPrint) printed.push_back(text.substr(kPrint.size(), text.size() - kPrint.size() - 1));
        }
        for (; next != outputs.end() && next->begin < outputEnd; ++next) {
            outputEnd = std::max(outputEnd, next->end);
            if (isCode) first = next + 1;
        }
    }
    endCell();
}

} // namespace headlight
