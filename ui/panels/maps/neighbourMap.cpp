#include "panels/maps/neighbourMap.h"

#include <cstdlib>

namespace headlight {

std::optional<MapSpot> neighbourOf(const HeatmapsLayout& layout, int heads, int stages, MapSpot from,
                                   QPoint direction) {
    const QPoint here = layout.cardRect(from.head, from.stage).center();
    std::optional<MapSpot> nearest;
    int minDistance = 0;
    for (int head = 0; head < heads; ++head)
        for (int stage = 0; stage < stages; ++stage) {
            if (!layout.shows(head, stage)) continue;
            const QPoint way = layout.cardRect(head, stage).center() - here;
            const int along = QPoint::dotProduct(way, direction);
            const int across = std::abs(QPoint::dotProduct(way, direction.transposed()));
            const int distance = along + 2 * across;
            if (along <= across || (nearest && distance >= minDistance)) continue;
            nearest = MapSpot{head, stage};
            minDistance = distance;
        }
    return nearest;
}

} // namespace headlight
