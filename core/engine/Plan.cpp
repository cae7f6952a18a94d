#include "engine/Plan.h"

#include "engine/StageLine.h"

#include <algorithm>

namespace headlight {
namespace {

const Shape::Layer* layerOf(const Shape& shape, int layer) {
    const bool exists = layer >= 0 && layer < static_cast<int>(shape.layers.size());
    return exists ? &shape.layers[static_cast<std::size_t>(layer)] : nullptr;
}

/// Adds what the stages of a layer and of its heads are made of.
void complete(LayerPlan& plan, const Shape::Layer& layer) {
    const auto all = stages();
    for (auto at = all.rbegin(); at != all.rend(); ++at) {
        const StageInfo& info = *at;
        const auto addSources = [&](StageSet& set) {
            if (!set.has(info.stage)) return;
            for (const Source& source : info.sources) {
                const Scope scope = infoOf(source.stage).scope;
                if (scope == info.scope && (scope == Scope::Head || layer.stages.has(source.stage)))
                    set.add(source.stage);
                else if (scope == Scope::Head)
                    for (LayerPlan::Head& head : plan.heads) head.stages.add(source.stage);
            }
            if (info.scope == Scope::Head && info.fromScores) set.add(Stage::Scores);
        };
        if (info.scope == Scope::Layer)
            addSources(plan.ofLayer);
        else
            for (LayerPlan::Head& head : plan.heads) addSources(head.stages);
    }
    for (const Stage stage : {Stage::X, Stage::XKv}) plan.ofLayer.add(stage);
    if (layer.stages.has(Stage::Normed)) plan.ofLayer.add(Stage::Normed);
}

/// Adds a line that is read for the cell at this place of the demand. A stage of the layer is wanted whole, and with it
/// the scores of all heads: single rows would take no less memory, because backends keep all scores of a head or none,
/// and memory is counted in heads (LayerPlan::attending).
void addLine(const StageLine& line, std::size_t place, std::vector<LayerPlan>& plan) {
    const CellRef& at = line.first;
    LayerPlan& layer = plan[static_cast<std::size_t>(at.layer)];
    if (layer.cells.empty() || layer.cells.back() != place) layer.cells.push_back(place);
    if (infoOf(at.stage).scope == Scope::Layer) return layer.ofLayer.add(at.stage);
    LayerPlan::Head& head = layer.heads[static_cast<std::size_t>(at.head)];
    if (at.stage == Stage::Context)
        head.contextRows.add({false, {at.row}});
    else
        head.stages.add(at.stage);
}

} // namespace

Shape shapeOf(const Session& session) {
    Shape shape{std::vector<Shape::Layer>(session.layers.size())};
    for (std::size_t l = 0; l < shape.layers.size(); ++l) {
        const Layer& layer = session.layers[l];
        shape.layers[l].result = resultStage(layer);
        shape.layers[l].sizes = sizesOf(session, static_cast<int>(l));
        for (const StageInfo& info : stages())
            if (!info.whyAbsent || !info.whyAbsent(session, layer)) shape.layers[l].stages.add(info.stage);
    }
    return shape;
}

bool Shape::has(Stage stage, int number, int head) const {
    const Layer* layer = layerOf(*this, number);
    return layer && layer->stages.has(stage) &&
           (infoOf(stage).scope == Scope::Layer || (head >= 0 && head < layer->sizes.heads));
}

bool Shape::has(const CellRef& cell) const {
    if (!has(cell.stage, cell.layer, cell.head)) return false;
    const StageInfo& info = infoOf(cell.stage);
    const Sizes& sizes = layerOf(*this, cell.layer)->sizes;
    return cell.row >= 0 && cell.row < lengthOf(info.rows, sizes) && cell.col >= 0 &&
           cell.col < lengthOf(info.cols, sizes);
}

int LayerPlan::attending() const {
    return static_cast<int>(std::ranges::count_if(heads, [](const Head& h) { return h.stages.has(Stage::Scores); }));
}

std::vector<LayerPlan> planOf(const Shape& shape, const Demand& demand, int state) {
    std::vector<LayerPlan> plan(shape.layers.size());
    for (std::size_t l = 0; l < plan.size(); ++l)
        plan[l].heads.resize(static_cast<std::size_t>(shape.layers[l].sizes.heads));
    std::size_t count = 0; // number of layers that are needed
    for (std::size_t place = 0; place < demand.maps.size(); ++place) {
        const MapDemand& map = demand.maps[place];
        const bool isRead = (map.isDifference ? 0 : map.state) == state; // a difference is read by the present state
        if ((!isRead && map.state != state) || !shape.has(map.stage, map.layer, map.head)) continue;
        LayerPlan& layer = plan[static_cast<std::size_t>(map.layer)];
        if (infoOf(map.stage).scope == Scope::Layer)
            layer.ofLayer.add(map.stage);
        else
            layer.heads[static_cast<std::size_t>(map.head)].stages.add(map.stage);
        if (isRead) layer.maps.push_back(place);
        count = std::max(count, static_cast<std::size_t>(map.layer) + 1);
    }
    for (std::size_t place = 0; place < demand.cells.size(); ++place) {
        const CellRef& cell = demand.cells[place].cell;
        if (demand.cells[place].state != state || !shape.has(cell)) continue;
        for (const StageLine& line : linesFor(cell, shape)) addLine(line, place, plan);
        count = std::max(count, static_cast<std::size_t>(cell.layer) + 1);
    }
    for (const SensitivityDemand& moving : demand.sensitivities) {
        const CellRef& cell = moving.cell;
        if (moving.state != state || !shape.has(cell) || !infoOf(cell.stage).fromScores) continue;
        if (infoOf(cell.stage).scope != Scope::Head) continue;
        LayerPlan::Head& head = plan[static_cast<std::size_t>(cell.layer)].heads[static_cast<std::size_t>(cell.head)];
        for (const Stage stage : {Stage::Q, Stage::K, Stage::Weights}) head.stages.add(stage);
        count = std::max(count, static_cast<std::size_t>(cell.layer) + 1);
    }
    for (const StatisticsDemand& of : demand.statistics) {
        if (of.state != state || !shape.has(Stage::Weights, of.layer, of.head)) continue;
        const auto l = static_cast<std::size_t>(of.layer);
        plan[l].heads[static_cast<std::size_t>(of.head)].stages.add(Stage::Weights);
        count = std::max(count, l + 1);
    }
    plan.resize(count);
    for (std::size_t l = plan.size(); l-- > 1;) {
        plan[l - 1].ofLayer.add(shape.layers[l - 1].result);
        plan[l].ofLayer.forEach([&](Stage stage) {
            if (infoOf(stage).isRollout) plan[l - 1].ofLayer.add(stage);
        });
    }
    for (std::size_t l = 0; l < plan.size(); ++l) complete(plan[l], shape.layers[l]);
    return plan;
}

} // namespace headlight
