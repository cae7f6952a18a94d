#include "backend/cpu/RowSummaries.h"

#include "base/toFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

using kernels::kInfinity;
using kernels::kNaN;

} // namespace

float sumWeight(float scaled, double sum) { return toFloat(static_cast<double>(scaled) / sum); }

void RowSummaries::forEachColumn(auto f) {
    f(rows_);
    f(low_);
    f(high_);
    f(top_);
    f(expSumFixed_);
    f(isStale_);
}

void RowSummaries::resize(Index rows) {
    forEachColumn([rows](auto& column) { column.resize(at(rows)); });
}

void RowSummaries::move(const RowMap& rows) {
    forEachColumn([&](auto& column) { rows.apply(column); });
}

void RowSummaries::summarise(Index row, const float* scores, const AllowedKeys& allowed, const ScoreRule& rule,
                             bool areExtremesKnown, std::vector<float>& scratch) {
    const Index keys = allowed.keys();
    kernels::RowRange& all = rows_[at(row)].range;
    const bool isRangeKnown = areExtremesKnown && all.finite;
    if (!isRangeKnown) all = kernels::rangeOf(scores, keys);
    const std::span<const float> cells = allowed.of(row, scores, scratch);
    const auto count = static_cast<Index>(cells.size());
    const kernels::RowRange range = isRangeKnown    ? kernels::RowRange{low_[at(row)], high_[at(row)], true}
                                    : count == keys ? all
                                                    : kernels::rangeOf(cells.data(), count);
    low_[at(row)] = range.finite && count > 0 ? range.low : kNaN;
    high_[at(row)] = range.finite && count > 0 ? range.high : kNaN;
    top_[at(row)] = rows_[at(row)].bottom = rows_[at(row)].inverse = 0;
    expSumFixed_[at(row)] = 0;
    rows_[at(row)].sum = 0;
    isStale_[at(row)] = 0;
    if (count == 0)
        rows_[at(row)].kind = Kind::Masked;
    else if (rule.normalisation == Normalisation::Softmax)
        softmax(row, cells.data(), count, range, toFloat(rule.factor));
    else
        sums(row, cells, range, rule);
}

void RowSummaries::softmax(Index row, const float* allowed, Index count, const kernels::RowRange& range, float factor) {
    const float low = range.low, high = range.high;
    Kind& kind = rows_[at(row)].kind;
    kind = Kind::Plain;
    if (!range.finite) { // such a score has the weight 0, or makes the row NaN
        bool isBroken = false;
        for (Index i = 0; i < count; ++i) {
            const float x = std::isfinite(allowed[i]) ? 0 : allowed[i] * factor;
            isBroken = isBroken || std::isnan(x) || x == kInfinity;
        }
        kind = isBroken ? Kind::ScoreNotFinite : low > high ? Kind::AllMinusInf : Kind::Plain;
    }
    if (kind != Kind::Plain) return;
    top_[at(row)] = factor < 0 ? low : high; // multiplying by the factor keeps or reverses the order
    rows_[at(row)].bottom = factor < 0 ? high : low;
    expSumFixed_[at(row)] = kernels::sumOfExponentials(allowed, count, kernels::expScaleOf(factor, low, high),
                                                       top(row));
    updateSum(row);
}

void RowSummaries::sums(Index row, std::span<const float> allowed, const kernels::RowRange& range,
                        const ScoreRule& rule) {
    const float factor = toFloat(rule.factor);
    double sum = static_cast<double>(kNaN);
    if (range.finite)
        sum = rule.areGiven ? 1 : kernels::sumOfScaled(allowed.data(), static_cast<Index>(allowed.size()), factor);
    const float top = factor < 0 ? range.low : range.high, bottom = factor < 0 ? range.high : range.low;
    Kind& kind = rows_[at(row)].kind;
    kind = Kind::Plain;
    if (!std::isfinite(sum))
        kind = Kind::SumNotFinite;
    else if (sum == 0)
        kind = Kind::SumZero;
    else if (!std::isfinite(sumWeight(top * factor, sum)) || !std::isfinite(sumWeight(bottom * factor, sum)))
        kind = Kind::SumTooSmall;
    if (kind == Kind::SumNotFinite) return;
    rows_[at(row)].sum = sum;
    top_[at(row)] = top;
    rows_[at(row)].bottom = bottom;
}

void RowSummaries::updateSum(Index row) {
    if (kind(row) != Kind::Plain) return;
    constexpr double kUnit = 1.0 / static_cast<double>(std::int64_t{1} << kernels::kTermBits);
    rows_[at(row)].sum = static_cast<double>(expSumFixed_[at(row)]) * kUnit;
    rows_[at(row)].inverse = static_cast<float>(1.0 / rows_[at(row)].sum);
}

void RowSummaries::replaceKey(Index key, Index rows, const float* before, const float* after, const ScoreRule& rule) {
    const auto exchangeAllowed = [&](Index first, Index n) {
        kernels::exchangeTerms(before ? before + first : nullptr, after ? after + first : nullptr, n,
                               kernels::expScaleOf(toFloat(rule.factor)), top_.data() + first, low_.data() + first,
                               high_.data() + first, expSumFixed_.data() + first, isStale_.data() + first);
    };
    const auto keepExtremes = [&](Index row) { // a masked cell has no term, but it is in the range of all scores
        const kernels::RowRange& range = rows_[at(row)].range;
        for (const float* scores : {before, after})
            if (scores && (!range.finite || !(range.low < scores[row] && scores[row] < range.high))) mark(row);
    };
    if (!rule.mask.isOn()) return exchangeAllowed(0, rows);
    for (Index row = 0; row < rows;) {
        const Index first = row;
        while (row < rows && rule.mask.allows(row, key)) ++row;
        if (row > first) exchangeAllowed(first, row - first);
        for (; row < rows && !rule.mask.allows(row, key); ++row) keepExtremes(row);
    }
}

} // namespace headlight
