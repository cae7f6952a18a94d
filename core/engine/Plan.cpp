#include "engine/Plan.h"

#include <algorithm>

namespace headlight {
namespace {

bool layerExistsIn(const Session& session, int layer) {
    return layer >= 0 && layer < static_cast<int>(session.layers.size());
}

void add(std::vector<LayerPlan>& plan, int layer, Stage stage, int head) {
    LayerPlan& of = plan[static_cast<std::size_t>(layer)];
    const StageInfo& info = infoOf(stage);
    if (info.scope == Scope::Layer) head = 0;
    if (std::ranges::count(of.wants, LayerPlan::Want{stage, head}) == 0) of.wants.push_back({stage, head});
    if (!info.fromScores) return;
    if (info.scope == Scope::Layer)
        of.attends.assign(of.attends.size(), true);
    else
        of.attends[static_cast<std::size_t>(head)] = true;
}

} // namespace

bool exists(const Session& session, const MapDemand& map) {
    if (!layerExistsIn(session, map.layer) || !hasStage(map.stage, session, map.layer)) return false;
    return infoOf(map.stage).scope == Scope::Layer || (map.head >= 0 && map.head < sizesOf(session, map.layer).heads);
}

bool exists(const Session& session, const CellRef& cell) {
    if (!layerExistsIn(session, cell.layer)) return false;
    const Sizes sizes = sizesOf(session, cell.layer);
    return cell.head >= 0 && cell.head < sizes.heads && cell.query >= 0 && cell.query < sizes.tokens && cell.key >= 0 &&
           cell.key < sizes.keyTokens;
}

std::vector<LayerPlan> planOf(const Session& session, const Demand& demand, int state) {
    std::vector<LayerPlan> plan(session.layers.size());
    for (std::size_t l = 0; l < plan.size(); ++l) plan[l].attends.resize(session.layers[l].heads.size());
    int last = -1;
    for (const MapDemand& map : demand.maps) {
        if ((map.state != state && !(map.isDifference && state == 0)) || !exists(session, map)) continue;
        add(plan, map.layer, map.stage, map.head);
        last = std::max(last, map.layer);
    }
    if (state == 0 && demand.cell && exists(session, *demand.cell)) {
        for (const Stage stage : {Stage::Scores, Stage::Context})
            add(plan, demand.cell->layer, stage, demand.cell->head);
        last = std::max(last, demand.cell->layer);
    }
    plan.resize(static_cast<std::size_t>(last + 1));
    for (int l = 0; l < last; ++l) add(plan, l, resultStage(session.layers[static_cast<std::size_t>(l)]), 0);
    return plan;
}

} // namespace headlight
