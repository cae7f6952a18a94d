#pragma once

#include "plot/paintMap.h"

#include <QPixmap>

namespace headlight {

/// The cells of a map and their numbers, drawn by a QCustomPlot into its axes: cell (i, j) is the unit square around
/// key j, value i. qcustomplot.h stays behind this, for it costs every file that reads it seconds to compile.
class CellPlot {
public:
    CellPlot();
    ~CellPlot();

    /// A picture of `area` in its device pixels.
    QPixmap picture(const MapArea& area, const std::shared_ptr<const Tile>& tile, const MapLook& look);

private:
    class Plot;
    std::unique_ptr<Plot> plot_;
};

} // namespace headlight
