// What ScoreTable knows of a row, and what it reads from that.
#include "backend/ScoreTable.h"
#include "base/toFloat.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// One weight under Normalisation::Sum. These may be negative; none may look like a masked cell.
float quotient(float scaled, double sum) {
    const float weight = toFloat(static_cast<double>(scaled) / sum);
    return weight == kMaskedCell ? std::nextafter(kMaskedCell, 0.0F) : weight;
}

/// Widens low..high by x if x is finite.
void widen(float& low, float& high, float x) {
    if (!std::isfinite(x)) return;
    low = std::min(low, x);
    high = std::max(high, x);
}

Extent extentFrom(float low, float high) {
    Extent extent;
    if (low <= high) {
        extent.low = low + 0.0F; // never -0: which of two zeros was met first must not show
        extent.high = high + 0.0F;
    }
    return extent;
}

} // namespace

void ScoreTable::summarise(Index row) {
    const float* scores = this->row(row);
    const kernels::RowRange all = kernels::rangeOf(scores, cols_);
    allLow_[at(row)] = all.low;
    allHigh_[at(row)] = all.high;
    finite_[at(row)] = all.finite;

    const float* allowed = scores;
    Index count = allowedEnd(row);
    if (const std::uint8_t* mask = maskRow(row)) {
        allowed_.resize(at(cols_));
        count = 0;
        for (Index col = 0; col < cols_; ++col)
            if (mask[col]) allowed_[at(count++)] = scores[col];
        allowed = allowed_.data();
    }
    const kernels::RowRange range = count == cols_ ? all : kernels::rangeOf(allowed, count);
    low_[at(row)] = range.finite ? range.low : kNaN;
    high_[at(row)] = range.finite ? range.high : kNaN;
    top_[at(row)] = bottom_[at(row)] = inverse_[at(row)] = 0;
    terms_[at(row)] = 0;
    sum_[at(row)] = 0;
    if (count == 0) {
        kind_[at(row)] = RowKind::Masked;
        low_[at(row)] = high_[at(row)] = kNaN;
    } else if (rule_.normalisation == Normalisation::Softmax) {
        summariseSoftmax(row, allowed, count, range.finite, range.low, range.high);
    } else {
        summariseSum(row, allowed, count, range.finite);
    }
}

void ScoreTable::summariseSoftmax(Index row, const float* allowed, Index count, bool finite, float low, float high) {
    const float factor = rule_.factor;
    RowKind& kind = kind_[at(row)];
    kind = RowKind::Plain;
    if (!finite) { // what is not finite weighs nothing, or makes the row NaN
        bool broken = false;
        for (Index i = 0; i < count; ++i) {
            const float x = std::isfinite(allowed[i]) ? 0 : allowed[i] * factor;
            broken = broken || std::isnan(x) || x == kInfinity;
        }
        kind = broken ? RowKind::Broken : low > high ? RowKind::Flat : RowKind::Plain;
        if (kind == RowKind::Plain) (factor < 0 ? high : low) = factor < 0 ? kInfinity : -kInfinity;
    }
    if (kind != RowKind::Plain) {
        low_[at(row)] = high_[at(row)] = kNaN;
        return;
    }
    const float top = factor < 0 ? low : high; // multiplying keeps or turns the order, never mixes it
    top_[at(row)] = top;
    bottom_[at(row)] = factor < 0 ? high : low;
    terms_[at(row)] = kernels::sumOfExponentials(allowed, count, scale(), top);
    sum_[at(row)] = std::ldexp(static_cast<double>(terms_[at(row)]), -kernels::kTermBits);
    inverse_[at(row)] = static_cast<float>(1.0 / sum_[at(row)]);
}

