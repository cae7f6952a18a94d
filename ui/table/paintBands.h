#pragma once

#include "style/Theme.h"
#include "words/Bands.h"

class QHeaderView;
class QPainter;

namespace headlight {

/// What a header is higher, or wider, by with brackets over its labels; 0 if it has none.
int bandsThickness(const Bands&, Qt::Orientation header);

/// The brackets of the bands that are seen, over a header that has been painted.
void paintBands(QPainter&, const QHeaderView&, const Bands&, const Theme&);

} // namespace headlight
