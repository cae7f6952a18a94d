#include "kernels/Target.h"

#include <algorithm>

namespace headlight::kernels {

Index binOf(Index element, Index bins, Index length) {
    Index bin = element * bins / length;
    while (binBegin(bin + 1, bins, length) <= element) ++bin;
    return bin;
}

std::vector<Index> binBegins(Index bins, Index length) {
    std::vector<Index> begins(static_cast<std::size_t>(bins) + 1);
    for (Index bin = 0; bin <= bins; ++bin) begins[static_cast<std::size_t>(bin)] = binBegin(bin, bins, length);
    return begins;
}

float largest(const float* data, Index ld, Index rows, Index cols, float factor) {
    std::uint32_t key = 0;
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < cols; ++c) key = std::max(key, keyOf(data[r * ld + c] * factor));
    return valueOfKey(key);
}

void binExtreme(const float* scores, const Index* begins, Index begin, Index end, const std::uint8_t* mask, bool turned,
                Index firstBin, Index lastBin, float* scratch, float* out) {
    if (!mask && lastBin - firstBin > 4) // else the scratch costs more than it saves
        return target().binExtremes(scores, begins, begin, end, turned, firstBin, lastBin, scratch, out);
    for (Index bin = firstBin; bin < lastBin; ++bin) {
        const Index first = std::max(begins[bin], begin), last = std::min(begins[bin + 1], end);
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
