#pragma once

#include "document/RequestBoard.h"
#include "plot/Chart.h"
#include "session/View.h"

namespace headlight {

// Charts of a response, with the view's selection marked.

ChartContent chartOfWeights(const View& view, const Response& response); ///< the first tile: one row of weights
ChartContent chartOfHeads(const View& view, const Response& response);   ///< the mean entropy of each head
ChartContent chartOfRows(const View& view, const Response& response);    ///< the entropy of the rows of the first head

/// Returns a line for each value of the chart: "key,weight", then "My",0.12; an undefined value is empty. `tokens`: the
/// names of the values, in full; null: names are those of the chart.
std::string csvOf(const ChartContent& chart, const Tokens* tokens);

/// Returns a line for each head: its layer and number, from 1 as in statisticsCsv(), and the means of its rows.
std::string csvOfHeads(const std::vector<std::shared_ptr<const HeadStatistics>>& heads);

} // namespace headlight
