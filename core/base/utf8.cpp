#include "base/utf8.h"

#include <cassert>
#include <string>

namespace headlight {

namespace {

/// The properties of a character that its first byte determines: the number of bytes that follow, the first bits of the
/// code point, and the range of the second byte (less than 80..BF where that excludes overlong forms, surrogates and
/// code points above U+10FFFF).
struct Lead {
    int following;
    unsigned bits;
    unsigned min = 0x80, max = 0xBF;
};

std::optional<Lead> leadOf(unsigned byte) {
    if (byte < 0x80) return Lead{0, byte};
    if (byte >= 0xC2 && byte <= 0xDF) return Lead{1, byte & 0x1F};
    if (byte >= 0xE0 && byte <= 0xEF)
        return Lead{2, byte & 0x0F, byte == 0xE0 ? 0xA0U : 0x80U, byte == 0xED ? 0x9FU : 0xBFU};
    if (byte >= 0xF0 && byte <= 0xF4)
        return Lead{3, byte & 0x07, byte == 0xF0 ? 0x90U : 0x80U, byte == 0xF4 ? 0x8FU : 0xBFU};
    return std::nullopt;
}

unsigned byteAt(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

} // namespace

std::optional<std::size_t> firstInvalidByte(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t start = at;
        const auto lead = leadOf(byteAt(text, at++));
        if (!lead) return start;
        unsigned min = lead->min, max = lead->max;
        for (int i = 0; i < lead->following; ++i, ++at) {
            if (at == text.size() || byteAt(text, at) < min || byteAt(text, at) > max) return start;
            min = 0x80;
            max = 0xBF;
        }
    }
    return std::nullopt;
}

std::string_view otherEncoding(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv)) return "UTF-16";
    std::string zeros; // 0 for each zero among the first four bytes: "x0x0"
    for (const char c : bytes.substr(0, 4)) zeros += c == '\0' ? '0' : 'x';
    if (zeros == "x000" || zeros == "000x") return "UTF-32";
    if (zeros == "x0x0" || zeros == "0x0x") return "UTF-16";
    return {};
}

char32_t nextCodePoint(std::string_view text, std::size_t& at) {
    const auto lead = leadOf(byteAt(text, at++));
    assert(lead);
    char32_t point = lead->bits;
    for (int i = 0; i < lead->following; ++i) point = point << 6 | (byteAt(text, at++) & 0x3F);
    return point;
}

void appendUtf8(std::string& to, char32_t code) {
    const auto byte = [&](char32_t value) { to.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | code >> 6), byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 0x3F)), byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

} // namespace headlight
