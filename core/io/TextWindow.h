#pragma once

#include "io/Pieces.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A text that comes in pieces, as a reader sees it: what stands from its mark on, as far as it has come. Only whole
/// UTF-8 characters come; the first byte that is none ends the text, and so does a piece that could not be read. A byte
/// order mark at the beginning is passed over. One reader, one thread.
class TextWindow {
public:
    explicit TextWindow(Pieces);
    TextWindow(const TextWindow&) = delete;
    TextWindow& operator=(const TextWindow&) = delete;

    /// Whether a byte stands so far ahead of the next one.
    bool has(std::size_t ahead = 0) { return at_ + ahead < window_.size() || bring(ahead); }
    char peek(std::size_t ahead = 0) const { return window_[at_ + ahead]; } ///< has(ahead) must be true
    bool startsWith(std::string_view word);
    /// What has come, from the next byte on; until the next has() or skipBlanks().
    std::string_view rest() const { return window_.substr(at_); }

    void skip(std::size_t count) { at_ += count; } ///< no more than have come
    void skipBlanks();

    /// A value begins here: its bytes stay until the next mark, or until it is let go.
    void mark();
    void letGo() { holds_ = false; }

    std::size_t position() const { return start_ + at_; } ///< bytes before the next one
    std::size_t left() const { return pieces_.bytes > position() ? pieces_.bytes - position() : 0; }
    double part() const; ///< how much lies behind, 0 to 1

    /// "line 3, column 9", both from 1, columns in characters.
    std::string placeHere() const { return text(placeOf(at_)); }
    std::string placeOfMark() const { return text(markPlace_ ? *markPlace_ : placeOf(mark_)); }

    /// Why no more has come, when that is not the end: a piece that could not be read, or the place of a byte that is
    /// not UTF-8.
    const std::optional<Problem>& problem() const { return problem_; }
    const std::optional<std::string>& invalidPlace() const { return invalidPlace_; }

private:
    struct Place {
        std::size_t line = 1, column = 1;
    };
    static std::string text(Place);
    static Place moved(Place, std::string_view over);
    Place placeOf(std::size_t at) const { return moved(startPlace_, window_.substr(0, at)); }
    bool bring(std::size_t ahead);
    void drop(std::size_t count);
    bool take(std::string_view piece);

    Pieces pieces_;
    std::string kept_;        ///< where the window is more than one piece
    std::string_view window_; ///< of kept_, or of the piece
    std::size_t start_ = 0;   ///< of the window in the text
    Place startPlace_;
    std::size_t at_ = 0, mark_ = 0; ///< in the window
    bool holds_ = true, ended_ = false;
    std::optional<Place> markPlace_; ///< of a mark that the window has left behind
    std::optional<Problem> problem_;
    std::optional<std::string> invalidPlace_;
};

} // namespace headlight
