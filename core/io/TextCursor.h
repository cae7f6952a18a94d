#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A place in a UTF-8 text that a reader goes through. The text ends before the first character that is not UTF-8, so
/// that all of its characters are whole; a byte order mark at the beginning is skipped. The text must outlive the
/// cursor.
class TextCursor {
public:
    explicit TextCursor(std::string_view text);

    bool has(std::size_t ahead = 0) const { return at_ + ahead < text_.size(); }
    char peek(std::size_t ahead = 0) const { return text_[at_ + ahead]; } ///< requires has(ahead)
    bool startsWith(std::string_view word) const { return rest().starts_with(word); }
    std::string_view rest() const { return text_.substr(at_); }

    void skip(std::size_t count) { at_ += count; } ///< at most the length of rest()
    void skipBlanks();
    void mark() { mark_ = at_; } ///< a value begins here

    std::size_t position() const { return at_; }
    double part() const { return text_.empty() ? 1 : static_cast<double>(at_) / static_cast<double>(text_.size()); }

    /// Returns "line 3, column 9", both counted from 1, columns in characters.
    std::string placeHere() const { return placeOf(at_); }
    std::string placeOfMark() const { return placeOf(mark_); }
    /// True if the text ends here because the next character is not UTF-8.
    bool isAtInvalid() const { return isCut_ && !has(); }

private:
    std::string placeOf(std::size_t at) const;

    std::string_view text_;
    std::size_t at_ = 0, mark_ = 0;
    bool isCut_ = false;
};

} // namespace headlight
