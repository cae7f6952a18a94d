#pragma once

#include "plot/mapGeometry.h"
#include "style/Theme.h"
#include "words/Bands.h"

class QPaintDevice;
class QPainter;

namespace headlight {

/// What brackets over the column labels take above those; 0 where there are none.
double labelBandsHeight(const Bands&, const QPaintDevice*);

/// The brackets of the columns that are seen, reaching down to `bottom`.
void paintLabelBands(QPainter&, const MapArea&, const Bands&, double bottom, const Theme&);

} // namespace headlight
