#include "io/npy.h"

#include "base/utf8.h"
#include "io/NumberType.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

namespace headlight {
namespace {

/// Returns magic, version, length and the Python dict, padded so that the numbers begin at a multiple of 64.
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

/// Returns the length of the longest text in code points; at least 1, since NumPy has no text of length 0.
std::size_t longestOf(const std::vector<std::string>& utf8) {
    std::size_t longest = 1;
    for (const auto& one : utf8) {
        std::size_t points = 0;
        for (std::size_t at = 0; at < one.size(); ++points) nextCodePoint(one, at);
        longest = std::max(longest, points);
    }
    return longest;
}

} // namespace

std::string npyHeaderOfFloats(const std::vector<std::int64_t>& shape) { return header("<f4", shape); }

void appendFloats(std::string& to, std::span<const float> values) {
    if constexpr (std::endian::native == std::endian::little)
        to.append(reinterpret_cast<const char*>(values.data()), 4 * values.size());
    else
        for (const float value : values) appendLittle(to, std::bit_cast<std::uint32_t>(value), 4);
}

std::string npyOfFloats(std::span<const float> values, const std::vector<std::int64_t>& shape) {
    assert(values.size() == elements(shape));
    std::string text = header("<f4", shape);
    text.reserve(text.size() + 4 * values.size());
    appendFloats(text, values);
    return text;
}

std::string npyOfInts(std::span<const std::int64_t> values, const std::vector<std::int64_t>& shape) {
    assert(values.size() == elements(shape));
    std::string text = header("<i8", shape);
    text.reserve(text.size() + 8 * values.size());
    for (const auto value : values) appendLittle(text, static_cast<std::uint64_t>(value), 8);
    return text;
}

std::string npyOfBytes(std::string_view bytes) {
    return header("|u1", {static_cast<std::int64_t>(bytes.size())}).append(bytes);
}

std::size_t textArrayBytes(const std::vector<std::string>& utf8) { return 4 * longestOf(utf8) * utf8.size(); }

std::string npyOfTexts(const std::vector<std::string>& utf8) {
    const std::size_t each = 4 * longestOf(utf8);
    std::string bytes = header("<U" + std::to_string(each / 4), {static_cast<std::int64_t>(utf8.size())});
    bytes.reserve(bytes.size() + each * utf8.size());
    for (const auto& one : utf8) {
        const std::size_t end = bytes.size() + each;
        for (std::size_t at = 0; at < one.size();) appendLittle(bytes, nextCodePoint(one, at), 4);
        bytes.resize(end, '\0');
    }
    return bytes;
}

} // namespace headlight
