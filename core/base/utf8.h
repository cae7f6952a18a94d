#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// Returns the index of the byte where the first ill-formed character begins (overlong, a surrogate, above U+10FFFF,
/// cut short); the text before it consists of whole characters. Nothing if the text is valid UTF-8.
std::optional<std::size_t> firstInvalidByte(std::string_view text);

/// Returns "UTF-16" or "UTF-32" if `bytes` look like such a text, else an empty text. Such texts begin with a byte
/// order mark, or with ASCII characters with their zero bytes.
std::string_view otherEncoding(std::string_view bytes);

/// Returns the code point that begins at `at`, and moves `at` to its end. The text must be valid and `at` inside it.
char32_t nextCodePoint(std::string_view text, std::size_t& at);

void appendUtf8(std::string& to, char32_t code); ///< `code`: up to U+10FFFF, no surrogate

} // namespace headlight
