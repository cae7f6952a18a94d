#pragma once
// The stages that a ScoreTable stands for.

#include "backend/cpu/ScoreTable.h"
#include "backend/host/pooling.h"

namespace headlight {

/// A stage made of scores, as long as the table is there.
StageView viewOf(const ScoreTable&, Stage);

/// extentOf() the view, from what is known of the rows where that will do.
Extent extentOf(const ScoreTable&, Stage);

} // namespace headlight
