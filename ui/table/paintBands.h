#pragma once

#include "style/Theme.h"
#include "words/Bands.h"

class QHeaderView;
class QPainter;

namespace headlight {

/// Returns the px by which brackets over its labels make a header higher or wider; 0 if it has none.
int bandsThickness(const Bands&, Qt::Orientation header);

/// Paints the brackets of the bands that are seen, over a header that has been painted.
void paintBands(QPainter&, const QHeaderView&, const Bands&, const Theme&);

} // namespace headlight
