#include "engine/Plan.h"

#include "engine/StageLine.h"

#include <algorithm>

namespace headlight {
namespace {

const Shape::Layer* layerOf(const Shape& shape, int layer) {
    const bool exists = layer >= 0 && layer < static_cast<int>(shape.layers.size());
    return exists ? &shape.layers[static_cast<std::size_t>(layer)] : nullptr;
}

/// Adds to `set`, the stages of a layer or of a head, what the result of the operation is computed from.
void addInputs(const Op& op, StageSet& set, LayerPlan& plan) {
    const bool isOfHead = infoOf(op.result).scope == Scope::Head;
    for (const Stage input : op.inputs) {
        if (infoOf(input).scope == Scope::Layer)
            plan.ofLayer.add(input);
        else if (isOfHead)
            set.add(input);
        else
            for (LayerPlan::Head& head : plan.heads) head.stages.add(input);
    }
}

/// Completes the plan of a layer, and adds to the plan of the layer below what is read of it.
void complete(LayerPlan& plan, const Program& program, LayerPlan* below) {
    for (const Op& op : program) { // all heads read what is before them
        if (infoOf(op.result).scope == Scope::Head) break;
        if (!infoOf(op.result).isOnHost) plan.ofLayer.add(op.result);
    }
    for (const Op* op = program.end(); op-- != program.begin();) {
        if (infoOf(op->result).scope == Scope::Head) {
            for (LayerPlan::Head& head : plan.heads)
                if (head.stages.has(op->result)) addInputs(*op, head.stages, plan);
        } else if (plan.ofLayer.has(op->result)) {
            if (below && op->kind == Op::Kind::Rollout) below->ofLayer.add(op->result);
            if (op->isFromBelow)
                below->ofLayer.add(op->inputs[0]);
            else
                addInputs(*op, plan.ofLayer, plan);
        }
    }
}

/// Adds a line that is read for the cell at this place of the demand. A stage of the layer is wanted whole, and with it
/// the scores of all heads: single rows would take no less memory, because backends keep all scores of a head or none,
/// and memory is counted in heads (LayerPlan::attending).
void addLine(const StageLine& line, std::size_t place, const Shape& shape, std::vector<LayerPlan>& plan) {
    const CellRef& at = line.first;
    LayerPlan& layer = plan[static_cast<std::size_t>(at.layer)];
    if (layer.cells.empty() || layer.cells.back() != place) layer.cells.push_back(place);
    if (infoOf(at.stage).scope == Scope::Layer) return layer.ofLayer.add(at.stage);
    LayerPlan::Head& head = layer.heads[static_cast<std::size_t>(at.head)];
    if (shape.opOf(at).kind == Op::Kind::WeightedSum)
        head.contextRows.add({false, {at.row}});
    else
        head.stages.add(at.stage);
}

} // namespace

Shape shapeOf(const Session& session) {
    Shape shape{std::vector<Shape::Layer>(session.layers.size())};
    for (std::size_t l = 0; l < shape.layers.size(); ++l)
        shape.layers[l] = {programOf(session, static_cast<int>(l)), sizesOf(session, static_cast<int>(l))};
    return shape;
}

bool Shape::hasHead(int number, int head) const {
    const Layer* layer = layerOf(*this, number);
    return layer && head >= 0 && head < layer->sizes.heads;
}

bool Shape::has(Stage stage, int number, int head) const {
    const Layer* layer = layerOf(*this, number);
    return layer && layer->program.find(stage) && (infoOf(stage).scope == Scope::Layer || hasHead(number, head));
}

bool Shape::has(const CellRef& cell) const {
    if (!has(cell.stage, cell.layer, cell.head)) return false;
    const StageInfo& info = infoOf(cell.stage);
    const Sizes& sizes = layerOf(*this, cell.layer)->sizes;
    return cell.row >= 0 && cell.row < lengthOf(info.rows, sizes) && cell.col >= 0 &&
           cell.col < lengthOf(info.cols, sizes);
}

const Op& Shape::opOf(const CellRef& cell) const { return *layerOf(*this, cell.layer)->program.find(cell.stage); }

int LayerPlan::attending() const {
    return static_cast<int>(std::ranges::count_if(heads, [](const Head& head) {
        bool isAttending = false;
        head.stages.forEach([&](Stage stage) { isAttending = isAttending || infoOf(stage).fromScores; });
        return isAttending;
    }));
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
        for (const StageLine& line : linesFor(cell, shape)) addLine(line, place, shape, plan);
        count = std::max(count, static_cast<std::size_t>(cell.layer) + 1);
    }
    for (const SensitivityDemand& one : demand.sensitivities) {
        const CellRef& cell = one.cell;
        if (one.state != state || !shape.has(cell) || !infoOf(cell.stage).fromScores) continue;
        if (infoOf(cell.stage).scope != Scope::Head) continue;
        LayerPlan::Head& head = plan[static_cast<std::size_t>(cell.layer)].heads[static_cast<std::size_t>(cell.head)];
        const Program& program = shape.layers[static_cast<std::size_t>(cell.layer)].program;
        for (const Stage stage : program.scored().inputs) head.stages.add(stage); // none, if these are given
        head.stages.add(program.weights());
        count = std::max(count, static_cast<std::size_t>(cell.layer) + 1);
    }
    for (const StatisticsDemand& of : demand.statistics) {
        if (of.state != state || !shape.hasHead(of.layer, of.head)) continue;
        const auto l = static_cast<std::size_t>(of.layer);
        plan[l].heads[static_cast<std::size_t>(of.head)].stages.add(shape.layers[l].program.weights());
        count = std::max(count, l + 1);
    }
    plan.resize(count);
    for (std::size_t l = plan.size(); l-- > 0;)
        complete(plan[l], shape.layers[l].program, l > 0 ? &plan[l - 1] : nullptr);
    return plan;
}

} // namespace headlight
