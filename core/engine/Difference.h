#pragma once

#include "backend/Backend.h"
#include "engine/Frame.h"
#include "engine/LayerState.h"

namespace headlight {

/// The tile of a map that shows by how much a layer exceeds another one, `before`, whose rows and columns have moved
/// (null: they have not). A cell is masked if it is none of the ComparedCells. Both layers are up to date.
/// Read in strips of rows, each of some MB; `watch` is asked before each. Stopped leaves `tile` as it was.
Result<Ran> differenceTile(const MapDemand& map, Backend& backend, LayerState& layer, LayerState& before,
                           const Frozen<RowMap>& rows, const Frozen<RowMap>& cols, const Watch& watch, Tile& tile);

} // namespace headlight
