#include "engine/Plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace headlight {
namespace {

const Shape::Layer* layerOf(const Shape& shape, int layer) {
    const bool exists = layer >= 0 && layer < static_cast<int>(shape.layers.size());
    return exists ? &shape.layers[static_cast<std::size_t>(layer)] : nullptr;
}

bool hasHead(const Shape::Layer& layer, int head) { return head >= 0 && head < layer.heads; }

void add(LayerPlan& plan, Stage stage, int head) {
    (infoOf(stage).scope == Scope::Layer ? plan.ofLayer : plan.ofHeads[static_cast<std::size_t>(head)]).add(stage);
}

StageSet stagesThat(bool StageInfo::*trait) {
    StageSet set;
    for (const StageInfo& info : stages())
        if (info.*trait) set.add(info.stage);
    return set;
}

const StageSet& fromScores() {
    static const StageSet set = stagesThat(&StageInfo::fromScores);
    return set;
}

bool needsScores(StageSet stages) { return !(stages & fromScores()).empty(); }

} // namespace

Shape shapeOf(const Session& session) {
    const Sizes sizes = sizesOf(session);
    Shape shape{sizes.tokens, sizes.keyTokens, std::vector<Shape::Layer>(session.layers.size())};
    for (std::size_t l = 0; l < shape.layers.size(); ++l) {
        const Layer& layer = session.layers[l];
        shape.layers[l].result = resultStage(layer);
        shape.layers[l].heads = static_cast<int>(layer.heads.size());
        for (const StageInfo& info : stages())
            if (!info.whyAbsent || !info.whyAbsent(session, layer)) shape.layers[l].stages.add(info.stage);
    }
    return shape;
}

bool Shape::has(const MapDemand& map) const {
    const Layer* layer = layerOf(*this, map.layer);
    return layer && layer->stages.has(map.stage) &&
           (infoOf(map.stage).scope == Scope::Layer || hasHead(*layer, map.head));
}

bool Shape::has(const CellRef& cell) const {
    const Layer* layer = layerOf(*this, cell.layer);
    return layer && hasHead(*layer, cell.head) && cell.query >= 0 && cell.query < tokens && cell.key >= 0 &&
           cell.key < keyTokens;
}

StageSet leading(StageSet ofHead) {
    if (!needsScores(ofHead)) return ofHead;
    StageSet lead = ofHead - fromScores();
    lead.add((ofHead & fromScores()).last());
    return lead;
}

int LayerPlan::attending() const {
    const auto count = needsScores(ofLayer) ? static_cast<std::ptrdiff_t>(ofHeads.size())
                                            : std::ranges::count_if(ofHeads, needsScores);
    return static_cast<int>(count);
}

std::vector<LayerPlan> planOf(const Shape& shape, const Demand& demand, int state) {
    std::vector<LayerPlan> plan(shape.layers.size());
    for (std::size_t l = 0; l < plan.size(); ++l)
        plan[l].ofHeads.resize(static_cast<std::size_t>(shape.layers[l].heads));
    std::size_t count = 0; // of layers that are needed
    for (std::size_t place = 0; place < demand.maps.size(); ++place) {
        const MapDemand& map = demand.maps[place];
        const bool isRead = (map.isDifference ? 0 : map.state) == state; // a difference: by the present state
        if ((!isRead && map.state != state) || !shape.has(map)) continue;
        LayerPlan& layer = plan[static_cast<std::size_t>(map.layer)];
        add(layer, map.stage, map.head);
        if (isRead) layer.maps.push_back(place);
        count = std::max(count, static_cast<std::size_t>(map.layer) + 1);
    }
    for (std::size_t place = 0; state == 0 && place < demand.cells.size(); ++place) {
        const CellRef& cell = demand.cells[place];
        if (!shape.has(cell)) continue;
        LayerPlan& layer = plan[static_cast<std::size_t>(cell.layer)];
        add(layer, Stage::Context, cell.head); // and all before it
        layer.cells.push_back(place);
        count = std::max(count, static_cast<std::size_t>(cell.layer) + 1);
    }
    plan.resize(count);
    for (std::size_t l = plan.size(); l-- > 1;) {
        plan[l - 1].ofLayer.add(shape.layers[l - 1].result);
        plan[l].ofLayer.forEach([&](Stage stage) {
            if (infoOf(stage).isRollout) plan[l - 1].ofLayer.add(stage);
        });
    }
    for (LayerPlan& layer : plan) std::ranges::transform(layer.ofHeads, layer.ofHeads.begin(), leading);
    return plan;
}

std::vector<LayerPlan> stepsOf(const LayerPlan& plan, const Demand& demand) {
    const bool isJoined = needsScores(plan.ofLayer);
    const auto isOf = [&](std::size_t place, int head) {
        const MapDemand& map = demand.maps[place];
        return infoOf(map.stage).scope == Scope::Head && map.head == head;
    };
    std::vector<LayerPlan> steps;
    LayerPlan step{{}, std::vector<StageSet>(plan.ofHeads.size()), {}, {}};
    LayerPlan last = plan;
    for (std::size_t h = 0; h < plan.ofHeads.size(); ++h) {
        step.ofHeads[h] = plan.ofHeads[h];
        if (isJoined) step.ofHeads[h].add(Stage::Context);
        step.ofHeads[h] = leading(step.ofHeads[h]);
        if (step.ofHeads[h].empty()) continue;
        const auto isHeads = [&](std::size_t place) { return isOf(place, static_cast<int>(h)); };
        step.maps.clear();
        std::ranges::copy_if(last.maps, std::back_inserter(step.maps), isHeads);
        std::erase_if(last.maps, isHeads);
        steps.push_back(step);
    }
    steps.push_back(std::move(last));
    return steps;
}

void KeptPlan::follow(const Session& session, const Demand& demand, int state) {
    Shape shape = shapeOf(session);
    if (state == state_ && shape == shape_ && demand.maps == maps_ && demand.cells == cells_) return;
    state_ = -1; // until all of it is here
    layers_ = planOf(shape, demand, state);
    shape_ = std::move(shape);
    maps_ = demand.maps;
    cells_ = demand.cells;
    state_ = state;
}

} // namespace headlight
