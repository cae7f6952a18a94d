#include "io/base64.h"

#include <array>
#include <bit>
#include <cstdint>

namespace headlight {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoLetter = 255;

consteval std::array<std::uint8_t, 256> valuesOfLetters() {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoLetter);
    for (std::size_t i = 0; i < kLetters.size(); ++i)
        values[static_cast<unsigned char>(kLetters[i])] = static_cast<std::uint8_t>(i);
    return values;
}
constexpr auto kValues = valuesOfLetters();

/// Writes the four letters of a 24-bit group of which the `count` top bytes are used.
void putGroup(std::uint32_t bits, int count, char* to) {
    for (int i = 0; i < 4; ++i) to[i] = i <= count ? kLetters[bits >> (18 - 6 * i) & 63U] : '=';
}

std::uint32_t valueOf(char letter) { return kValues[static_cast<unsigned char>(letter)]; }

/// Decodes sixteen letters to three numbers; false, with no number added, if one is no letter of base64.
bool takeThree(const char* letters, std::vector<float>& to) {
    std::array<std::uint32_t, 4> groups{};
    std::uint32_t wrong = 0;
    for (std::size_t i = 0; i < 16; ++i) {
        const std::uint32_t value = valueOf(letters[i]);
        wrong |= value;
        groups[i / 4] = groups[i / 4] << 6 | value;
    }
    if ((wrong & 0xC0U) != 0) return false; // the value of a letter has six bits
    const auto byte = [&](std::size_t i) { return groups[i / 3] >> (16 - 8 * (i % 3)) & 0xFFU; };
    for (std::size_t i = 0; i < 12; i += 4)
        to.push_back(std::bit_cast<float>(byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24));
    return true;
}

} // namespace

std::string base64OfFloats(std::span<const float> values) {
    std::string text((values.size() * 4 + 2) / 3 * 4, '=');
    char* to = text.data();
    std::uint32_t bits = 0;
    int held = 0;
    for (const float value : values) {
        const auto word = std::bit_cast<std::uint32_t>(value);
        for (int byte = 0; byte < 4; ++byte) {
            bits = bits << 8 | (word >> (8 * byte) & 0xFFU);
            if (++held < 3) continue;
            putGroup(bits, 3, to);
            to += 4;
            bits = 0, held = 0;
        }
    }
    if (held > 0) putGroup(bits << (8 * (3 - held)), held, to);
    return text;
}

std::size_t Base64Floats::take(std::string_view letters) {
    constexpr std::size_t kAtOnce = 16; // letters that are three numbers
    std::size_t at = 0;
    while (at < letters.size()) {
        const bool between = letters_ == 0 && padding_ == 0 && bytes_ == 0;
        if (between && at + kAtOnce <= letters.size() && takeThree(letters.data() + at, to_))
            at += kAtOnce;
        else if (takeLetter(letters[at]))
            ++at;
        else
            break;
    }
    return at;
}

bool Base64Floats::takeLetter(char letter) {
    if (letter == '=') {
        if (letters_ < 2 || letters_ + padding_ == 4) return false;
        ++padding_;
        return true;
    }
    const std::uint32_t value = valueOf(letter);
    if (value == kNoLetter || padding_ > 0) return false;
    bits_ = bits_ << 6 | value;
    if (++letters_ < 4) return true;
    for (int shift = 16; shift >= 0; shift -= 8) takeByte(bits_ >> shift);
    bits_ = 0, letters_ = 0;
    return true;
}

void Base64Floats::takeByte(std::uint32_t byte) {
    word_ |= (byte & 0xFFU) << (8 * bytes_);
    if (++bytes_ < 4) return;
    to_.push_back(std::bit_cast<float>(word_));
    word_ = 0, bytes_ = 0;
}

bool Base64Floats::end() {
    if ((letters_ + padding_) % 4 != 0) return false;
    const int spare = 2 * padding_; // bits that belong to no byte must be 0
    if ((bits_ & ((1U << spare) - 1)) != 0) return false;
    for (int bits = 6 * letters_ - spare - 8; bits >= 0; bits -= 8) takeByte(bits_ >> (bits + spare));
    return bytes_ == 0;
}

} // namespace headlight
