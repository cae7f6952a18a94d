#include "io/base64.h"

#include <array>
#include <bit>
#include <cstdint>

namespace headlight {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoLetter = 255;

constexpr std::array<std::uint8_t, 256> valuesOfLetters() {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoLetter);
    for (std::size_t i = 0; i < kLetters.size(); ++i)
        values[static_cast<unsigned char>(kLetters[i])] = static_cast<std::uint8_t>(i);
    return values;
}
constexpr auto kValues = valuesOfLetters();

/// The letters that stand for `count` of the top bytes of a 24-bit group.
void putGroup(std::uint32_t bits, int count, char* to) {
    for (int i = 0; i < 4; ++i) to[i] = i <= count ? kLetters[bits >> (18 - 6 * i) & 63U] : '=';
}

std::uint32_t valueOf(char letter) { return kValues[static_cast<unsigned char>(letter)]; }

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

std::optional<std::vector<float>> floatsOfBase64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    const std::size_t bytes = text.size() / 4 * 3 - padding;
    if (bytes % 4 != 0) return std::nullopt;
    std::vector<float> values(bytes / 4);
    std::uint32_t word = 0;
    std::size_t filled = 0; // bytes so far
    for (std::size_t at = 0; at < text.size(); at += 4) {
        const bool last = at + 4 == text.size();
        const std::size_t letters = last ? 4 - padding : 4;
        std::uint32_t bits = 0, wrong = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint32_t value = i < letters ? valueOf(text[at + i]) : 0;
            wrong |= value & 0xC0U; // a letter's value has six bits
            bits = bits << 6 | value;
        }
        // Bits that belong to no byte must be 0.
        if (wrong != 0 || (last && (bits & ((1U << (8 * padding)) - 1)) != 0)) return std::nullopt;
        for (int shift = 16; shift >= 0 && filled < bytes; shift -= 8, ++filled) {
            word |= (bits >> shift & 0xFFU) << (8 * (filled % 4));
            if (filled % 4 == 3) values[filled / 4] = std::bit_cast<float>(word), word = 0;
        }
    }
    return values;
}

} // namespace headlight
