#pragma once

#include "attention/LayerWeights.h"
#include "engine/StageLine.h"

#include <span>

namespace headlight {

/// What a cell's explanation is made of.
struct Explained {
    const CellRef& cell;
    std::span<const StageLine> lines; ///< linesFor() the cell, with their numbers
    const Session& session;
    const LayerWeights& weights; ///< of the cell's layer, and
    const ScoreRule& rule;
    RowKind kind = RowKind::Plain; ///< of the cell's row, if it is a weight, dropped or not
};

/// A stage that is not known here has the rule None.
Explanation explain(const Explained& from);

} // namespace headlight
