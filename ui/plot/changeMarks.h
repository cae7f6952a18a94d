#pragma once

#include "plot/MapContent.h"

#include <QString>

class QPainter;

namespace headlight {

/// The cell has other digits than MapContent::before gives it. In a map without digits it moved by more than half of
/// one of the 256 steps of its colours, or is not finite where it was. Or it is masked where it was not. Of a tile
/// whose cells share pixels none did.
bool isChanged(const MapContent&, const Cell& cell);
/// "was 0.25, changed by +0.31" of such a cell; else empty.
QString changeWords(const MapContent&, const Cell& cell);
/// Whether paintChanges() has a corner to paint.
bool hasMarks(const MapArea&, const MapContent&);
/// A corner in the ink that reads best on each of them; none where cells are too small for one.
void paintChanges(QPainter&, const MapArea&, const MapContent&);

} // namespace headlight
