#pragma once

#include "document/RequestBoard.h"
#include "plot/Chart.h"
#include "session/View.h"

namespace headlight {

// Pictures of what was answered, in which what the view selects is marked.

ChartContent chartOfWeights(const View& view, const Response& response); ///< the first tile: one row of weights
ChartContent chartOfHeads(const View& view, const Response& response);   ///< the mean entropy of each head
ChartContent chartOfRows(const View& view, const Response& response);    ///< the entropy of the rows of the first head

/// Its numbers, a line for each value: "key,weight", then "My",0.12; what is not defined is empty.
/// `tokens`: of the values, in full; null: they are named as in the chart.
std::string csvOf(const ChartContent& chart, const Tokens* tokens);

/// The table of heads: of each its layer and number, from 1 as statisticsCsv() has them, and the means of its rows.
std::string csvOfHeads(const std::vector<std::shared_ptr<const HeadStatistics>>& heads);

} // namespace headlight
