#pragma once

#include "plot/paintLabels.h"
#include "plot/paintMap.h"

#include <QString>

#include <vector>

class QPaintDevice;

namespace headlight {

/// A number of the crosshair and where it stands.
struct CrosshairNumber {
    /// Of the cell itself, or in which direction from it.
    enum class Arm { Own, Right, Left, Down, Up };
    QString text;
    QRectF plate;
    Hover cell;
    Arm arm = Arm::Own;
    bool isOwn() const { return arm == Arm::Own; }
    bool isUpright() const { return arm == Arm::Right || arm == Arm::Left; } ///< of its row, read from below
};

/// Where the cells of an exact tile are too small for their numbers: the selected cell's on itself, and beside its row
/// and its column the numbers of all their cells; where these are too small for that, those of the cells that have a
/// label. Each arm of the crosshair has its own side, so that no number takes the place of another; where the map's
/// edges leave no such sides, a column's begin behind its row's. None of them where the map is so small that they
/// would hide it.
std::vector<CrosshairNumber> crosshairNumbers(const MapArea& area, const Tile& tile, const MapLook& look,
                                              const MapAxes& axes, const Hover& cell, const QPaintDevice* device);
/// What they stand on: the colours below are seen through it, and text reads well on it whatever they are.
QColor plateColour(const Theme& theme);

/// `isOwn`: the selected cell is this map's.
void paintCrosshairNumbers(QPainter& painter, const MapArea& area, const Tile& tile, const MapLook& look,
                           const MapAxes& axes, const Hover& cell, bool isOwn);

} // namespace headlight
