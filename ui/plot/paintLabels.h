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

inline constexpr double kUsualLabel = 8.5; ///< pt

/// What a map says of its axes.
struct MapAxes {
    std::shared_ptr<const TokenLabels> rows, cols; ///< null: none
    int selectedRow = -1, selectedCol = -1;        ///< drawn in the theme's accent and key colours
    bool rowsAreKeys = false;                      ///< then in the key's
    QString rowName{}, colName{};                  ///< "queries", "keys"; in the corner, where both have labels
    double points = kUsualLabel;                   ///< of the labels: see labelPoints
    double share = 1;                              ///< of the usual size, of the names
    bool upright = false; ///< columns that do not fit, never slanted: who reads a file takes slanted words to pieces
    Bands bands{};        ///< brackets over the columns' labels
    friend bool operator==(const MapAxes&, const MapAxes&) = default;
};

QFont axisFont(double points = kUsualLabel);
QFont captionFont(double share = 1); ///< of its usual size
/// Labels grow with the cells, as the numbers in them do; in small ones they have `share` of their usual size. Chosen
/// once for a map, and kept while it is zoomed.
double labelPoints(const QSizeF& cell, double share = 1);

/// The space that the labels need around a map whose cells have that size, and nothing else. Column labels are slanted
/// unless all of them fit into their cells; beside narrow cells they stand upright.
QMarginsF labelSpace(const MapAxes& axes, const QSizeF& cell, const QPaintDevice* device);
inline constexpr double kCaptionLine = 18; ///< px of a picture, for a caption
/// The same with air around, and a caption above them.
QMarginsF labelMargins(const MapAxes& axes, const QSizeF& cell, const QPaintDevice* device);
/// px from label to label: cells that are smaller have fewer.
double rowLabelPitch(const MapAxes& axes);
double columnLabelPitch(const MapAxes& axes, double cellWidth); ///< of those that do not fit
bool columnLabelsFit(const MapAxes& axes, double cellWidth, const QPaintDevice* device);

/// Row labels left of the map, column labels above it, thinned out where cells are small and elided where they would
/// leave `bounds`. The selected ones are always there.
void paintLabels(QPainter& painter, const MapArea& area, const QRectF& bounds, const MapAxes& axes, const Theme& theme);

} // namespace headlight
