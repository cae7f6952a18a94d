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
    f(terms_);
    f(redo_);
}

void RowSummaries::resize(Index rows) {
    forEachColumn([rows](auto& column) { column.resize(at(rows)); });
}

void RowSummaries::relocate(const Relocation& relocation) {
    forEachColumn([&](auto& column) { relocation.apply(column); });
}

double RowSummaries::sum(Index row) const { return isNaN(kind(row)) ? static_cast<double>(kNaN) : rows_[at(row)].sum; }

void RowSummaries::summarise(Index row, const float* scores, const AllowedKeys& allowed, const ScoreRule& rule,
                             std::vector<float>& scratch) {
    const Index keys = allowed.keys();
    const kernels::RowRange all = rows_[at(row)].range = kernels::rangeOf(scores, keys);
    const Mask::Reach reach = allowed.reach(row);
    const float* cells = scores + reach.begin;
    Index count = reach.end - reach.begin;
    if (const std::uint8_t* bytes = allowed.bytes(row)) {
        scratch.resize(at(keys));
        count = 0;
        for (Index key = reach.begin; key < reach.end; ++key)
            if (bytes[key]) scratch[at(count++)] = scores[key];
        cells = scratch.data();
    }
    const kernels::RowRange range = count == keys ? all : kernels::rangeOf(cells, count);
    low_[at(row)] = range.finite && count > 0 ? range.low : kNaN;
    high_[at(row)] = range.finite && count > 0 ? range.high : kNaN;
    top_[at(row)] = rows_[at(row)].bottom = rows_[at(row)].inverse = 0;
    terms_[at(row)] = 0;
    rows_[at(row)].sum = 0;
    redo_[at(row)] = 0;
    if (count == 0)
        rows_[at(row)].kind = Kind::Masked;
    else if (rule.normalisation == Normalisation::Softmax)
        softmax(row, cells, count, range, rule.factor);
    else
        sums(row, cells, count, range, rule.factor);
    if (count > 0 && rule.masksAfter) takeHidden(row, scores, keys, rule.factor);
}

/// Weights that are taken away after the softmax and divided by the sum of those that stay are the softmax over those
/// that stay; but the softmax has seen the hidden ones.
void RowSummaries::takeHidden(Index row, const float* scores, Index keys, float factor) {
    RowSummaries all;
    all.resize(1);
    all.softmax(0, scores, keys, rows_[at(row)].range, factor);
    Row& known = rows_[at(row)];
    known.allTop = all.top(0);
    known.allInverse = all.inverse(0);
    if (isNaN(all.kind(0))) known.kind = all.kind(0);
    if (known.kind != Kind::Plain) return;
    float left = 0;
    kernels::softmaxWeights(&top_[at(row)], 1, kernels::expScaleOf(factor), known.allTop, known.allInverse, &left);
    if (left == 0) known.kind = Kind::Lost;
}

void RowSummaries::softmax(Index row, const float* allowed, Index count, const kernels::RowRange& range, float factor) {
    float low = range.low, high = range.high;
    Kind& kind = rows_[at(row)].kind;
    kind = Kind::Plain;
    if (!range.finite) { // what is not finite weighs nothing, or makes the row NaN
        bool isBroken = false;
        for (Index i = 0; i < count; ++i) {
            const float x = std::isfinite(allowed[i]) ? 0 : allowed[i] * factor;
            isBroken = isBroken || std::isnan(x) || x == kInfinity;
        }
        kind = isBroken ? Kind::ScoreNotFinite : low > high ? Kind::AllMinusInf : Kind::Plain;
        if (kind == Kind::Plain) (factor < 0 ? high : low) = factor < 0 ? kInfinity : -kInfinity;
    }
    if (kind != Kind::Plain) return;
    top_[at(row)] = factor < 0 ? low : high; // multiplying keeps or turns the order, never mixes it
    rows_[at(row)].bottom = factor < 0 ? high : low;
    terms_[at(row)] = kernels::sumOfExponentials(allowed, count, kernels::expScaleOf(factor, low, high), top(row));
    settle(row);
}

void RowSummaries::sums(Index row, const float* allowed, Index count, const kernels::RowRange& range, float factor) {
    const double sum = range.finite ? kernels::sumOfScaled(allowed, count, factor) : static_cast<double>(kNaN);
    const float top = factor < 0 ? range.low : range.high, bottom = factor < 0 ? range.high : range.low;
    Kind& kind = rows_[at(row)].kind;
    kind = Kind::Plain;
    if (!std::isfinite(sum))
        kind = Kind::SumNotFinite;
    else if (sum == 0)
        kind = Kind::SumZero;
    else if (!std::isfinite(sumWeight(top * factor, sum)) || !std::isfinite(sumWeight(bottom * factor, sum)))
        kind = Kind::SumTooSmall;
    if (kind != Kind::Plain) return;
    rows_[at(row)].sum = sum;
    top_[at(row)] = top;
    rows_[at(row)].bottom = bottom;
}

void RowSummaries::settle(Index row) {
    if (kind(row) != Kind::Plain) return;
    constexpr double kUnit = 1.0 / static_cast<double>(std::int64_t{1} << kernels::kTermBits);
    rows_[at(row)].sum = static_cast<double>(terms_[at(row)]) * kUnit;
    rows_[at(row)].inverse = static_cast<float>(1.0 / rows_[at(row)].sum);
}

void RowSummaries::exchange(Index key, Index rows, const float* before, const float* after, const ScoreRule& rule) {
    const auto exchangeAllowed = [&](Index first, Index n) {
        kernels::exchangeTerms(before ? before + first : nullptr, after ? after + first : nullptr, n,
                               kernels::expScaleOf(rule.factor), top_.data() + first, low_.data() + first,
                               high_.data() + first, terms_.data() + first, redo_.data() + first);
    };
    const auto keepExtremes = [&](Index row) { // a masked cell: it has no term, but the range of all scores knows it
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
