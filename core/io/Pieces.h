#pragma once

#include "base/Result.h"

#include <cstddef>
#include <functional>
#include <string_view>

namespace headlight {

/// Bytes that are read piece by piece, from wherever and as often as one likes, so that a large file never stands in
/// memory as a whole. A piece is what stands from `from` on: at least four bytes, or all that are left; none at the
/// end. It stays until the next is asked for.
struct Pieces {
    std::function<Result<std::string_view>(std::size_t from)> piece;
    std::size_t bytes = 0; ///< of all
};

/// Of a text that is there already, and outlives them.
inline Pieces piecesOf(std::string_view whole) {
    return {[whole](std::size_t from) -> Result<std::string_view> { return whole.substr(from); }, whole.size()};
}

} // namespace headlight
