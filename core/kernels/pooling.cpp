#include "kernels/Target.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight::kernels {
namespace {

/// Extremes with a note of NaN: what largest() needs to know, in whichever order it is gathered.
struct Extremes {
    float low = kInfinity, high = -kInfinity;
    bool nan = false;

    void take(float x) {
        low = std::min(low, x);
        high = std::max(high, x);
        nan = nan || std::isnan(x);
    }
    float largest() const {
        if (nan) return kNaN;
        return (-low > high ? low : high) + 0.0F; // -0 becomes +0
    }
};

} // namespace

Index binOf(Index element, Index bins, Index length) {
    Index bin = element * bins / length;
    while (binBegin(bin + 1, bins, length) <= element) ++bin;
    return bin;
}

float largest(const float* data, Index ld, Index rows, Index cols, float factor) {
    Extremes extremes;
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < cols; ++c) extremes.take(data[r * ld + c] * factor);
    return extremes.largest();
}

void largestPerBin(const float* data, Index ld, Index rows, Index cols, Index bins, float factor, float* scratch,
                   float* out) {
    float* low = scratch;
    float* high = low + cols;
    float* nans = high + cols;
    target().columnExtremes(data, ld, rows, cols, factor, low, high, nans);
    Index begin = 0;
    for (Index bin = 0; bin < bins; ++bin) {
        const Index end = binBegin(bin + 1, bins, cols);
        Extremes extremes;
        for (Index c = begin; c < end; ++c) {
            extremes.low = std::min(extremes.low, low[c]);
            extremes.high = std::max(extremes.high, high[c]);
            extremes.nan = extremes.nan || std::isnan(nans[c]);
        }
        out[bin] = extremes.largest();
        begin = end;
    }
}

void binExtreme(const float* scores, Index n, Index bins, Index begin, Index end, const std::uint8_t* mask, bool turned,
                Index firstBin, Index lastBin, float* out) {
    Index next = binBegin(firstBin, bins, n);
    for (Index bin = firstBin; bin < lastBin; ++bin) {
        const Index first = std::max(next, begin);
        next = binBegin(bin + 1, bins, n);
        const Index last = std::min(next, end);
        const auto search = [&](auto isBetter, float worst) {
            float best = worst;
            bool any = !mask && first < last;
            for (Index i = first; i < last; ++i) {
                if (mask && !mask[i]) continue;
                any = true;
                best = isBetter(scores[i], best) ? scores[i] : best;
            }
            return any ? best : kNaN;
        };
        out[bin] = turned ? search([](float x, float y) { return x < y; }, kInfinity)
                          : search([](float x, float y) { return x > y; }, -kInfinity);
    }
}

} // namespace headlight::kernels
