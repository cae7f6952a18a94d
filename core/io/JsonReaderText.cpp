// Texts of JSON: escapes read and written.

#include "io/JsonReader.h"

#include <array>
#include <charconv>

namespace headlight {
namespace {

void appendUtf8(std::string& to, unsigned int code) {
    const auto byte = [&](unsigned int value) { to.push_back(static_cast<char>(value)); };
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

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20; }

} // namespace

std::string JsonReader::text() {
    if (!expect(Kind::Text)) return {};
    const std::string_view raw = rawText();
    return failed_ ? std::string() : decoded(raw);
}

/// What stands between the quotes; at_ moves behind them.
std::string_view JsonReader::rawText() {
    const std::size_t from = at_ + 1;
    std::size_t to = from;
    while (to < text_.size() && text_[to] != '"' && !isControl(text_[to])) to += text_[to] == '\\' ? 2 : 1;
    if (to >= text_.size() || text_[to] != '"') {
        at_ = std::min(to, text_.size());
        failSyntax(to >= text_.size() ? "the text ends inside quotes. The file is incomplete."
                                      : "a control character inside quotes; write it as \\n, \\t or \\u0000.");
        return {};
    }
    at_ = to + 1;
    return text_.substr(from, to - from);
}

std::string JsonReader::decoded(std::string_view raw) { return decoded(raw, limits_.textBytes); }

std::string JsonReader::decoded(std::string_view raw, std::size_t most) {
    if (raw.size() > most) {
        fail("is a text of " + std::to_string(raw.size()) + " bytes; at most " + std::to_string(most) + " are read");
        return {};
    }
    std::string to;
    to.reserve(raw.size());
    for (std::size_t at = 0; at < raw.size();) {
        const std::size_t escape = std::min(raw.find('\\', at), raw.size());
        to.append(raw.substr(at, escape - at));
        at = escape;
        if (at < raw.size() && !unescape(raw, at, to)) return {};
    }
    return to;
}

bool JsonReader::unescape(std::string_view raw, std::size_t& at, std::string& to) {
    static constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    const char letter = raw[at + 1];
    if (const auto known = kLetters.find(letter); known != kLetters.npos) {
        to.push_back(kMeant[known]);
        at += 2;
        return true;
    }
    int code = letter == 'u' ? fourHexDigits(raw, at + 2) : -1;
    at += 6;
    if (code >= 0xD800 && code < 0xDC00) {
        const int low = at + 1 < raw.size() && raw[at] == '\\' && raw[at + 1] == 'u' ? fourHexDigits(raw, at + 2) : -1;
        code = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : -1;
        at += 6;
    } else if (code >= 0xDC00 && code < 0xE000) {
        code = -1;
    }
    if (code < 0) {
        fail("holds a backslash that is no escape of JSON, or half a character");
        return false;
    }
    appendUtf8(to, static_cast<unsigned int>(code));
    return true;
}

int JsonReader::fourHexDigits(std::string_view raw, std::size_t at) {
    if (at + 4 > raw.size()) return -1;
    int code = 0;
    const auto [end, error] = std::from_chars(raw.data() + at, raw.data() + at + 4, code, 16);
    return error == std::errc() && end == raw.data() + at + 4 && raw[at] != '-' ? code : -1;
}

std::string jsonText(std::string_view text) {
    static constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kLetters = "\"\\bfnrt", kHex = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        if (const auto known = kEscaped.find(c); known != kEscaped.npos) {
            quoted += {'\\', kLetters[known]};
        } else if (isControl(c)) {
            quoted += "\\u00";
            quoted += {kHex[static_cast<unsigned char>(c) >> 4], kHex[static_cast<unsigned char>(c) & 15U]};
        } else {
            quoted += c;
        }
    }
    return quoted + "\"";
}

} // namespace headlight
