#pragma once
// The parts of a Frame: which reads they want of a layer, and what they make of the answers.

#include "backend/Backend.h"
#include "backend/host/AllowedKeys.h"
#include "engine/Frame.h"

#include <span>

namespace headlight {

/// Appends what a tile is made of: nothing for a stage without numbers. `rows`, `cols`: the size of the stage.
void addReads(const MapDemand& map, Index rows, Index cols, std::vector<Read>& reads);
/// `allowed`: laid out for the mask of the rule, if there is one.
Tile tileFrom(const MapDemand& map, Index rows, Index cols, const ScoreRule& rule, AllowedKeys& allowed,
              std::span<Answer> answers);

} // namespace headlight
