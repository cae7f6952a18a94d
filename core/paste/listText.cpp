#include "paste/readers.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Reads nested lists by recursion. All numbers must be nested equally deep.
class Lists {
public:
    Lists(const Pasted& pasted, std::size_t& at, PastedRows& rows)
        : pasted_(pasted), text_(pasted.text()), at_(at), from_(at), rows_(rows) {}

    std::vector<Matrix> read() {
        constexpr int kDeepest = 100;
        deepest_ = listStart(text_, from_).depth;
        areRows_ = deepest_ == 1;
        if (deepest_ > kDeepest) pasted_.refuse(from_, "too many brackets are nested here.");
        take(1);
        return std::move(matrices_);
    }

private:
    /// Takes the list at the place, which is `depth` brackets deep, and moves behind it.
    void take(int depth) {
        const bool isRow = depth == deepest_;
        char before = 0; // the mark before this one
        for (++at_;;) {
            at_ = text_.find_first_not_of(kBlanks, at_);
            if (at_ >= text_.size()) pasted_.refuseOpen(from_);
            const char mark = text_[at_];
            if (isAmong(mark, kClose)) break;
            if ((mark == ',' && before == ',') || (mark == ';' && deepest_ == 1 && rows_.inRow() == 0))
                pasted_.refuse(at_, kMissingNumber);
            if (isRow && isAmong(mark, kOpen))
                pasted_.refuse(at_, "unexpected bracket; all rows must be nested equally deep.");
            if (mark == ';' && deepest_ > 1) pasted_.refuse(at_, "unexpected \";\" between brackets.");
            if (isAmong(mark, kOpen))
                take(depth + 1);
            else if (!isAmong(mark, ",;\n"))
                takeNumber(isRow);
            else if (mark != ',' && isRow && before != ',')
                endLine(mark);
            else if (mark == ',' && text_[text_.find_last_not_of(kBlanks, at_ - 1)] == '\n')
                areRows_ = false; // the line goes on
            if (isAmong(mark, ",;\n")) ++at_;
            if (mark != '\n') before = mark;
        }
        areRows_ = areRows_ && lines_ > 0 && rows_.inRow() > width_ && rows_.inRow() % width_ == 0;
        if (isRow && (!hasSemicolons_ || rows_.inRow() > 0)) // no row begins after the last semicolon of [1 2; 3 4;]
            endRow();
        ++at_;
        const bool isMatrix = deepest_ == 1 ? hasSemicolons_ || areRows_ : depth == deepest_ - 1;
        if (isMatrix && !rows_.areNone()) matrices_.push_back(rows_.take());
    }

    /// In a list of one level a line may be a row, as in MATLAB and Julia; commas at the ends of lines say no.
    void endLine(char mark) {
        hasSemicolons_ = hasSemicolons_ || mark == ';';
        if (rows_.inRow() == 0 || deepest_ > 1) return;
        if (hasSemicolons_) return endRow();
        if (lines_++ == 0) width_ = rows_.inRow();
        areRows_ = areRows_ && rows_.inRow() == lines_ * width_ && (lines_ > 1 || !isWrapped());
    }

    void endRow() {
        pasted_.watch(at_);
        if (rows_.inRow() == 0) pasted_.refuse(at_, kMissingNumber);
        const bool haveLines = std::exchange(lines_, 0) > 0 && (areRows_ || hasSemicolons_);
        rows_.endRow(pasted_, at_, haveLines ? width_ : 0);
    }

    void takeNumber(bool isRow) {
        std::string_view number;
        const std::size_t from = at_, quoted = endOfQuotes(text_, from), scalar = endOfScalar(text_, from, &number);
        at_ = quoted > from ? quoted + 1 : std::min(text_.find_first_of(" \t\v\r\n,;[](){}", from), text_.size());
        if (scalar == from)
            number = text_.substr(from, at_ - from);
        else
            at_ = scalar;
        const float value = pasted_.number(number);
        if (!isRow) pasted_.refuse(from, "unexpected number after \"]\". Each row needs brackets of its own.");
        rows_.add(value);
    }

    /// True behind the first line of a long vector as NumPy prints it.
    bool isWrapped() const {
        constexpr std::size_t kLongLine = 60; // characters; NumPy's lines have up to 75
        const std::size_t before = from_ == 0 ? text_.npos : text_.find_last_not_of(' ', from_ - 1);
        return at_ - from_ > kLongLine && (before == text_.npos || text_[before] != '=');
    }

    const Pasted& pasted_;
    std::string_view text_;
    std::size_t& at_;
    std::size_t from_; ///< the beginning of the lists
    PastedRows& rows_;
    std::vector<Matrix> matrices_;
    int deepest_ = 0;                   ///< open brackets at each number
    std::size_t lines_ = 0, width_ = 0; ///< lines of numbers that have ended; the length of the first
    bool areRows_ = false;              ///< all lines have this length
    bool hasSemicolons_ = false;
};

} // namespace

std::vector<Matrix> matricesFromLists(const Pasted& pasted, std::size_t& at, PastedRows& rows) {
    return Lists(pasted, at, rows).read();
}

ListStart listStart(std::string_view text, std::size_t at) {
    ListStart start;
    for (; at < text.size() && isAmong(text[at], "[({ \t\v\r\n"); ++at) start.depth += isAmong(text[at], kOpen) ? 1 : 0;
    start.first = at;
    if (at == text.size()) return start;
    const std::size_t end = std::min(text.find_first_of(" \t\v\r\n,;[](){}:", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::size_t quoted = endOfQuotes(text, at);
    const bool isKey = text.substr(end, 1) == ":"; // {0: [[1, 2]]}
    start.areNumbers = !isKey &&
                       (word.find_first_of("+-.0123456789") == 0 || word.starts_with("…") || isValue(word) ||
                        endOfScalar(text, at) > at || (quoted > at && isNumber(text.substr(at + 1, quoted - at - 1))));
    return start;
}

Dialect dialectOf(std::string_view text) {
    Dialect dialect;
    int depth = 0;
    char before = 0;                 // the mark before this one
    std::size_t first = 0, line = 0; // of the last lists; of the line
    for (std::size_t at = 0; at < text.size(); at = endOfQuotes(text, at) + 1) {
        const char mark = text[at];
        if (mark == '\n') line = at + 1;
        depth += mark == '[' ? 1 : mark == ']' ? -1 : 0;
        dialect.isMatlab = dialect.isMatlab || (mark == ';' && depth > 0);
        if ((mark == '[' || mark == '{') && at >= first && !dialect.isCode && !isNotice(text.substr(line, 300))) {
            const ListStart list = listStart(text, at);
            first = list.first;
            dialect.isCode = list.areNumbers && (mark == '[' || list.depth > 1 || before == '=');
        }
        if (isAmong(mark, "\n[](){},;:=")) before = mark;
    }
    return dialect;
}

} // namespace headlight
