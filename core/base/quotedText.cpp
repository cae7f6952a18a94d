#include "base/quotedText.h"

#include "base/utf8.h"

#include <algorithm>

namespace headlight {
namespace {

/// Returns the character that begins at byte `at`; empty if no valid one does.
std::string_view characterAt(std::string_view text, std::size_t at) {
    for (std::size_t size = 1; size <= std::min<std::size_t>(4, text.size() - at); ++size)
        if (!firstInvalidByte(text.substr(at, size))) return text.substr(at, size);
    return {};
}

/// True for joiners and variation selectors, which cannot be seen without the character before them.
bool joins(char32_t c) { return c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F); }

} // namespace

bool isShowable(char32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F ||
                           c == 0x061C;
    const bool unseen = c == 0xAD || c == 0x34F || c == 0x115F || c == 0x1160 || c == 0x180E || c == 0x200B ||
                        (c >= 0x2060 && c <= 0x2064) || (c >= 0x206A && c <= 0x206F) || c == 0x3164 || c == 0xFEFF ||
                        c == 0xFFA0 || (c >= 0xFFF9 && c <= 0xFFFB);
    return !control && !direction && !unseen && c != 0x2028 && c != 0x2029;
}

std::string showable(std::string_view text, std::size_t maxCharacters) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    std::string shown;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (++characters > maxCharacters) return shown + "…";
        const std::string_view one = characterAt(text, at);
        std::size_t begin = 0;
        const char32_t c = one.empty() ? 0 : nextCodePoint(one, begin); // 0 is not showable
        shown += isShowable(c) && !(shown.empty() && joins(c)) ? one : kReplacement;
        at += std::max<std::size_t>(one.size(), 1);
    }
    return shown;
}

std::string quotedText(std::string_view text) { return "\"" + showable(text) + "\""; }
std::string quotedBriefly(std::string_view text) { return "\"" + showable(text, kBriefly) + "\""; }

} // namespace headlight
