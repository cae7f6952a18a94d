#pragma once
// Private to core/io.

#include "base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The header of a .npy.
struct NpyHeader {
    std::string type; ///< "<f4"; "[" if it has several fields
    bool isFortran = false;
    std::vector<std::int64_t> shape;
};

/// Parses the Python dict; its keys may have any order. A Problem is a part of a sentence: "its header has no shape".
Result<NpyHeader> parsedNpyHeader(std::string_view dict);

} // namespace headlight