void ScoreTable::summariseSum(Index row, const float* allowed, Index count, bool finite) {
    const double sum = finite ? kernels::sumOfScaled(allowed, count, rule_.factor) : kNaN;
    if (!std::isfinite(sum) || sum == 0) {
        kind_[at(row)] = RowKind::Broken;
        return;
    }
    const float top = rule_.factor < 0 ? low_[at(row)] : high_[at(row)];
    const float bottom = rule_.factor < 0 ? high_[at(row)] : low_[at(row)];
    const bool fits = std::isfinite(quotient(top * rule_.factor, sum)) &&
                      std::isfinite(quotient(bottom * rule_.factor, sum));
    kind_[at(row)] = fits ? RowKind::Plain : RowKind::Broken;
    if (!fits) return;
    sum_[at(row)] = sum;
    top_[at(row)] = top;
    bottom_[at(row)] = bottom;
}

float ScoreTable::sumWeight(float scaled, Index row) const { return quotient(scaled, sum(row)); }

void ScoreTable::weights(Index row, Index col, Index n, float masked, float* out) const {
    const Index end = std::clamp<Index>(allowedEnd(row) - col, 0, n);
    const float* scores = this->row(row) + col;
    switch (kind(row)) {
    case RowKind::Masked: std::fill_n(out, n, masked); return;
    case RowKind::Flat: std::fill_n(out, end, 0.0F); break;
    case RowKind::Broken: std::fill_n(out, end, kNaN); break;
    case RowKind::Plain:
        if (rule_.normalisation == Normalisation::Softmax)
            kernels::softmaxWeights(scores, end, scale(), top(row), inverse(row), out);
        else
            for (Index i = 0; i < end; ++i) out[i] = sumWeight(scores[i] * rule_.factor, row);
        break;
    }
    std::fill(out + end, out + n, masked);
    if (const std::uint8_t* mask = maskRow(row))
        for (Index i = 0; i < n; ++i)
            if (!mask[col + i]) out[i] = masked;
}

Extent ScoreTable::extentOfScores() const {
    float low = kInfinity, high = -kInfinity;
    Index broken = -1;
    for (Index row = 0; row < rows_; ++row) {
        low = std::min(low, allLow_[at(row)]);
        high = std::max(high, allHigh_[at(row)]);
        if (!finite_[at(row)] && broken < 0) broken = row;
    }
    Extent extent = extentFrom(low, high);
    if (broken < 0) return extent;
    extent.row = broken;
    const float* scores = row(broken);
    extent.col = std::find_if(scores, scores + cols_, [](float x) { return !std::isfinite(x); }) - scores;
    return extent;
}

Extent ScoreTable::extentOfScaled() const {
    Extent extent = extentOfScores();
    if (extent.low > extent.high) return extent;
    const float a = extent.low * rule_.factor, b = extent.high * rule_.factor;
    if (!std::isfinite(a) || !std::isfinite(b)) return extentOf(scaled()); // scaling overflowed somewhere
    extent.low = std::min(a, b) + 0.0F;
    extent.high = std::max(a, b) + 0.0F;
    return extent;
}

Extent ScoreTable::extentOfWeights() const {
    float low = kInfinity, high = -kInfinity;
    Index broken = -1;
    std::vector<float> leastWeights(at(rows_));
    const auto [pre, post] = scale();
    for (Index row = 0; row < rows_; ++row)
        leastWeights[at(row)] = (bottom_[at(row)] * pre - top_[at(row)] * pre) * post;
    kernels::exponentials(leastWeights.data(), rows_, leastWeights.data());
    for (Index row = 0; row < rows_; ++row) {
        switch (kind(row)) {
        case RowKind::Masked: break;
        case RowKind::Flat: widen(low, high, 0); break;
        case RowKind::Broken: broken = broken < 0 ? row : broken; break;
        case RowKind::Plain: // weights follow the order of the scores, so their extremes are the extremes' weights
            if (rule_.normalisation == Normalisation::Softmax) {
                widen(low, high, inverse(row));
                widen(low, high, leastWeights[at(row)] * inverse(row));
            } else {
                widen(low, high, sumWeight(top_[at(row)] * rule_.factor, row));
                widen(low, high, sumWeight(bottom_[at(row)] * rule_.factor, row));
            }
        }
    }
    Extent extent = extentFrom(low, high);
    if (broken < 0) return extent;
    extent.row = broken;
    for (extent.col = 0; extent.col < cols_ && !isAllowed(rule_, broken, extent.col);) ++extent.col;
    return extent;
}

} // namespace headlight
