#pragma once

#include "attention/rowStatistics.h"
#include "engine/Demand.h"

#include <vector>

namespace headlight {

/// The statistics of the weights of one head, before dropout.
struct HeadStatistics {
    StatisticsDemand of;
    std::vector<RowStatistics> rows; ///< one for each query
    std::array<MeasureMean, static_cast<std::size_t>(Measure::End)> means;
    const MeasureMean& mean(Measure m) const { return means[static_cast<std::size_t>(m)]; }
};

} // namespace headlight
