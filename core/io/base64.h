#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// RFC 4648, with padding, of the little-endian bytes of float32.
std::string base64OfFloats(std::span<const float> values);

/// The numbers again; nothing if a character, the padding or the length is wrong. Bits are kept, those of NaN too.
std::optional<std::vector<float>> floatsOfBase64(std::string_view text);

} // namespace headlight
