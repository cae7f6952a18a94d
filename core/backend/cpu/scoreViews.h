#pragma once
// The stages that a ScoreTable stands for.

#include "backend/cpu/ScoreTable.h"
#include "backend/cpu/pooling.h"

namespace headlight {

/// Scores, Scaled, Masked or Weights, as long as the table stands.
StageView viewOf(const ScoreTable&, Stage);

/// extentOf() the view, from what is known of the rows where that will do.
Extent extentOf(const ScoreTable&, Stage);

} // namespace headlight
