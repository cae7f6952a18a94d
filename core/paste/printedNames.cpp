#include "paste/printedNames.h"

#include "paste/pasted.h"

#include <algorithm>

namespace headlight {
namespace {

bool isName(std::string_view text) {
    return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::ranges::all_of(text, isWordCharacter);
}

/// One cell of a notebook: its code, then what it printed.
class Cell {
public:
    explicit Cell(std::vector<PastedMatrix>& matrices) : matrices_(matrices) {}

    void addCode(std::string_view line) {
        if (!outputs_.empty()) end();
        constexpr std::string_view kPrint = "print(";
        const bool isPrint = line.starts_with(kPrint) && line.ends_with(')');
        if (isPrint) line = line.substr(kPrint.size(), line.size() - kPrint.size() - 1);
        last_ = isPrint ? std::string_view() : line;
        if (isPrint) printed_.push_back(line);
    }
    void addOutput(const Output& output) { outputs_.push_back(output); }
    void end() {
        if (isName(last_) && outputs_.size() == printed_.size() + 1) printed_.push_back(last_);
        if (outputs_.size() == printed_.size())
            for (std::size_t i = 0; i < printed_.size(); ++i) name(outputs_[i], printed_[i]);
        printed_.clear();
        outputs_.clear();
        last_ = {};
    }

private:
    void name(const Output& output, std::string_view expression) {
        for (std::size_t i = output.first; i < output.first + output.of; ++i)
            if (std::string& name = matrices_[i].name; name.empty() && isName(expression)) name = expression;
    }

    std::vector<PastedMatrix>& matrices_;
    std::vector<std::string_view> printed_; ///< the arguments of print()
    std::string_view last_;                 ///< the last line of the code
    std::vector<Output> outputs_;
};

} // namespace

void namePrinted(std::string_view text, const std::vector<Output>& outputs, std::vector<PastedMatrix>& matrices) {
    Cell cell(matrices);
    auto next = outputs.begin();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = trimmedCell(text.substr(at, end - at));
        if (line.starts_with("In [")) line = trimmedCell(line.substr(std::min(line.find(':'), line.size() - 1) + 1));
        at = end + 1;
        if (next == outputs.end() || next->begin >= at) {
            if (!line.empty() && !line.ends_with(':')) cell.addCode(line); // "Parameter containing:", "Out[3]:"
            continue;
        }
        const bool isCode = line.substr(0, line.find('[')).find('=') != line.npos; // W = torch.tensor([[...
        isCode ? cell.addCode(line) : cell.addOutput(*next);
        for (; next != outputs.end() && next->begin < at; ++next)
            if (next->end >= at) at = std::min(text.find('\n', next->end), text.size()) + 1;
    }
    cell.end();
}

} // namespace headlight
