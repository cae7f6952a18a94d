#pragma once
// Views of the stages that follow from a ScoreTable.

#include "backend/cpu/ScoreReader.h"
#include "backend/host/pooling.h"

namespace headlight {

/// Returns a view of a stage that follows from scores, valid as long as the table is there.
StageView viewOf(const ScoreTable&, Stage);

/// Returns a reader of the cells [col, col + n) of one row after another. `scores`, which may be shared with other
/// readers, has these columns, or whole rows if the stage needs them.
RowReader readerOf(const ScoreTable&, Stage, ScoreReader& scores, Index col, Index n);
bool needsWholeRows(const ScoreTable&, Stage);

/// Returns the extent of the view, from the summaries of the rows if they tell it.
Extent extentOf(const ScoreTable&, Stage);

} // namespace headlight
