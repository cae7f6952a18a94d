#pragma once

#include "base/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Each of these returns the bytes of a NumPy .npy file, version 1.0, C order. The product of `shape` must be the
/// number of elements.
std::string npyOfFloats(std::span<const float> values, const std::vector<std::int64_t>& shape);      ///< <f4
std::string npyOfInts(std::span<const std::int64_t> values, const std::vector<std::int64_t>& shape); ///< <i8
std::string npyOfBytes(std::string_view bytes);                                                      ///< |u1, 1-D

/// Returns a 1-D array of text, <U with the length of the longest, so that numpy.load needs no pickle. Every text takes
/// the space of the longest: ask textArrayBytes() first.
std::string npyOfTexts(const std::vector<std::string>& utf8);
/// Returns how many bytes npyOfTexts() would have without its header.
std::size_t textArrayBytes(const std::vector<std::string>& utf8);

/// Returns the header of a <f4 of this shape; its numbers follow, little-endian.
std::string npyHeaderOfFloats(const std::vector<std::int64_t>& shape);
void appendFloats(std::string& to, std::span<const float> values);

} // namespace headlight
