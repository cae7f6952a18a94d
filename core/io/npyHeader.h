#pragma once
// Private to core/io.

#include "base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a .npy says before its numbers.
struct NpyHeader {
    std::string type; ///< "<f4"; "[": of several fields
    bool isFortran = false;
    std::vector<std::int64_t> shape;
};

/// Of the Python dict; its keys are in any order. A Problem is a part of a sentence: "its header has no shape".
Result<NpyHeader> parsedNpyHeader(std::string_view dict);

} // namespace headlight
