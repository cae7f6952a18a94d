#include "io/TextWindow.h"

#include "base/utf8.h"

#include <algorithm>
#include <utility>

namespace headlight {

TextWindow::TextWindow(Pieces pieces) : pieces_(std::move(pieces)) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (!startsWith(kByteOrderMark)) return;
    window_.remove_prefix(kByteOrderMark.size());
    start_ = kByteOrderMark.size();
}

bool TextWindow::startsWith(std::string_view word) {
    has(word.size() - 1);
    return rest().starts_with(word);
}

void TextWindow::skipBlanks() {
    const auto isBlank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
    for (;;) {
        while (at_ < window_.size() && isBlank(window_[at_])) ++at_;
        if (at_ < window_.size() || ended_) return;
        letGo();
        bring(0);
    }
}

void TextWindow::mark() {
    mark_ = at_;
    markPlace_.reset();
    holds_ = true;
}

double TextWindow::part() const { // a file may have grown
    return std::min(1.0, static_cast<double>(position()) / static_cast<double>(pieces_.bytes));
}

std::string TextWindow::text(Place place) {
    return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

TextWindow::Place TextWindow::moved(Place place, std::string_view over) {
    place.line += static_cast<std::size_t>(std::count(over.begin(), over.end(), '\n'));
    if (const auto newline = over.rfind('\n'); newline != over.npos) {
        place.column = 1;
        over.remove_prefix(newline + 1);
    }
    const auto beginsCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    place.column += static_cast<std::size_t>(std::count_if(over.begin(), over.end(), beginsCharacter));
    return place;
}

/// Until a byte stands so far ahead; false if the text ends before.
bool TextWindow::bring(std::size_t ahead) {
    while (!ended_ && at_ + ahead >= window_.size()) {
        drop(holds_ ? mark_ : at_);
        const auto piece = pieces_.piece(start_ + window_.size());
        if (!piece) problem_ = piece.problem();
        ended_ = !piece || !take(*piece);
    }
    return at_ + ahead < window_.size();
}

/// What is no longer needed; the rest moves into kept_, for the piece that it stood in goes.
void TextWindow::drop(std::size_t count) {
    if (mark_ < count && !markPlace_) markPlace_ = placeOf(mark_);
    startPlace_ = placeOf(count);
    start_ += count;
    at_ -= count;
    mark_ -= std::min(mark_, count);
    if (window_.data() == kept_.data())
        kept_.erase(0, count);
    else
        kept_ = window_.substr(count);
    window_ = kept_;
}

/// The piece up to its last whole character; what is left of one comes again with the next piece, so that a piece which
/// begins with none has a byte that is wrong. False at the end.
bool TextWindow::take(std::string_view piece) {
    const std::size_t whole = wholeCharacters(piece);
    if (whole == 0) {
        if (const auto wrong = firstInvalidByte(piece))
            invalidPlace_ = text(moved(placeOf(window_.size()), piece.substr(0, *wrong)));
        return false;
    }
    if (kept_.empty()) {
        window_ = piece.substr(0, whole);
    } else {
        kept_ += piece.substr(0, whole);
        window_ = kept_;
    }
    return true;
}

} // namespace headlight
