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
void addInputs(const Op& op, PerStage<bool>& set, LayerPlan& plan) {
    const bool isOfHead = infoOf(op.result).scope == Scope::Head;
    for (const Stage input : op.inputs) {
        if (infoOf(input).scope == Scope::Layer)
            plan.ofLayer[input] = true;
        else if (isOfHead)
            set[input] = true;
        else
            for (LayerPlan::Head& head : plan.heads) head.stages[input] = true;
    }
}

/// Completes the plan of a layer, and adds to the plan of the layer below what is read of it.
void complete(LayerPlan& plan, const Program& program, LayerPlan* below) {
    for (const Op& op : program) { // all heads read what is before them
        if (infoOf(op.result).scope == Scope::Head) break;
        if (!infoOf(op.result).isOnHost) plan.ofLayer[op.result] = true;
    }
    for (const Op* op = program.end(); op-- != program.begin();) {
        if (infoOf(op->result).scope == Scope::Head) {
            for (LayerPlan::Head& head : plan.heads)
                if (head.stages[op->result]) addInputs(*op, head.stages, plan);
        } else if (plan.ofLayer[op->result]) {
            if (below && op->kind == Op::Kind::Rollout) below->ofLayer[op->result] = true;
            if (below && op->isFromBelow)
                below->ofLayer[op->inputs[0]] = true;
            else
                addInputs(*op, plan.ofLayer, plan);
        }
    }
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
        return std::ranges::any_of(stages(),
                                   [&](const StageInfo& info) { return info.fromScores && head.stages[info.stage]; });
    }));
}

std::vector<LayerPlan> planOf(const Shape& shape, const Demand& demand, int state) {
    std::vector<LayerPlan> plan(shape.layers.size());
    for (std::size_t l = 0; l < plan.size(); ++l)
        plan[l].heads.resize(static_cast<std::size_t>(shape.layers[l].sizes.heads));
    std::size_t count = 0; // number of layers that are needed
    const auto planAt = [&](int layer) -> LayerPlan& {
        count = std::max(count, static_cast<std::size_t>(layer) + 1);
        return plan[static_cast<std::size_t>(layer)];
    };
    const auto headOf = [&](int layer, int head) -> LayerPlan::Head& {
        return planAt(layer).heads[static_cast<std::size_t>(head)];
    };
    const auto want = [&](Stage stage, int layer, int head) {
        const bool isOfLayer = infoOf(stage).scope == Scope::Layer;
        (isOfLayer ? planAt(layer).ofLayer : headOf(layer, head).stages)[stage] = true;
    };
    for (std::size_t place = 0; place < demand.maps.size(); ++place) {
        const MapDemand& map = demand.maps[place];
        const bool isRead = (map.isDifference ? 0 : map.state) == state; // a difference is read by the present state
        if ((!isRead && map.state != state) || !shape.has(map.stage, map.layer, map.head)) continue;
        want(map.stage, map.layer, map.head);
        if (isRead) planAt(map.layer).maps.push_back(place);
    }
    for (std::size_t place = 0; place < demand.cells.size(); ++place) {
        const CellRef& cell = demand.cells[place].cell;
        if (demand.cells[place].state != state || !shape.has(cell)) continue;
        for (const StageLine& line : linesFor(cell, shape)) {
            const CellRef& at = line.first;
            std::vector<std::size_t>& cells = planAt(at.layer).cells;
            if (cells.empty() || cells.back() != place) cells.push_back(place);
            // A stage of the layer is wanted whole, and with it the scores of all heads: single rows would take no less
            // memory, because backends keep all scores of a head or none, and memory is counted in heads (attending()).
            if (shape.opOf(at).kind == Op::Kind::WeightedSum)
                headOf(at.layer, at.head).contextRows.add({false, {at.row}});
            else
                want(at.stage, at.layer, at.head);
        }
    }
    for (const auto& [cell, ofState] : demand.sensitivities) {
        const StageInfo& info = infoOf(cell.stage);
        if (ofState != state || !shape.has(cell) || !info.fromScores || info.scope != Scope::Head) continue;
        const Program& program = shape.layers[static_cast<std::size_t>(cell.layer)].program;
        for (const Stage stage : program.scored().inputs)
            want(stage, cell.layer, cell.head); // none, if these are given
        want(program.weights(), cell.layer, cell.head);
    }
    for (const auto& [layer, head, ofState] : demand.statistics)
        if (ofState == state && shape.hasHead(layer, head))
            want(shape.layers[static_cast<std::size_t>(layer)].program.weights(), layer, head);
    plan.resize(count);
    for (std::size_t l = plan.size(); l-- > 0;)
        complete(plan[l], shape.layers[l].program, l > 0 ? &plan[l - 1] : nullptr);
    return plan;
}

} // namespace headlight
