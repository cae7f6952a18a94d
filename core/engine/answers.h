#pragma once
// The parts of a Frame: the reads that they need of a layer, and how the answers become tiles.

#include "backend/Backend.h"
#include "backend/host/AllowedKeys.h"
#include "engine/Frame.h"

#include <span>

namespace headlight {

/// Returns true for weights, with or without dropout: their rows have kinds.
bool hasRowKinds(Stage stage);
/// Appends the reads for a tile: none for a stage without numbers. `rows`, `cols`: the size of the stage.
void addReads(const MapDemand& map, Index rows, Index cols, std::vector<Read>& reads);
/// Makes the tile of the answers to these reads. `allowed`: laid out for the mask of the rule, if there is one.
Tile tileFrom(const MapDemand& map, Index rows, Index cols, AllowedKeys& allowed, std::span<Answer> answers);

} // namespace headlight
