#include "paste/latexText.h"

#include "paste/cutting.h"
#include "paste/rewritten.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::string_view kBegin = "\\begin{", kEnd = "\\end{";

/// Commands of layout, which have no meaning here.
constexpr std::string_view kLayout[] = {"\\displaystyle", "\\hline", "\\,", "\\;", "\\!", "\\ ", "\\quad", "\\qquad"};
constexpr std::string_view kLeftOut[] = {"\\cdots", "\\ldots", "\\dots", "\\vdots", "\\ddots"};

class Latex {
public:
    explicit Latex(std::string_view text) : text_(text) {}

    LatexText inBrackets() {
        while (at_ < text_.size())
            if (!takeMatrixEdge() && !takeFence() && !(depth_ > 0 ? takeInside() : takeOutside())) ++at_;
        return {std::move(text_), firstComma_.has_value(), firstComma_ && !isClear_, firstComma_.value_or(0),
                comments_};
    }

private:
    bool isAt(std::string_view word) const { return std::string_view(text_).substr(at_).starts_with(word); }

    /// Replaces the next `length` characters by `with` and blanks.
    bool replace(std::size_t length, std::string_view with) {
        length = std::min(length, text_.size() - at_);
        blank(text_, at_, at_ + length);
        std::copy(with.begin(), with.end(), text_.begin() + std::ptrdiff_t(at_));
        at_ += length;
        return true;
    }

    bool takeMatrixEdge() {
        const bool begins = isAt(kBegin);
        if (!begins && !isAt(kEnd)) return false;
        const std::size_t name = at_ + (begins ? kBegin : kEnd).size(), close = text_.find('}', name);
        const std::string_view environment = std::string_view(text_).substr(name, close - name);
        if (close == text_.npos || !(environment.ends_with("matrix") || environment == "array")) return false;
        depth_ += begins ? 1 : -1;
        std::size_t end = close + 1;
        if (begins && environment == "array" && text_.substr(end, 1) == "{") // the alignment of columns
            end = std::min(text_.find('}', end), text_.size() - 1) + 1;
        return replace(end - at_, begins ? "[" : "]");
    }

    /// Takes \left[ and \right], the brackets around an array.
    bool takeFence() {
        for (const std::string_view word : {"\\left", "\\right"})
            if (isAt(word) && text_.find_first_of("([|.)]", at_) == at_ + word.size())
                return replace(word.size() + 1, "");
        return false;
    }

    /// Takes the edges of a formula, and the command with which matrixAsText() begins a wide matrix.
    bool takeOutside() {
        if (isAt("\\\\")) return replace(2 + lengthOfGap(at_ + 2), "");
        for (const std::string_view edge : {"$", "\\[", "\\]", "\\(", "\\)"})
            if (isAt(edge)) return replace(edge.size(), "");
        constexpr std::string_view kColumns = "\\setcounter{MaxMatrixCols}{";
        if (!isAt(kColumns)) return false;
        const std::size_t close = text_.find('}', at_ + kColumns.size());
        return replace(close == text_.npos ? kColumns.size() : close + 1 - at_, "");
    }

    bool takeInside() {
        if (text_[at_] == '&') return replace(1, ",");
        if (text_[at_] == '$') return replace(1, "");
        if (text_[at_] == '%') return takeComment();
        if (isAt("\\\\")) return replace(2 + lengthOfGap(at_ + 2), ";");
        if (isAt("{,}") || text_[at_] == ',') return takeWithin(text_[at_] == ',' ? 1 : 3, ".");
        if (isAt("\\,") && takeWithin(2, "")) return true;
        for (const std::string_view word : kLeftOut)
            if (isAt(word)) return replace(word.size(), "...");
        for (const std::string_view times : {"\\times", "\\cdot"})
            if (isAt(times)) return takePowerOfTen(times.size());
        const auto* layout = std::ranges::find_if(kLayout, [&](std::string_view word) { return isAt(word); });
        return layout != std::end(kLayout) && replace(layout->size(), "");
    }

    bool takeComment() {
        const std::size_t length = std::min(text_.find('\n', at_), text_.size()) - at_;
        comments_.addComment(std::string_view(text_).substr(at_, length));
        return replace(length, "");
    }

    /// Returns the length of "[2pt]" or "*" after the end of a row.
    std::size_t lengthOfGap(std::size_t from) const {
        const std::size_t open = text_.substr(from, 1) == "*" ? from + 1 : from;
        const std::size_t close = text_.substr(open, 1) == "[" ? text_.find(']', open) : text_.npos;
        const bool isLength = close != text_.npos && text_[close - 1] >= 'a' && text_[close - 1] <= 'z';
        return (isLength ? close + 1 : open) - from;
    }

    /// Turns "0{,}5" into "0.5", and "1\,000" into "1000", since only "&" separates columns.
    bool takeWithin(std::size_t length, const std::string& mark) {
        constexpr std::string_view kDigits = "0123456789.";
        const std::size_t from = at_ + length, end = std::min(text_.find_first_not_of(kDigits, from), text_.size());
        const std::size_t before = at_ == 0 ? text_.npos : text_.find_last_not_of(' ', at_ - 1);
        if (before == text_.npos || kDigits.find(text_[before]) == kDigits.npos || end == from) return false;
        if (!mark.empty()) {
            if (!firstComma_) firstComma_ = at_;
            const std::string_view all = text_;
            isClear_ = isClear_ || !mayBeThousands(all.substr(0, before + 1), all.substr(from));
        }
        const std::string number = mark + text_.substr(from, end - from);
        at_ = before + 1;
        return replace(end - at_, number);
    }

    /// Turns "1.5 \times 10^{-3}" into "1.5e-3" and blanks.
    bool takePowerOfTen(std::size_t sign) {
        const std::size_t ten = text_.find_first_not_of(" ", at_ + sign);
        if (ten == text_.npos || text_.compare(ten, 3, "10^") != 0) return false;
        const bool isBraced = text_.substr(ten + 3, 1) == "{";
        const std::size_t from = ten + 3 + (isBraced ? 1 : 0);
        const std::size_t end = isBraced ? text_.find('}', from) : from + 1;
        const std::size_t number = at_ == 0 ? text_.npos : text_.find_last_not_of(' ', at_ - 1);
        if (end >= text_.size() || number == text_.npos) return false;
        const std::string exponent = "e" + text_.substr(from, end - from);
        at_ = number + 1;
        return replace(end + (isBraced ? 1 : 0) - at_, exponent);
    }

    std::string text_;
    std::size_t at_ = 0;
    int depth_ = 0;                         ///< matrices that are open
    std::optional<std::size_t> firstComma_; ///< the place of the first comma that was read as a point
    bool isClear_ = false;                  ///< true if one of these commas cannot be a comma of thousands
    Listing comments_;
};

} // namespace

std::optional<LatexText> latexInBrackets(std::string_view text) {
    if (text.find(kBegin) == text.npos) return std::nullopt;
    return Latex(text).inBrackets();
}

} // namespace headlight
