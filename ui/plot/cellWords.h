#pragma once

#include "plot/MapContent.h"

#include <QString>

namespace headlight {

// Words for a cell of a map: in scores and weights a query and a key, in vectors a token and a dimension. The map must
// have both axes. Numbers of tokens are those of base/places.h.

/// Returns "shoes → feet", or in vectors "shoes".
QString cellTokens(const MapContent&, const Cell& cell);
/// Returns "query 2, key 6", or in vectors "key 2, dimension 3"; in concat "token 2, dimension 7, head 2".
QString cellPlaces(const MapContent&, const Cell& cell);
/// Returns "query shoes, key feet", or in vectors "shoes, dimension 3".
QString cellName(const MapContent&, const Cell& cell);
/// Returns a value of the tile: "0.25", "change: +0.25" or "masked"; for a pooled one "0.25 (largest of 2 × 2 nearby)".
QString valueWords(const Tile&, Index row, Index col);
QString maskWords(const MapContent&, const Cell& cell); ///< "custom mask: hidden", while it is edited; else empty
QString columnName(const MapContent&, int col);         ///< "feet"; "dimension 3"
/// Returns "largest of 20 × 19": each value of the tile stands for at most 20 rows by 19 columns of the stage, of which
/// it is the largest magnitude. Empty if each is one number of the stage.
QString pooledWords(const Tile&);

} // namespace headlight
