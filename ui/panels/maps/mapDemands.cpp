#include "panels/maps/mapDemands.h"

#include "panels/maps/compared.h"

#include <set>
#include <utility>

namespace headlight {

std::vector<MapDemand> demandsFor(const MapsContent& content, const HeatmapsLayout& layout,
                                  const std::vector<int>& inSight, double dpr) {
    std::vector<MapDemand> demands;
    if (content.heads.empty() || layout.isEmpty()) return demands;
    const int stages = static_cast<int>(content.stages.size());
    const auto stageAt = [&](int s) -> const MapStage& { return content.stages[static_cast<std::size_t>(s)]; };
    std::set<std::pair<int, int>> seen; // head and stage
    for (const int at : inSight)
        for (int s = 0; s < stages; ++s) {
            if (!layout.shows(at, s)) continue;
            const MapStage& stage = stageAt(s);
            const int head = stage.hasHeads() ? content.heads[static_cast<std::size_t>(at)].head : 0;
            const MapWindow window = windowOf(stage, content.zoom).value_or(wholeMap(stage.rows(), stage.cols()));
            const MapArea area = fitted(QRectF(QPointF(0, 0), QSizeF(layout.mapSize(at, s))), window, dpr);
            demands.push_back(demandOf(content.wanted,
                                       demandFor(area, stage.stage, content.layer, head, stage.rows(), stage.cols())));
            demands.back().pooling = content.pooling;
            seen.insert({head, s});
        }
    // Of means a pixel brings none that is shown: those have a range of their own.
    if (content.scalePerHead || content.pooling == Pooling::Mean) return demands;
    for (int head = 0; head < content.allHeads; ++head)
        for (int s = 0; s < stages; ++s) {
            const MapStage& stage = stageAt(s);
            const int maps = stage.hasHeads() ? content.allHeads : 1;
            if (head < maps && !seen.contains({head, s}) && double(maps) * stage.rows() * stage.cols() <= kCheapRanges)
                demands.push_back(demandOf(content.wanted, {stage.stage, content.layer, head, {}, 1, 1}));
        }
    return demands;
}

} // namespace headlight
