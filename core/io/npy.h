#pragma once

#include "base/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The bytes of a NumPy .npy file, version 1.0, C order. The product of `shape` must be the number of elements.
std::string npyOfFloats(std::span<const float> values, const std::vector<std::int64_t>& shape);      ///< <f4
std::string npyOfInts(std::span<const std::int64_t> values, const std::vector<std::int64_t>& shape); ///< <i8
std::string npyOfBytes(std::string_view bytes);                                                      ///< |u1, 1-D

/// A 1-D array of text, <U with the longest one's length, so that numpy.load needs no pickle. Every text takes the
/// room of the longest: ask textArrayBytes first.
std::string npyOfTexts(const std::vector<std::string>& utf8);
/// What npyOfTexts would take, without its header.
std::size_t textArrayBytes(const std::vector<std::string>& utf8);

/// What stands before the numbers of a <f4 of this shape; then they follow, little-endian.
std::string npyHeaderOfFloats(const std::vector<std::int64_t>& shape);
void appendFloats(std::string& to, std::span<const float> values);

/// [parts.size(), rows, cols] of <f4 from equally many numbers each, put one behind the other without a copy between.
std::string npyOfStack(const std::vector<std::span<const float>>& parts, std::int64_t rows, std::int64_t cols);

} // namespace headlight
