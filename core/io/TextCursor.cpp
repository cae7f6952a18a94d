#include "io/TextCursor.h"

#include "base/utf8.h"

#include <algorithm>

namespace headlight {

TextCursor::TextCursor(std::string_view text) : text_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
    const auto invalid = firstInvalidByte(text_);
    isCut_ = invalid.has_value();
    if (invalid) text_ = text_.substr(0, *invalid);
}

void TextCursor::skipBlanks() { at_ = std::min(text_.find_first_not_of(" \n\t\r", at_), text_.size()); }

std::string TextCursor::placeOf(std::size_t at) const {
    const std::string_view before = text_.substr(0, at);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::string_view onLine = before.substr(before.rfind('\n') + 1); // npos + 1 is 0
    const auto beginsCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    const auto column = 1 + std::count_if(onLine.begin(), onLine.end(), beginsCharacter);
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace headlight
