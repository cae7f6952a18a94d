#pragma once

#include "plot/MapContent.h"

#include <QString>

namespace headlight {

// A cell of a map in words: of scores and weights a query and a key, of vectors a token and a dimension. Both sides
// exist.

/// "shoes → feet"; of a vector "shoes".
QString cellTokens(const MapContent&, const Cell& cell);
/// "query 2, key 6", as a person counts; "key 2, dimension 3"; of the contexts side by side with the head of the
/// dimension.
QString cellPlaces(const MapContent&, const Cell& cell);
/// "query shoes, key feet"; "shoes, dimension 3".
QString cellName(const MapContent&, const Cell& cell);
/// A value of the tile: "0.25", "change: +0.25", "masked"; of one that stands for several cells what it is of them.
QString valueWords(const Tile&, Index row, Index col);
QString maskWords(const MapContent&, const Cell& cell); ///< "custom mask: hidden", while it is edited; else empty
QString columnName(const MapContent&, int col);         ///< "feet"; "dimension 3"

} // namespace headlight
