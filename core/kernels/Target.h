#pragma once
// The loops that are compiled for each target (Highway's word for an instruction set). Private to this room.

#include "kernels/kernels.h"

#include <bit>

namespace headlight::kernels {

struct Target {
    const char* name;
    Index panel; ///< columns of a panel: see PackedMatrix
    void (*multiply)(const float* a, Index lda, Index rows, Index depth, const float* packed, Index cols, float* out,
                     Index ldo);
    decltype(&kernels::multiplySome) multiplySome;
    decltype(&kernels::exponentials) exponentials;
    decltype(&kernels::rangeOf) rangeOf;
    decltype(&kernels::sumOfExponentials) sumOfExponentials;
    decltype(&kernels::exchangeTerms) exchangeTerms;
    decltype(&kernels::softmaxWeights) softmaxWeights;
    decltype(&kernels::largestPerBin) largestPerBin;
    decltype(&kernels::binExtremes) binExtremes; ///< is called without a mask
    decltype(&kernels::exponentialsOfBins) exponentialsOfBins;
    decltype(&kernels::largestWeights) largestWeights;
};

/// Returns the target that computes.
const Target& target();

// Keys that sort floats, as whole numbers, in the order of largest(): by magnitude, NaN above all, +a above -a.
inline std::uint32_t keyOf(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return bits << 1 | ~bits >> 31;
}
inline float valueOfKey(std::uint32_t key) {
    const auto x = std::bit_cast<float>(key >> 1 | ~key << 31);
    return x != x ? kNaN : x + 0.0F; // -0 becomes +0
}

} // namespace headlight::kernels
