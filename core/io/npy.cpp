#include "io/npy.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "text/utf8.h"

namespace headlight {
namespace {

void appendLittle(std::string& to, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to.push_back(static_cast<char>(value >> (8 * i) & 0xFFU));
}

/// Magic, version, length and the Python dict, padded so that the numbers begin at a multiple of 64.
std::string header(const std::string& type, const std::vector<std::int64_t>& shape) {
    std::string dict = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
    for (const auto side : shape) dict += std::to_string(side) + (shape.size() == 1 ? "," : ", ");
    if (shape.size() > 1) dict.erase(dict.size() - 2);
    dict += "), }";
    constexpr std::size_t kBefore = 10;
    dict.append(63 - (kBefore + dict.size()) % 64, ' ');
    dict += '\n';
    std::string text = "\x93NUMPY";
    text += {'\x01', '\x00'};
    appendLittle(text, dict.size(), 2);
    return text + dict;
}

[[maybe_unused]] std::size_t elements(const std::vector<std::int64_t>& shape) {
    return static_cast<std::size_t>(std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>()));
}

} // namespace

std::string npyOfFloats(std::span<const float> values, const std::vector<std::int64_t>& shape) {
    assert(values.size() == elements(shape));
    std::string text = header("<f4", shape);
    text.reserve(text.size() + 4 * values.size());
    if constexpr (std::endian::native == std::endian::little)
        text.append(reinterpret_cast<const char*>(values.data()), 4 * values.size());
    else
        for (const float value : values) appendLittle(text, std::bit_cast<std::uint32_t>(value), 4);
    return text;
}

std::string npyOfInts(std::span<const std::int64_t> values, const std::vector<std::int64_t>& shape) {
    assert(values.size() == elements(shape));
    std::string text = header("<i8", shape);
    for (const auto value : values) appendLittle(text, static_cast<std::uint64_t>(value), 8);
    return text;
}

std::string npyOfTexts(const std::vector<std::string>& utf8) {
    std::vector<std::u32string> texts;
    std::size_t longest = 1; // NumPy has no text of length 0
    for (const auto& one : utf8) {
        texts.emplace_back();
        for (std::size_t at = 0; at < one.size();) texts.back().push_back(nextCodePoint(one, at));
        longest = std::max(longest, texts.back().size());
    }
    std::string bytes = header("<U" + std::to_string(longest), {static_cast<std::int64_t>(texts.size())});
    for (auto& one : texts) {
        one.resize(longest);
        for (const char32_t c : one) appendLittle(bytes, c, 4);
    }
    return bytes;
}

} // namespace headlight
