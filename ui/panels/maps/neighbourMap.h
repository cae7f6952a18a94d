#pragma once

#include "plot/HeatmapsLayout.h"

#include <QPoint>

#include <optional>

namespace headlight {

struct MapSpot {
    int head, stage;
    friend bool operator==(const MapSpot&, const MapSpot&) = default;
};

/// Returns the nearest map in a direction, (1, 0) being right. Heads are places of the layout.
std::optional<MapSpot> neighbourOf(const HeatmapsLayout& layout, int heads, int stages, MapSpot from, QPoint direction);

} // namespace headlight
