#pragma once

#include "document/RequestBoard.h"
#include "plot/Chart.h"
#include "session/View.h"

namespace headlight {

// Pictures of what was answered, in which what the view selects is marked.

ChartContent chartOfWeights(const View& view, const Response& response); ///< the first tile: one row of weights
ChartContent chartOfHeads(const View& view, const Response& response);   ///< the mean entropy of each head
ChartContent chartOfRows(const View& view, const Response& response);    ///< the entropy of the rows of the first head

} // namespace headlight
