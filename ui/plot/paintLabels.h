#pragma once

#include "plot/TokenLabels.h"
#include "plot/mapGeometry.h"
#include "style/Theme.h"
#include "words/Bands.h"

#include <QMarginsF>

class QFontMetricsF;
class QPaintDevice;
class QPainter;

namespace headlight {

/// What a map says of its axes.
struct MapAxes {
    std::shared_ptr<const TokenLabels> rows, cols; ///< null: none
    int selectedRow = -1, selectedCol = -1;        ///< drawn in the theme's accent and key colours
    bool rowsAreKeys = false;                      ///< then in the key's
    QString rowName{}, colName{};                  ///< "queries", "keys"; in the corner, where both have labels
    bool upright = false; ///< of a picture: column labels that do not fit are turned by 90 degrees, not by 60
    Bands bands{};        ///< brackets over the columns' labels
    friend bool operator==(const MapAxes&, const MapAxes&) = default;
};

QFont axisFont();
QFont captionFont();

/// px left of a map and above it that labels have in the window, whatever the tokens are: longer ones are elided.
int rowLabelRoom();
int columnLabelRoom(const MapAxes& axes, const QPaintDevice* device);

/// The space that the labels need around a map whose cells have that size, and nothing else.
QMarginsF labelSpace(const MapAxes& axes, const QSizeF& cell, const QPaintDevice* device);

/// Row labels left of the map, column labels above it, thinned out where cells are small and elided where they would
/// leave `bounds`. The selected ones are always there.
void paintLabels(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes, const Theme& theme);

} // namespace headlight
