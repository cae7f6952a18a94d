#pragma once
// The stages that a ScoreTable stands for.

#include "backend/cpu/ScoreReader.h"
#include "backend/host/pooling.h"

namespace headlight {

/// A stage made of scores, as long as the table is there.
StageView viewOf(const ScoreTable&, Stage);

/// Reads the cells [col, col + n) of one row after another of a stage from scores that others read, too: of these
/// columns, or of whole rows, which some stages need.
RowReader readerOf(const ScoreTable&, Stage, ScoreReader& scores, Index col, Index n);
bool needsWholeRows(const ScoreTable&, Stage);

/// extentOf() the view, from what is known of the rows where that will do.
Extent extentOf(const ScoreTable&, Stage);

} // namespace headlight
