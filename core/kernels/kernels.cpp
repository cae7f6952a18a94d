#include "kernels/kernels.h"

#include "kernels/Target.h"

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

} // namespace headlight::kernels
