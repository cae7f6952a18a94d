#pragma once

#include "plot/paintMap.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace headlight {

/// The reason why a row has no weights, on a plate over its cells.
struct RowPlate {
    int row = 0;
    QString text; ///< "sum 0"
    QRectF plate;
    double points = 0;
};

/// Returns a plate in the middle of the visible part of each such row, if it fits there. Rows ascend.
std::vector<RowPlate> rowPlates(const MapArea& area, const Tile& tile, const QPaintDevice* device);

void paintRowPlates(QPainter& painter, const std::vector<RowPlate>& plates, const Theme& theme);

} // namespace headlight
