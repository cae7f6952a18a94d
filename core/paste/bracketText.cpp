#include "paste/brackets.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr std::string_view kOpen = "[({", kClose = "])}";

/// Reads nested lists in one pass. All numbers must be nested equally deep.
class Lists {
public:
    Lists(const Pasted& pasted, Lexer& lexer, PastedRows& rows, const Watch& watch)
        : pasted_(pasted), text_(pasted.text()), lexer_(lexer), rows_(rows), watch_(watch) {}

    Result<std::vector<Matrix>> read() {
        from_ = lexer_.at();
        deepest_ = lexer_.listStart(from_).depth;
        do {
            const Token token = lexer_.nextInCode();
            if (token.mark == Token::kEnd) return pasted_.notClosed(from_);
            at_ = pasted_.offsetOf(token.text);
            if (auto taken = token.mark == Token::kText ? takeWords(token.text) : takeMark(token.mark); !taken)
                return taken.problem();
        } while (depth_ > 0);
        return std::move(matrices_);
    }

private:
    Result<void> takeMark(char mark) {
        if (mark == '\n') return takeNewline();
        if (mark == ',' && needsNumber_) return pasted_.problem(at_, "a number is missing here.");
        if (mark == ',' && text_[text_.find_last_not_of(" \t", at_ - 1)] == '\n') areRows_ = false; // the line goes on
        if (kOpen.find(mark) != kOpen.npos) {
            if (depth_ == deepest_)
                return pasted_.problem(at_, "unexpected bracket; all rows must be nested equally deep.");
            ++depth_;
        } else if (kClose.find(mark) != kClose.npos) {
            if (auto r = close(); !r) return r;
        } else if (mark == ';' && deepest_ == 1) {
            hasSemicolons_ = true;
            if (auto r = endRow(); !r) return r;
        } else if (mark == ';') {
            return pasted_.problem(at_, "unexpected \";\" between brackets.");
        } else if (mark != ',') {
            return pasted_.problem(at_, std::string("unexpected \"") + mark + "\" between numbers.");
        }
        needsNumber_ = mark == ',';
        return {};
    }

    /// Takes numbers between blanks. The last may be a scalar, "np.float32(0.5)".
    Result<void> takeWords(std::string_view words) {
        while (!words.empty()) {
            const std::string_view word = words.substr(0, words.find_first_of(" \t"));
            words = trimmedCell(words.substr(word.size()));
            at_ = pasted_.offsetOf(word);
            std::string_view number = word;
            const std::size_t behind = at_ + word.size(), end = endOfScalar(text_, at_, &number);
            if (end > at_)
                lexer_.moveTo(end);
            else if (behind < text_.size() && (text_[behind] == ':' || text_[behind] == '='))
                number = text_.substr(at_, std::min(text_.find_first_of(" \t\n,;[](){}", at_), text_.size()) - at_);
            const auto value = pasted_.number(number);
            if (!value) return value.problem();
            if (depth_ < deepest_)
                return pasted_.problem(at_, "unexpected number after \"]\". Each row needs brackets of its own.");
            if (auto added = rows_.add(*value); !added) return added;
            needsNumber_ = false;
        }
        return {};
    }

    /// In a list of one level a line may be a row, as in MATLAB and Julia; commas at the ends of lines say no.
    Result<void> takeNewline() {
        if (deepest_ > 1 || rows_.inRow() == 0 || needsNumber_) return {};
        if (hasSemicolons_) return endRow();
        if (lines_++ == 0) width_ = rows_.inRow();
        areRows_ = areRows_ && rows_.inRow() == lines_ * width_ && !isWrapped();
        return {};
    }

    /// True for a long vector as NumPy prints it.
    bool isWrapped() const {
        constexpr std::size_t kLongLine = 60; // characters; NumPy's lines have up to 75
        const std::size_t before = from_ == 0 ? text_.npos : text_.find_last_not_of(' ', from_ - 1);
        return lines_ == 1 && at_ - from_ > kLongLine && (before == text_.npos || text_[before] != '=');
    }

    Result<void> close() {
        // No row begins after the last semicolon of [1 2; 3 4;].
        const bool isRow = depth_ == deepest_ && (!hasSemicolons_ || rows_.inRow() > 0);
        areRows_ = areRows_ && lines_ > 0 && rows_.inRow() > width_ && rows_.inRow() % width_ == 0;
        if (isRow)
            if (auto r = endRow(); !r) return r;
        --depth_;
        const bool isMatrix = deepest_ > 1 ? depth_ == deepest_ - 2 : hasSemicolons_ || areRows_;
        if (isMatrix && !rows_.areNone()) matrices_.push_back(rows_.take());
        return {};
    }

    Result<void> endRow() {
        if (!shouldContinue(watch_, at_, text_.size())) return stopped();
        if (rows_.inRow() == 0) return pasted_.problem(at_, "a number is missing here.");
        const bool haveLines = std::exchange(lines_, 0) > 0 && (areRows_ || hasSemicolons_);
        return rows_.endRow(pasted_, at_, haveLines ? width_ : 0);
    }

    const Pasted& pasted_;
    std::string_view text_;
    Lexer& lexer_;
    PastedRows& rows_;
    const Watch& watch_;
    std::vector<Matrix> matrices_;
    std::size_t from_ = 0, at_ = 0;     ///< the beginning of the lists; the token
    int depth_ = 0, deepest_ = 0;       ///< open brackets here; open brackets at each number
    std::size_t lines_ = 0, width_ = 0; ///< lines of numbers that have ended; the length of the first
    bool areRows_ = true;               ///< all lines have this length
    bool needsNumber_ = false, hasSemicolons_ = false;
};

} // namespace

Result<std::vector<Matrix>> matricesFromLists(const Pasted& pasted, Lexer& lexer, PastedRows& rows,
                                              const Watch& watch) {
    return Lists(pasted, lexer, rows, watch).read();
}

Result<std::size_t> endOfBrackets(const Pasted& pasted, std::size_t at) {
    const std::string_view text = pasted.text();
    const std::size_t from = at;
    int depth = 0;
    do {
        if (at == text.size()) return pasted.notClosed(from);
        if (kOpen.find(text[at]) != kOpen.npos) ++depth;
        if (kClose.find(text[at]) != kClose.npos) --depth;
        at = endOfQuotes(text, at) + 1;
    } while (depth > 0);
    return at;
}

} // namespace headlight
