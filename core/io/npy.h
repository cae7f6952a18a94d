#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/Result.h"

namespace headlight {

/// The bytes of a NumPy .npy file, version 1.0, C order. The product of `shape` must be the number of elements.
std::string npyOfFloats(std::span<const float> values, const std::vector<std::int64_t>& shape);   ///< <f4
std::string npyOfInts(std::span<const std::int64_t> values, const std::vector<std::int64_t>& shape); ///< <i8
/// A 1-D array of text, <U with the longest one's length, so that numpy.load needs no pickle.
std::string npyOfTexts(const std::vector<std::string>& utf8);

} // namespace headlight
