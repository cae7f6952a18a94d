#include "engine/EngineState.h"

#include "attention/formulas.h"
#include "base/numberText.h"
#include "engine/answers.h"

#include <algorithm>
#include <span>
#include <utility>

namespace headlight {

const Session& sessionOf(const Frame& frame, int state) {
    return state == 0 ? frame.session : frame.demand.others[static_cast<std::size_t>(state - 1)];
}

Result<void> Engine::State::answer(Frame& frame, const Watch& watch) {
    const int states = static_cast<int>(frame.demand.others.size()) + 1;
    stacks.resize(static_cast<std::size_t>(states));
    for (int state = 0; state < states; ++state) {
        const Session& session = sessionOf(frame, state);
        if (const auto complaint = stackOf(state).firstInconsistency(session)) {
            frame.problem = "The session is inconsistent: " + *complaint;
            return {};
        }
        stackOf(state).plan.follow(session, frame.demand, state);
    }
    if (frame.problem = whyTooLarge(); !frame.problem.empty()) return {};

    const std::vector<MapDemand>& maps = frame.demand.maps;
    areMapsAsBefore = maps == screen.maps;
    Screen now{{}, std::vector<Shown>(maps.size()), std::vector<ShownCell>(frame.demand.cells.size())};
    for (int state = states - 1; state >= 0; --state) // the present one last: differences look at the others
        if (const auto done = compute(frame, state, now, watch); !done || !frame.problem.empty()) return done;
    frame.tiles.reserve(maps.size());
    for (std::size_t place = 0; place < maps.size(); ++place) {
        auto& tile = now.shown[place].tile;
        if (!tile) tile = std::make_shared<Tile>(tileFrom(maps[place], 0, 0, {}));
        frame.tiles.push_back(tile);
    }
    for (const ShownCell& shown : now.cells) frame.cells.push_back(shown.cell);
    if (!areMapsAsBefore) earlier = std::exchange(screen, Screen{maps, {}, std::move(screen.cells)});
    screen.shown = std::move(now.shown);
    if (!now.cells.empty()) screen.cells = std::move(now.cells);
    return {};
}

std::string Engine::State::whyTooLarge() {
    need = 0;
    int heads = 0;
    for (const Stack& stack : stacks) {
        const Shape& shape = stack.plan.shape();
        for (const LayerPlan& layer : stack.plan.layers()) {
            const int count = layer.attending();
            heads += count;
            need += static_cast<double>(count) * backend->scoresBytes(shape.tokens, shape.keyTokens);
        }
    }
    if (need <= scoresBudget) return {};
    return "These maps need the scores of " + std::to_string(heads) + (heads == 1 ? " head" : " heads") +
           ", which would take " + gigabytes(need) + " of memory, but the limit is " + gigabytes(scoresBudget) +
           ". Show fewer heads at once, or shorten the sentence (" + std::to_string(stacks[0].plan.shape().tokens) +
           " tokens).";
}

Result<void> Engine::State::compute(Frame& frame, int state, Screen& now, const Watch& watch) {
    const Session& session = sessionOf(frame, state);
    Stack& stack = stackOf(state);
    const std::vector<LayerPlan>& plan = stack.plan.layers();
    while (stack.layers.size() > plan.size()) stack.layers.pop_back(); // not on the screen any more
    if (plan.empty()) return {};
    const ModelInputs inputs = stack.inputs.of(session);
    while (stack.layers.size() < plan.size()) stack.layers.emplace_back(backend->makeLayer());
    for (std::size_t l = 0; l < plan.size(); ++l) {
        LayerState& layer = stack.layers[l];
        const std::vector<LayerPlan> parts = watch ? stepsOf(plan[l], frame.demand) : std::vector<LayerPlan>();
        const std::span<const LayerPlan> steps = watch ? std::span(parts) : std::span(&plan[l], 1);
        for (std::size_t s = 0; s < steps.size(); ++s) {
            const double part = static_cast<double>(s) / static_cast<double>(steps.size());
            if (!goesOn(watch, (static_cast<double>(l) + part) / static_cast<double>(plan.size()))) {
                frame.problem = "Cancelled";
                return {};
            }
            const LayerPlan& step = steps[s];
            layer.begin(session, static_cast<int>(l), l > 0 ? &stack.layers[l - 1] : nullptr, inputs, clock);
            step.ofLayer.forEach([&](Stage stage) { layer.want(stage, 0); });
            for (std::size_t h = 0; h < step.ofHeads.size(); ++h)
                step.ofHeads[h].forEach([&](Stage stage) { layer.want(stage, static_cast<int>(h)); });
            if (const auto done = readLayer(frame, state, static_cast<int>(l), step, now); !done) return done;
        }
    }
    return {};
}

LayerState* Engine::State::comparedWith(const Frame& frame, const MapDemand& demand, const Sizes& sizes, Shown& map) {
    if (demand.state < 1 || demand.state >= static_cast<int>(stacks.size())) return nullptr;
    Stack& stack = stackOf(demand.state);
    if (!stack.plan.shape().has(demand)) return nullptr;
    LayerState& other = layerOf(demand.state, demand.layer);
    const Session& before = sessionOf(frame, demand.state);
    const auto follow = [&](Side side, Frozen<Relocation>& moved) {
        if (side == Side::Tokens)
            moved = stack.queryMoves.between(before.text.tokens, frame.session.text.tokens);
        else if (side == Side::KeyTokens)
            moved = stack.keyMoves.between(keyText(before).tokens, keyText(frame.session).tokens);
        return moved || lengthOf(side, sizes) == lengthOf(side, other.sizes());
    };
    const StageInfo& info = infoOf(demand.stage);
    return follow(info.rows, map.rowsMoved) && follow(info.cols, map.colsMoved) ? &other : nullptr;
}

std::shared_ptr<const Tile> Engine::State::shownBefore(const MapDemand& demand, const Shown& map,
                                                       std::size_t place) const {
    const auto isSame = [&](const Shown& shown) {
        return shown.stamp == map.stamp && shown.less == map.less && shown.rowsMoved == map.rowsMoved &&
               shown.colsMoved == map.colsMoved;
    };
    if (areMapsAsBefore) { // as long as only numbers change
        const Shown& shown = screen.shown[place];
        return isSame(shown) ? shown.tile : nullptr;
    }
    for (const Screen* before : {&screen, &earlier})
        for (std::size_t p = 0; p < before->maps.size(); ++p)
            if (isSame(before->shown[p]) && before->maps[p] == demand) return before->shown[p].tile;
    return nullptr;
}

Engine::State::Reading Engine::State::readingOf(const Frame& frame, int state, int l, const LayerPlan& plan,
                                                Screen& now) {
    LayerState& layer = layerOf(state, l);
    Reading reading;
    for (const std::size_t place : plan.maps) {
        Shown& map = now.shown[place];
        const MapDemand& demand = frame.demand.maps[place];
        LayerState* other = demand.isDifference ? comparedWith(frame, demand, layer.sizes(), map) : nullptr;
        if (demand.isDifference && !other) continue;
        map.stamp = layer.stamp(demand.stage, demand.head);
        map.less = other ? other->stamp(demand.stage, demand.head) : 0;
        if (map.tile = shownBefore(demand, map, place); map.tile) continue;
        const std::size_t begin = reading.reads.size();
        const StageInfo& info = infoOf(demand.stage);
        addReads(demand, lengthOf(info.rows, layer.sizes()), lengthOf(info.cols, layer.sizes()), reading.reads);
        if (other)
            for (Read& read : std::span(reading.reads).subspan(begin)) {
                read.minus = &other->blocks();
                read.minusRows = map.rowsMoved;
                read.minusCols = map.colsMoved;
            }
        reading.maps.push_back({place, begin, reading.reads.size() - begin});
    }
    for (const std::size_t place : plan.cells) { // of the session itself: one compared with it has none
        const Options& options = layerAt(frame.session, l).options;
        const CellRef& ref = frame.demand.cells[place];
        ShownCell cell{ref, layer.stamp(Stage::Context, ref.head), scoreFactor(options, layer.sizes().dk), nullptr};
        const auto before = std::ranges::find_if(
            screen.cells, [&](const ShownCell& shown) { return shown.cell && shown.isAs(cell); });
        if (before != screen.cells.end()) {
            cell.cell = before->cell;
        } else {
            reading.cells.push_back({place, reading.reads.size()});
            addReads(ref, layer.rule(), reading.reads);
        }
        now.cells[place] = std::move(cell);
    }
    return reading;
}

Result<void> Engine::State::readLayer(Frame& frame, int state, int l, const LayerPlan& plan, Screen& now) {
    LayerState& layer = layerOf(state, l);
    Reading reading = readingOf(frame, state, l, plan, now);
    std::vector<Answer> answers(reading.reads.size());
    if (const auto done = layer.run(reading.reads, answers); !done) return done;
    for (const Reading::Map& map : reading.maps) {
        const MapDemand& demand = frame.demand.maps[map.place];
        const StageInfo& info = infoOf(demand.stage);
        now.shown[map.place].tile = std::make_shared<Tile>(tileFrom(demand, lengthOf(info.rows, layer.sizes()),
                                                                    lengthOf(info.cols, layer.sizes()),
                                                                    std::span(answers).subspan(map.begin, map.count)));
    }
    for (const auto& [place, begin] : reading.cells) {
        ShownCell& shown = now.cells[place];
        shown.cell = std::make_shared<CellArithmetic>(
            cellFrom(shown.ref, layer.rule(), shown.factor, std::span(answers).subspan(begin)));
    }
    return {};
}

void Engine::State::forget() {
    stacks.clear();
    screen = earlier = {};
}

std::string gigabytes(double bytes) { return fixedPoint(bytes / 1e9, 1) + " GB"; }

} // namespace headlight
