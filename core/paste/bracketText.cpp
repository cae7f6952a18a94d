#include "paste/bracketText.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::string_view kBlanks = " \t\n";

Problem notClosed(const Pasted& pasted, std::size_t at) {
    return pasted.problem(at, "this bracket is not closed. The end of the matrix may be missing; copy all of it.");
}

/// True for a LaTeX command that is no decimal number, so that a Problem names it.
bool isOfLatex(std::string_view word) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"\\frac", "\\tfrac", "\\dfrac", "\\sqrt"},
                               [&](std::string_view one) { return word.starts_with(one); });
}

/// Reads nested lists in one pass. All numbers must be nested equally deep.
class Lists {
public:
    Lists(const Pasted& pasted, std::size_t& at, PastedRows& rows, const Watch& watch)
        : pasted_(pasted), text_(pasted.text()), at_(at), rows_(rows), watch_(watch) {}

    Result<std::vector<Matrix>> read() {
        const std::size_t from = at_;
        deepest_ = listStart(text_, at_).depth;
        do {
            at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
            if (at_ == text_.size()) return notClosed(pasted_, from);
            if (auto r = readNext(text_[at_]); !r) return r.problem();
        } while (depth_ > 0);
        return std::move(matrices_);
    }

private:
    Result<void> readNext(char c) {
        if (c != '[' && c != '(' && c != ']' && c != ')' && c != ',' && c != ';') return readNumber();
        if (c == ',' && needsNumber_) return pasted_.problem(at_, "a number is missing here.");
        if (c == '[' || c == '(') {
            if (depth_ == deepest_)
                return pasted_.problem(at_, "unexpected bracket; all rows must be nested equally deep.");
            ++depth_;
        } else if (c == ']' || c == ')') {
            if (auto r = close(); !r) return r;
        } else if (c == ';' && deepest_ == 1) {
            hasSemicolons_ = true;
            if (auto r = endRow(); !r) return r;
        } else if (c == ';') {
            return pasted_.problem(at_, "unexpected \";\" between brackets.");
        }
        needsNumber_ = c == ',';
        ++at_;
        return {};
    }

    Result<void> close() {
        // No row begins after the last semicolon of [1 2; 3 4;].
        const bool isRow = depth_ == deepest_ && (!hasSemicolons_ || rows_.inRow() > 0);
        if (isRow)
            if (auto r = endRow(); !r) return r;
        --depth_;
        const bool isMatrix = deepest_ > 1 ? depth_ == deepest_ - 2 : hasSemicolons_;
        if (isMatrix && !rows_.areNone()) matrices_.push_back(rows_.take());
        return {};
    }

    Result<void> readNumber() {
        const std::size_t end = std::min(text_.find_first_of(" \t\n,;[]()", at_), text_.size());
        const std::string_view word = text_.substr(at_, end - at_);
        const auto value = pasted_.number(word, false);
        if (!value) return value.problem();
        if (depth_ < deepest_)
            return pasted_.problem(at_, "unexpected number after \"]\". Each row needs brackets of its own.");
        at_ = end;
        needsNumber_ = false;
        return rows_.add(*value);
    }

    Result<void> endRow() {
        if (!shouldContinue(watch_, at_, text_.size())) return stopped();
        if (rows_.inRow() == 0) return pasted_.problem(at_, "a number is missing here.");
        return rows_.endRow(pasted_, at_);
    }

    const Pasted& pasted_;
    std::string_view text_;
    std::size_t& at_;
    PastedRows& rows_;
    const Watch& watch_;
    std::vector<Matrix> matrices_;
    int depth_ = 0, deepest_ = 0; ///< open brackets here; open brackets at each number
    bool needsNumber_ = false, hasSemicolons_ = false;
};

} // namespace

ListStart listStart(std::string_view text, std::size_t at) {
    ListStart start;
    for (; at < text.size(); ++at) {
        if (text[at] == '[' || text[at] == '(')
            ++start.depth;
        else if (kBlanks.find(text[at]) == kBlanks.npos)
            break;
    }
    start.first = at;
    if (at == text.size()) return start;
    const std::size_t quoted = endOfQuotes(text, at);
    const std::string_view word = text.substr(at, std::min(text.find_first_of(" \t\n,;[]()", at), text.size()) - at);
    start.areNumbers = (text[at] >= '0' && text[at] <= '9') || word.find_first_of("+-.") == 0 ||
                       word.starts_with("…") || isOfLatex(word) || Pasted::isNonFinite(word) ||
                       (quoted > at && Pasted::isNumber(text.substr(at + 1, quoted - at - 1)));
    return start;
}

Result<std::vector<Matrix>> matricesFromLists(const Pasted& pasted, std::size_t& at, PastedRows& rows,
                                              const Watch& watch) {
    return Lists(pasted, at, rows, watch).read();
}

Result<std::size_t> endOfBrackets(const Pasted& pasted, std::size_t at) {
    const std::string_view text = pasted.text();
    const std::size_t from = at;
    int depth = 0;
    do {
        if (at == text.size()) return notClosed(pasted, from);
        if (text[at] == '[' || text[at] == '(') ++depth;
        if (text[at] == ']' || text[at] == ')') --depth;
        at = endOfQuotes(text, at) + 1;
    } while (depth > 0);
    return at;
}

} // namespace headlight
