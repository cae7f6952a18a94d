#include "attention/rowStatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

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
    if (kind.isOneSentence) row[Measure::OnSelf] = at(query);
    if (kind.isOneSentence && query > 0) row[Measure::OnPrevious] = at(query - 1);
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
