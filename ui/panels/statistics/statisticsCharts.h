#pragma once

#include "document/RequestBoard.h"
#include "plot/Chart.h"
#include "session/View.h"

namespace headlight {

// Pictures of what was answered, in which what the view selects is marked.

ChartContent chartOfWeights(const View& view, const Response& response); ///< response.tiles[0]: one row of weights
ChartContent chartOfHeads(const View& view, const Response& response);   ///< the mean entropy of each head
/// The entropy of each query of the head.
ChartContent chartOfRows(const View& view, const Response& response, const HeadStatistics& head);

} // namespace headlight
