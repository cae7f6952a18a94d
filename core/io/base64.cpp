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

std::optional<std::string> bytesOfBase64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
    const std::string_view letters = text.substr(0, text.size() - padding);
    std::string bytes;
    bytes.reserve(letters.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : letters) {
        const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
        if (value == kNoLetter) return std::nullopt;
        bits = bits << 6 | value;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(static_cast<char>(bits >> held & 0xFFU));
    }
    if ((bits & ((1U << held) - 1)) != 0) return std::nullopt; // bits that belong to no byte must be 0
    return bytes;
}

} // namespace

std::string base64OfFloats(std::span<const float> values) {
    std::string text;
    text.reserve((values.size() * 4 + 2) / 3 * 4);
    std::uint32_t bits = 0;
    int held = 0;
    for (const float value : values) {
        const auto word = std::bit_cast<std::uint32_t>(value);
        for (int byte = 0; byte < 4; ++byte) {
            bits = bits << 8 | (word >> (8 * byte) & 0xFFU);
            for (held += 8; held >= 6; held -= 6) text.push_back(kLetters[bits >> (held - 6) & 63U]);
        }
    }
    if (held > 0) text.push_back(kLetters[bits << (6 - held) & 63U]);
    while (text.size() % 4 != 0) text.push_back('=');
    return text;
}

std::optional<std::vector<float>> floatsOfBase64(std::string_view text) {
    const auto bytes = bytesOfBase64(text);
    if (!bytes || bytes->size() % 4 != 0) return std::nullopt;
    std::vector<float> values(bytes->size() / 4);
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint32_t word = 0;
        for (std::size_t byte = 0; byte < 4; ++byte)
            word |= std::uint32_t(static_cast<unsigned char>((*bytes)[4 * i + byte])) << (8 * byte);
        values[i] = std::bit_cast<float>(word);
    }
    return values;
}

} // namespace headlight
