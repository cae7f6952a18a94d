#pragma once
// The loops that are compiled for each target, an instruction set in Highway's words. Private to this room.

#include "kernels/kernels.h"

namespace headlight::kernels {

struct Target {
    Index panel; ///< columns of a panel: see PackedMatrix
    void (*multiply)(const float* a, Index lda, Index rows, Index depth, const float* packed, Index cols, float* out,
                     Index ldo);
    decltype(&kernels::multiplySome) multiplySome;
    decltype(&kernels::exponentials) exponentials;
    decltype(&kernels::rangeOf) rangeOf;
    decltype(&kernels::sumOfExponentials) sumOfExponentials;
    decltype(&kernels::exchangeTerms) exchangeTerms;
    decltype(&kernels::softmaxWeights) softmaxWeights;
    /// Minimum and maximum of each column of data * factor; nans[c] is NaN if the column holds a NaN, else 0.
    void (*columnExtremes)(const float* data, Index ld, Index rows, Index cols, float factor, float* low, float* high,
                           float* nans);
    decltype(&kernels::weighBins) weighBins;
};

/// The chosen one.
const Target& target();

} // namespace headlight::kernels
