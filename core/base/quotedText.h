#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headlight {

/// False for what would break, hide or reverse the line in which it stands: control characters (C0, DEL, C1), the
/// marks of writing direction, line and paragraph separators.
bool isShowable(char32_t);

/// `text` for a message: what is not showable, and each byte that is not UTF-8, becomes U+FFFD; behind `most`
/// characters stands an ellipsis.
std::string showable(std::string_view text, std::size_t most = static_cast<std::size_t>(-1));

constexpr std::size_t kBriefly = 60; ///< characters, what a sentence can hold

/// The same in quotes, whole and brief.
std::string quotedText(std::string_view text);
std::string quotedBriefly(std::string_view text);

} // namespace headlight
