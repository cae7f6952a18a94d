#pragma once

#include "plot/TokenLabels.h"
#include "plot/mapGeometry.h"
#include "style/Theme.h"
#include "words/Bands.h"

#include <QSizeF>

class QPaintDevice;
class QPainter;

namespace headlight {

/// The labels of a map's axes.
struct MapAxes {
    std::shared_ptr<const TokenLabels> rows, cols; ///< null: none
    int selectedRow = -1, selectedCol = -1;        ///< drawn in the theme's query and key colours
    bool rowsAreKeys = false;                      ///< a selected row has the key colour
    bool areNamed = false;                         ///< "queries" and "keys" are in the corner, if both have labels
    bool upright = false; ///< in a picture: column labels that do not fit are rotated by 90 degrees, not by 75
    Bands bands{};        ///< brackets over the columns' labels
    int otherRow = -1;    ///< the selected key's where rows are queries, or the other way round, in its colour
    friend bool operator==(const MapAxes&, const MapAxes&) = default;
};

QFont axisFont();
QFont captionFont();

/// Return the px for labels left of a map and above it in the window. Labels of longer tokens are elided.
int rowLabelSpace();
int columnLabelSpace(const MapAxes& axes, const QPaintDevice* device);

/// Returns the px that the labels need left of a map and above it if its cells have that size.
QSizeF labelSpace(const MapAxes& axes, const QSizeF& cell, const QPaintDevice* device);

/// Paints row labels left of the map and column labels above it, thinned out where cells are small and elided where
/// they would leave `bounds`. The selected ones are always painted.
void paintLabels(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes, const Theme& theme);

} // namespace headlight
