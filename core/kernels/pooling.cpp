#include "kernels/Target.h"

#include <algorithm>

namespace headlight::kernels {

float largest(const float* data, Index ld, Index rows, Index cols, float factor) {
    std::uint32_t key = 0;
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < cols; ++c) key = std::max(key, keyOf(data[r * ld + c] * factor));
    return valueOfKey(key);
}

float binExtreme(const float* scores, const Bins& bins, Index bin, const Allowed& allowed, bool isNegated) {
    const Index first = std::max(bins.begin(bin), allowed.begin), last = std::min(bins.begin(bin + 1), allowed.end);
    const auto search = [&](auto isBetter, float worst) {
        float best = worst;
        bool any = !allowed.mask && first < last;
        for (Index i = first; i < last; ++i) {
            if (allowed.mask && !allowed.mask[i]) continue;
            any = true;
            best = isBetter(scores[i], best) ? scores[i] : best;
        }
        return any ? best : kNaN;
    };
    return isNegated ? search([](float x, float y) { return x < y; }, kInfinity)
                     : search([](float x, float y) { return x > y; }, -kInfinity);
}

void binExtremes(const float* scores, const Bins& bins, const Allowed& allowed, bool isNegated, float* scratch,
                 float* out) {
    if (!allowed.mask) return target().binExtremes(scores, bins, allowed, isNegated, scratch, out);
    for (Index bin = 0; bin < bins.count(); ++bin) out[bin] = binExtreme(scores, bins, bin, allowed, isNegated);
}

} // namespace headlight::kernels
