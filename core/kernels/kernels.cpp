#include "kernels/kernels.h"

#include "base/toFloat.h"
#include "kernels/Target.h"

#include <algorithm>
#include <cmath>

namespace headlight::kernels {

void multiplySome(const float* a, Index begin, Index end, const std::uint8_t* mask, const float* b, Index cols,
                  float* out) {
    target().multiplySome(a, begin, end, mask, b, cols, out);
}

void exponentials(const float* x, Index n, float* out) { target().exponentials(x, n, out); }

RowRange rangeOf(const float* values, Index n) { return target().rangeOf(values, n); }

std::int64_t sumOfExponentials(const float* scores, Index n, ExpScale scale, float extreme) {
    return target().sumOfExponentials(scores, n, scale, extreme);
}

void exchangeTerms(const float* oldScores, const float* newScores, Index n, ExpScale scale, const float* extreme,
                   const float* low, const float* high, std::int64_t* sums, std::uint8_t* redo) {
    target().exchangeTerms(oldScores, newScores, n, scale, extreme, low, high, sums, redo);
}

void softmaxWeights(const float* scores, Index n, ExpScale scale, float extreme, float inverse, float* out) {
    target().softmaxWeights(scores, n, scale, extreme, inverse, out);
}

double sumOfScaled(const float* scores, Index n, float factor) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(scores[i] * factor);
    return sum;
}

void largestPerBin(const float* data, Index ld, Index rows, const Bins& bins, float factor, float* scratch,
                   float* out) {
    target().largestPerBin(data, ld, rows, bins, factor, scratch, out);
}

void exponentialsOfBins(const float* bins, Index n, ExpScale scale, const float* extreme, bool isOfEach, float* out) {
    target().exponentialsOfBins(bins, n, scale, extreme, isOfEach, out);
}

void largestWeights(const float* e, Index rows, const float* inverse, Index n, float* out) {
    target().largestWeights(e, rows, inverse, n, out);
}

void layerNorm(const float* x, Index n, const float* gain, const float* bias, double eps, float* out) {
    double sum = 0, squares = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
    const double mean = sum / static_cast<double>(n);
    for (Index i = 0; i < n; ++i) {
        const double deviation = static_cast<double>(x[i]) - mean;
        squares += deviation * deviation;
    }
    const double inverse = 1 / std::sqrt(squares / static_cast<double>(n) + eps);
    for (Index i = 0; i < n; ++i)
        out[i] = toFloat((static_cast<double>(x[i]) - mean) * inverse * static_cast<double>(gain[i]) +
                         static_cast<double>(bias[i]));
}

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
