// Texts of JSON: escapes read and written, and numbers as base64.

#include "base/utf8.h"
#include "io/JsonReader.h"
#include "io/base64.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headlight {
namespace {

constexpr const char* kNotBase64 =
    "is not valid base64 for 32-bit numbers: a character, the padding or the length is wrong";

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20; }

} // namespace

std::string JsonReader::text() {
    if (!expect(Kind::Text)) return {};
    const std::string_view raw = rawText();
    return decoded(raw);
}

/// Takes the text at the mark and returns what stands between its quotes, valid until more is read; empty after a
/// problem.
std::string_view JsonReader::rawText() {
    std::size_t to = 1; // the index behind the quote
    while (text_.has(to) && text_.peek(to) != '"' && !isControl(text_.peek(to))) to += text_.peek(to) == '\\' ? 2 : 1;
    if (!text_.has(to) || text_.peek(to) != '"') {
        text_.skip(std::min(to, text_.rest().size()));
        failInQuotes();
        return {};
    }
    const std::string_view raw = text_.rest().substr(1, to - 1);
    text_.skip(to + 1);
    return raw;
}

void JsonReader::failInQuotes() {
    failSyntax(text_.has() ? "a control character inside quotes; write it as \\n, \\t or \\u0000."
                           : "the text ends inside quotes. The file is incomplete.");
}

std::string JsonReader::decoded(std::string_view raw) {
    if (raw.size() > limits_.textBytes)
        fail("is " + std::to_string(raw.size()) + " bytes long; the limit is " + std::to_string(limits_.textBytes) +
             " bytes");
    if (failed_) return {};
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
        fail("contains an invalid escape sequence or half of a surrogate pair");
        return false;
    }
    appendUtf8(to, static_cast<char32_t>(code));
    return true;
}

int JsonReader::fourHexDigits(std::string_view raw, std::size_t at) {
    if (at + 4 > raw.size()) return -1;
    int code = 0;
    const auto [end, error] = std::from_chars(raw.data() + at, raw.data() + at + 4, code, 16);
    return error == std::errc() && end == raw.data() + at + 4 && raw[at] != '-' ? code : -1;
}

void JsonReader::base64(std::vector<float>& to, std::size_t expected) {
    if (!expect(Kind::Text)) return;
    constexpr std::size_t kBetweenLooks = std::size_t(4) << 20; // a multiple of 16: letters that are whole numbers
    text_.skip(1);
    to.reserve(std::min(expected, text_.rest().size() / 16 * 3));
    Base64Floats letters(to);
    const auto tooMany = [&] { return numbers_ + to.size() > limits_.numbers; };
    while (!failed_ && !tooMany() && text_.has()) {
        const std::string_view part = text_.rest().substr(0, kBetweenLooks);
        const std::size_t taken = letters.take(part);
        text_.skip(taken);
        if (taken < part.size() && !takeEscape(letters)) break;
        tellWatch();
    }
    if (failed_) return;
    if (tooMany()) return fail("contains too many numbers; the limit is " + std::to_string(limits_.numbers));
    if (!text_.has() || isControl(text_.peek())) return failInQuotes();
    if (text_.peek() != '"' || !letters.end()) return fail(kNotBase64);
    text_.skip(1);
    numbers_ += to.size();
}

/// Takes an escape inside base64: some programs write "\/" for "/", or other letters as escapes. False if none is here.
bool JsonReader::takeEscape(Base64Floats& letters) {
    constexpr std::size_t kMaxLength = 12; // letters of two escapes such as "\u00e9", which may be one character
    if (text_.peek() != '\\') return false;
    if (!text_.has(1)) {
        text_.skip(1);
        return true; // the text ends here
    }
    std::size_t length = 0;
    std::string letter;
    if (!unescape(text_.rest().substr(0, kMaxLength), length, letter)) return false;
    text_.skip(length);
    if (letters.take(letter) < letter.size()) fail(kNotBase64);
    return true;
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
