#pragma once

#include "attention/LayerWeights.h"
#include "engine/StageLine.h"

#include <span>

namespace headlight {

/// The data from which a cell's explanation is made.
struct Explained {
    const CellRef& cell;
    const Op& op;                     ///< the operation that computes it
    std::span<const StageLine> lines; ///< linesFor() the cell, with their numbers
    const Session& session;
    const LayerWeights& weights; ///< those of the cell's layer
    const ScoreRule& rule;
    RowKind kind = RowKind::Plain; ///< the kind of the cell's row, if the cell is a weight, dropped or not
};

/// Returns the explanation of a cell. Any thread.
Explanation explain(const Explained& from);

} // namespace headlight
