#pragma once

#include "plot/MapContent.h"

#include <QString>

class QPainter;

namespace headlight {

/// True if the cell's digits differ from those of MapContent::before. In a map without digits: if its value moved by
/// more than 1/512 of the colour range, or is or was not finite. Also if it is masked in only one of both. Never true
/// if cells share pixels.
bool isChanged(const MapContent&, const Cell& cell);
/// Returns "was 0.25, changed by +0.31" for a changed cell; else an empty string.
QString changeWords(const MapContent&, const Cell& cell);
/// True if paintChanges() has a corner to paint.
bool hasMarks(const MapArea&, const MapContent&);
/// Paints a black or white corner, whichever reads better, on each changed cell; none if cells are below 8 px.
void paintChanges(QPainter&, const MapArea&, const MapContent&);

} // namespace headlight
