#pragma once

#include "plot/paintMap.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace headlight {

/// Why a row has no weights, over its cells.
struct RowPlate {
    int row = 0;
    QString text; ///< "sum 0"
    QRectF plate;
    double points = 0;
};

/// In the middle of what is seen of the row; none where it does not fit. Rows ascend.
std::vector<RowPlate> rowPlates(const MapArea& area, const Tile& tile, const QPaintDevice* device);

void paintRowPlates(QPainter& painter, const std::vector<RowPlate>& plates, const Theme& theme);

} // namespace headlight
