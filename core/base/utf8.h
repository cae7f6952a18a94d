#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace headlight {

/// Where the first byte stands that does not begin or continue a well-formed UTF-8 character (no overlong forms, no
/// surrogates, nothing above U+10FFFF), counted from 0; nothing if all is well.
std::optional<std::size_t> firstInvalidByte(std::string_view text);

/// How many bytes at the beginning are whole well-formed characters.
std::size_t wholeCharacters(std::string_view text);

/// "UTF-16" or "UTF-32" if `bytes` look like text in it: a byte order mark, or ASCII with its zeros. Empty otherwise.
std::string_view otherEncoding(std::string_view bytes);

/// The code point that begins at `at`, which moves behind it. The text must be valid and `at` inside it.
char32_t nextCodePoint(std::string_view text, std::size_t& at);

} // namespace headlight
