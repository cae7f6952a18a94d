#pragma once

#include <array>
#include <cstddef>

namespace headlight {

/// Which value stands for many: over the cells that are not masked, NaN if one of them is. Of largest magnitude: of +a
/// and -a it is +a.
enum class Pooling : unsigned char { LargestMagnitude, Maximum, Mean };

struct PoolingInfo {
    Pooling pooling;
    const char* id;   ///< in files
    const char* name; ///< of the value that stands for the others
};

/// THE list, in the order of the enum; the first is the usual one.
inline constexpr std::array kPoolingList{
    PoolingInfo{Pooling::LargestMagnitude, "largest", "Largest"},
    PoolingInfo{Pooling::Maximum, "maximum", "Maximum"},
    PoolingInfo{Pooling::Mean, "mean", "Mean"},
};

constexpr const PoolingInfo& infoOf(Pooling pooling) { return kPoolingList[static_cast<std::size_t>(pooling)]; }

} // namespace headlight
