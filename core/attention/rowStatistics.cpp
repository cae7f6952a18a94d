#include "attention/rowStatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

/// Adds the measures that compare the place of the query with those of the keys.
void takePlaces(RowStatistics& row, std::span<const float> weights, Index query, std::span<const int> ids) {
    const auto at = [&](Index key) { return static_cast<double>(weights[static_cast<std::size_t>(key)]); };
    const auto idOf = [&](Index token) { return ids[static_cast<std::size_t>(token)]; };
    const auto keys = static_cast<Index>(weights.size());
    double distance = 0;
    for (Index key = 0; key < keys; ++key) {
        distance += at(key) * static_cast<double>(std::abs(query - key));
        if (key < query && idOf(key) == idOf(query))
            row[Measure::OnEqual] = row[Measure::OnEqual].value_or(0) + at(key);
    }
    row[Measure::Distance] = distance;
    row[Measure::OnSelf] = at(query);
    if (query > 0) row[Measure::OnPrevious] = at(query - 1);
    if (query + 1 < keys) row[Measure::OnNext] = at(query + 1);
}

} // namespace

RowStatistics rowStatistics(std::span<const float> weights, Index query, WeightKind kind) {
    RowStatistics row;
    double sum = 0, entropy = 0;
    for (const float weight : weights) {
        const auto a = static_cast<double>(weight);
        sum += a;
        if (a > 0) entropy -= a * std::log2(a);
    }
    if (std::isnan(sum)) return row;
    row[Measure::Sum] = sum;
    if (!kind.isSoftmax || sum == 0) return row;
    const auto at = [&](Index key) { return static_cast<double>(weights[static_cast<std::size_t>(key)]); };
    row.largestAt = std::ranges::max_element(weights) - weights.begin();
    row[Measure::Entropy] = entropy;
    row[Measure::EffectiveTokens] = std::exp2(entropy);
    row[Measure::Largest] = at(row.largestAt);
    row[Measure::OnFirst] = at(0);
    if (!kind.ids.empty()) takePlaces(row, weights, query, kind.ids);
    return row;
}

MeasureMean meanOf(Measure measure, std::span<const RowStatistics> rows) {
    MeasureMean mean;
    for (const RowStatistics& row : rows) {
        if (!row[measure]) continue;
        mean.mean += *row[measure];
        ++mean.rows;
    }
    mean.mean = mean.rows > 0 ? mean.mean / static_cast<double>(mean.rows) : std::numeric_limits<double>::quiet_NaN();
    return mean;
}

} // namespace headlight
