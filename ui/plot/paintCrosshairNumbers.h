#pragma once

#include "plot/paintMap.h"

#include <QString>

#include <vector>

class QPaintDevice;

namespace headlight {

/// A number of the crosshair and where it stands.
struct CrosshairNumber {
    QString text;
    QRectF plate;
    bool isOwn = false;     ///< of the selected cell, on itself
    bool isUpright = false; ///< of its row, read from below
};

/// Where the cells of an exact tile are too small for their numbers: the selected cell's on itself; those of its row
/// all on one side of it, and those of its column all on one side, each that lies on no other; none of both where the
/// map is so small that they would hide it.
std::vector<CrosshairNumber> crosshairNumbers(const MapArea& area, const Tile& tile, const MapLook& look,
                                              const Hover& cell, const QPaintDevice* device);
/// What they stand on: the colours below are seen through it, and text reads well on it whatever they are.
QColor plateColour(const Theme& theme);

void paintCrosshairNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                           const Hover& cell);

} // namespace headlight
