#pragma once

#include "plot/HeatmapsLayout.h"

#include <QPoint>

#include <optional>

namespace headlight {

struct MapSpot {
    int head, stage;
    friend bool operator==(const MapSpot&, const MapSpot&) = default;
};

/// The map that stands nearest in a direction, (1, 0) being right; heads are counted by their places.
std::optional<MapSpot> neighbourOf(const HeatmapsLayout& layout, int heads, int stages, MapSpot from, QPoint direction);

} // namespace headlight
