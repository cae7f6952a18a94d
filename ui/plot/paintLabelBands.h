#pragma once

#include "plot/mapGeometry.h"
#include "style/Theme.h"
#include "words/Bands.h"

class QPaintDevice;
class QPainter;

namespace headlight {

/// Returns the px that brackets take above the column labels; 0 without brackets.
double labelBandsHeight(const Bands&, const QPaintDevice*);

/// Paints the brackets of the visible columns, down to `bottom`.
void paintLabelBands(QPainter&, const MapArea&, const Bands&, double bottom, const Theme&);

} // namespace headlight
