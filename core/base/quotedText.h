#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headlight {

/// False for characters that would break, hide or reverse the line, or cannot be seen: control characters (C0, DEL,
/// C1), marks of writing direction, line and paragraph separators, byte order marks, spaces without width. True for the
/// joiners of some scripts and emoji (U+200C, U+200D).
bool isShowable(char32_t);

/// Returns `text` for a message. U+FFFD replaces each character that is not showable, a joiner at the beginning, and
/// each byte that is not UTF-8. A text of more than `maxCharacters` characters is cut there and ends with an ellipsis.
std::string showable(std::string_view text, std::size_t maxCharacters = static_cast<std::size_t>(-1));

constexpr std::size_t kBriefly = 60; ///< characters, so that a sentence remains readable

/// Return showable(text) in quotation marks: all of it, or at most kBriefly characters.
std::string quotedText(std::string_view text);
std::string quotedBriefly(std::string_view text);

} // namespace headlight
