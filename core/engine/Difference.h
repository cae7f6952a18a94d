#pragma once

#include "backend/Backend.h"
#include "engine/Frame.h"
#include "engine/LayerState.h"

namespace headlight {

/// Computes the tile of a map that shows by how much a layer exceeds another one, `before`, with the map's head there,
/// and whose rows and columns have moved (null: they have not). Cells that are not among the ComparedCells are masked.
/// Both layers are up to date; they are read in strips of rows, each of some MB. `watch` is called before each. Stopped
/// leaves `tile` as it was.
Result<Ran> differenceTile(const MapDemand& map, Backend& backend, LayerState& layer, LayerState& before,
                           int headBefore, const Frozen<RowMap>& rows, const Frozen<RowMap>& cols, const Watch& watch,
                           Tile& tile);

} // namespace headlight
