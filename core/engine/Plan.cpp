#include "engine/Plan.h"

#include <algorithm>

namespace headlight {
namespace {

bool layerExistsIn(const Session& session, int layer) {
    return layer >= 0 && layer < static_cast<int>(session.layers.size());
}

void add(LayerPlan& plan, Stage stage, int head) {
    (infoOf(stage).scope == Scope::Layer ? plan.ofLayer : plan.ofHeads[static_cast<std::size_t>(head)]).add(stage);
}

bool needsScores(const StageSet& stages) {
    bool needs = false;
    stages.forEach([&](Stage stage) { needs = needs || infoOf(stage).fromScores; });
    return needs;
}

} // namespace

bool exists(const Session& session, const MapDemand& map) {
    if (!layerExistsIn(session, map.layer) || !hasStage(map.stage, session, map.layer)) return false;
    return infoOf(map.stage).scope == Scope::Layer ||
           (map.head >= 0 &&
            map.head < static_cast<int>(session.layers[static_cast<std::size_t>(map.layer)].heads.size()));
}

bool exists(const Session& session, const CellRef& cell) {
    if (!layerExistsIn(session, cell.layer)) return false;
    const Sizes sizes = sizesOf(session, cell.layer);
    return cell.head >= 0 && cell.head < sizes.heads && cell.query >= 0 && cell.query < sizes.tokens && cell.key >= 0 &&
           cell.key < sizes.keyTokens;
}

int LayerPlan::attending() const {
    const auto count = needsScores(ofLayer) ? static_cast<std::ptrdiff_t>(ofHeads.size())
                                            : std::ranges::count_if(ofHeads, needsScores);
    return static_cast<int>(count);
}

std::vector<LayerPlan> planOf(const Session& session, const Demand& demand, int state) {
    std::vector<LayerPlan> plan(session.layers.size());
    for (std::size_t l = 0; l < plan.size(); ++l) plan[l].ofHeads.resize(session.layers[l].heads.size());
    int last = -1;
    for (const MapDemand& map : demand.maps) {
        if ((map.state != state && !(map.isDifference && state == 0)) || !exists(session, map)) continue;
        add(plan[static_cast<std::size_t>(map.layer)], map.stage, map.head);
        last = std::max(last, map.layer);
    }
    if (state == 0 && demand.cell && exists(session, *demand.cell)) {
        add(plan[static_cast<std::size_t>(demand.cell->layer)], Stage::Context, demand.cell->head); // and all before it
        last = std::max(last, demand.cell->layer);
    }
    plan.resize(static_cast<std::size_t>(last + 1));
    for (std::size_t l = 0; l + 1 < plan.size(); ++l) plan[l].ofLayer.add(resultStage(session.layers[l]));
    return plan;
}

} // namespace headlight
