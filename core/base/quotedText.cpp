#include "base/quotedText.h"

#include "base/utf8.h"

#include <algorithm>

namespace headlight {
namespace {

/// The character that begins at byte `at`; empty if no valid one does.
std::string_view characterAt(std::string_view text, std::size_t at) {
    for (std::size_t size = 1; size <= std::min<std::size_t>(4, text.size() - at); ++size)
        if (!firstInvalidByte(text.substr(at, size))) return text.substr(at, size);
    return {};
}

} // namespace

bool isShowable(char32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F ||
                           c == 0x061C;
    return !control && !direction && c != 0x2028 && c != 0x2029;
}

std::string showable(std::string_view text, std::size_t most) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    std::string shown;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (++characters > most) return shown + "…";
        const std::string_view one = characterAt(text, at);
        std::size_t begin = 0;
        shown += !one.empty() && isShowable(nextCodePoint(one, begin)) ? one : kReplacement;
        at += std::max<std::size_t>(one.size(), 1);
    }
    return shown;
}

std::string quotedText(std::string_view text) { return "\"" + showable(text) + "\""; }
std::string quotedBriefly(std::string_view text) { return "\"" + showable(text, kBriefly) + "\""; }

} // namespace headlight
