#pragma once

#include <array>
#include <cstddef>

namespace headlight {

/// The value that stands for many cells. Masked cells do not count; it is NaN if any other cell is. The largest
/// magnitude of +a and -a is +a.
enum class Pooling : unsigned char { LargestMagnitude, Maximum, Mean };

struct PoolingInfo {
    Pooling pooling;
    const char* id;   ///< its name in files
    const char* name; ///< the name of the value, on the screen
};

/// The list, in the order of the enum; the first is the default.
inline constexpr std::array kPoolingList{
    PoolingInfo{Pooling::LargestMagnitude, "largest", "Largest"},
    PoolingInfo{Pooling::Maximum, "maximum", "Maximum"},
    PoolingInfo{Pooling::Mean, "mean", "Mean"},
};

constexpr const PoolingInfo& infoOf(Pooling pooling) { return kPoolingList[static_cast<std::size_t>(pooling)]; }

} // namespace headlight
