#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// RFC 4648, with padding, of the little-endian bytes of float32.
std::string base64OfFloats(std::span<const float> values);

/// The numbers again, of letters that come piece by piece. Bits are kept, those of NaN too.
class Base64Floats {
public:
    explicit Base64Floats(std::vector<float>& to) : to_(to) {}

    /// How many of them it took: all, or those before the first that cannot stand there.
    std::size_t take(std::string_view letters);
    /// All have come; false if the padding or the length is wrong.
    bool end();

private:
    bool takeLetter(char letter);
    void takeByte(std::uint32_t byte);

    std::vector<float>& to_;
    std::uint32_t bits_ = 0;        ///< of the letters of a group of four that
    int letters_ = 0, padding_ = 0; ///< have come
    std::uint32_t word_ = 0;        ///< of the bytes of a number that
    int bytes_ = 0;                 ///< have come
};

} // namespace headlight
