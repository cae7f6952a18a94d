#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// Where, from 0, the first character begins that is not well-formed UTF-8 (overlong, a surrogate, above U+10FFFF, cut
/// short), so that what is before it consists of whole characters; nothing if the text is valid.
std::optional<std::size_t> firstInvalidByte(std::string_view text);

/// "UTF-16" or "UTF-32" if `bytes` look like such a text: a byte order mark, or ASCII characters with their zero bytes.
/// Empty otherwise.
std::string_view otherEncoding(std::string_view bytes);

/// The code point that begins at `at`; moves `at` to the end of it. The text must be valid and `at` inside it.
char32_t nextCodePoint(std::string_view text, std::size_t& at);

void appendUtf8(std::string& to, char32_t code); ///< a code point up to U+10FFFF, no surrogate

} // namespace headlight
