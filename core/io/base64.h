#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Returns the base64 (RFC 4648, with padding) of the little-endian bytes of float32.
std::string base64OfFloats(std::span<const float> values);

/// Decodes base64 that comes piece by piece into float32. All bits are kept, those of NaN too.
class Base64Floats {
public:
    explicit Base64Floats(std::vector<float>& to) : to_(to) {}

    /// Decodes letters and returns their number: all, or those before the first that is invalid there.
    std::size_t take(std::string_view letters);
    /// Ends the text; false if the padding or the length is wrong.
    bool end();

private:
    bool takeLetter(char letter);
    void takeByte(std::uint32_t byte);

    std::vector<float>& to_;
    std::uint32_t bits_ = 0;        ///< the bits of the present group of four letters
    int letters_ = 0, padding_ = 0; ///< counted in that group
    std::uint32_t word_ = 0;        ///< the bits of the present number
    int bytes_ = 0;                 ///< counted in that number
};

} // namespace headlight
