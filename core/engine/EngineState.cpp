#include "engine/EngineState.h"

#include "backend/host/pooling.h"
#include "base/memory.h"
#include "base/numberText.h"
#include "engine/Difference.h"
#include "engine/answers.h"
#include "session/pairs.h"

#include <algorithm>
#include <span>
#include <utility>

namespace headlight {

namespace {

constexpr int kNotYet = -1; ///< the state of a map that a later part of the answer has

/// Returns the demand with the places that the layers and heads of its maps have in this state.
Demand demandIn(const Frame& frame, int state) {
    Demand own = frame.demand;
    own.others.clear();
    for (MapDemand& map : own.maps) {
        if (map.state != state || state == 0) continue;
        const auto [layer, head] = samePlace(sessionOf(frame, state), frame.session, {map.layer, map.head});
        map.layer = layer;
        map.head = infoOf(map.stage).scope == Scope::Head ? head : 0;
    }
    return own;
}

} // namespace

const Session& sessionOf(const Frame& frame, int state) {
    return state == 0 ? frame.session : frame.demand.others[static_cast<std::size_t>(state - 1)];
}

Engine::State::Left Engine::State::mapsLeft(const Frame& frame) const {
    std::vector<const Screen*> same;
    for (const Screen* before : {&screen, &earlier})
        if (before->session == frame.session && before->others == frame.demand.others) same.push_back(before);
    Left left;
    for (std::size_t place = 0; place < frame.demand.maps.size(); ++place) {
        const MapDemand& map = frame.demand.maps[place];
        const bool isThere = std::ranges::any_of(same, [&](const Screen* before) {
            const auto found = static_cast<std::size_t>(std::ranges::find(before->maps, map) - before->maps.begin());
            return found < before->maps.size() && before->shown[found].tile;
        });
        if (!isThere) left[{map.state, map.layer, map.head}].push_back(place);
    }
    return left;
}

void Engine::State::plan(const Frame& frame, const Left& left) {
    stacks.resize(frame.demand.others.size() + 1);
    for (int state = 0; state < static_cast<int>(stacks.size()); ++state) {
        Stack& stack = stackOf(state);
        stack.shape = shapeOf(sessionOf(frame, state));
        stack.demand = demandIn(frame, state);
        for (const auto& [head, places] : left)
            for (const std::size_t place : places) {
                stack.demand.maps[place].state = kNotYet;
                stack.demand.maps[place].isDifference = false; // those are read by state 0
            }
        stack.plan = planOf(stack.shape, stack.demand, state);
    }
}

Result<Ran> Engine::State::answer(Frame& frame, const Watch& watch, const Sink& sink) {
    plan(frame, {});
    frame.problem = whyTooLarge();
    frame.isStreamed = streams;
    if (!frame.problem.empty()) return Ran::Done;
    if (!streams || !sink) return answerPlanned(frame, watch);
    Left left = mapsLeft(frame);
    const double part = 1.0 / static_cast<double>(left.size() + 1);
    double from = 0;
    for (; !left.empty(); left.erase(left.begin()), from += part) {
        plan(frame, left);
        Frame early = frame;
        early.isPart = true;
        early.remarks = backend->remarks();
        if (const auto ran = answerPlanned(early, partOf(watch, from, from + part)); !isDone(ran)) {
            screen.session = earlier.session = {}; // the layers are those of another session
            return ran;
        }
        if (!sink(std::move(early))) return Ran::Stopped;
    }
    plan(frame, {});
    return answerPlanned(frame, partOf(watch, from, 1));
}

Result<Ran> Engine::State::answerPlanned(Frame& frame, const Watch& watch) {
    const int states = static_cast<int>(stacks.size());
    const std::vector<MapDemand>& maps = frame.demand.maps;
    areMapsAsBefore = maps == screen.maps;
    Screen now{frame.session, frame.demand.others, maps, std::vector<Shown>(maps.size()),
               std::vector<ShownCell>(frame.demand.cells.size())};
    for (std::size_t place = 0; place < now.cells.size(); ++place) {
        ShownCell& cell = now.cells[place];
        cell.demand = frame.demand.cells[place];
        const bool isKnown = cell.demand.state >= 0 && cell.demand.state < states;
        const Shape* shape = isKnown ? &stackOf(cell.demand.state).shape : nullptr;
        if (shape && shape->has(cell.demand.cell)) cell.lines = linesFor(cell.demand.cell, *shape);
    }
    std::vector<Reading> readings;
    // The layers, the differences and the statistics each count as one part of the whole work, if there are any.
    const bool hasDifferences = std::ranges::any_of(maps, &MapDemand::isDifference);
    const double part = 1.0 / (1 + hasDifferences + !frame.demand.statistics.empty());
    const double compared = hasDifferences ? 2 * part : part;
    if (const auto ran = compute(frame, now, readings, partOf(watch, 0, part)); !isDone(ran)) return ran;
    if (streams) returnFreedMemory(); // the memory of blocks and packed matrices; streaming takes far longer
    for (Reading& reading : readings) show(frame, reading, now);
    if (const auto ran = showDifferences(frame, now, partOf(watch, part, compared)); !isDone(ran)) return ran;
    if (const auto ran = takeStatistics(frame, partOf(watch, compared, 1)); !isDone(ran)) return ran;
    for (std::size_t place = 0; place < maps.size(); ++place) {
        auto& tile = now.shown[place].tile;
        if (!tile && stackOf(0).demand.maps[place].state != kNotYet) {
            Tile empty;
            empty.demand = maps[place];
            tile = std::make_shared<Tile>(std::move(empty));
        }
        frame.tiles.push_back(tile);
    }
    explainCells(frame, now);
    for (const ShownCell& shown : now.cells) frame.explanations.push_back(shown.explanation);
    if (const auto ran = addSensitivities(frame, watch); !isDone(ran)) return ran;
    if (now.cells.empty()) now.cells = std::move(screen.cells);
    if (!areMapsAsBefore) earlier = std::move(screen);
    screen = std::move(now);
    return Ran::Done;
}

std::string Engine::State::whyTooLarge() {
    need = 0;
    int heads = 0;
    for (const Stack& stack : stacks)
        for (const LayerPlan& layer : stack.plan) {
            const int count = layer.attending();
            const Sizes& sizes = stack.shape.layers[0].sizes;
            heads += count;
            need += static_cast<double>(count) * backend->scoresBytes(sizes.tokens, sizes.keyTokens);
        }
    const double limit = backend->memory();
    streams = need > limit && backend->canStream();
    if (streams) need = 0;
    if (need <= limit) return {};
    return "These maps need the scores of " + std::to_string(heads) + (heads == 1 ? " head" : " heads") +
           ", which would take " + gigabytes(need) + " of memory, but the limit is " + gigabytes(limit) +
           ". Show fewer heads at once, or shorten the sentence (" +
           std::to_string(stacks[0].shape.layers[0].sizes.tokens) + " tokens).";
}

Result<Ran> Engine::State::compute(const Frame& frame, Screen& now, std::vector<Reading>& readings,
                                   const Watch& watch) {
    std::size_t count = 0, done = 0;
    for (const Stack& stack : stacks) count += stack.plan.size();
    for (int state = static_cast<int>(stacks.size()) - 1; state >= 0; --state) {
        Stack& stack = stackOf(state);
        while (stack.layers.size() > stack.plan.size()) stack.layers.pop_back(); // not on the screen any more
        if (stack.plan.empty()) continue;
        const Session& session = sessionOf(frame, state);
        for (LayerState& layer : stack.layers) layer.forgetInputs();
        const ModelInputs inputs = stack.inputs.of(session);
        while (stack.layers.size() < stack.plan.size()) stack.layers.emplace_back(backend->makeLayer());
        for (std::size_t l = 0; l < stack.plan.size(); ++l, ++done) {
            LayerState& layer = stack.layers[l];
            layer.follow(session, static_cast<int>(l), l > 0 ? &stack.layers[l - 1] : nullptr, inputs, clock);
            Reading reading = readingOf(frame, state, static_cast<int>(l), now);
            layer.want(stack.plan[l], streams);
            const double part = 1.0 / static_cast<double>(count), from = static_cast<double>(done) * part;
            const auto ran = layer.run(reading.reads, reading.answers, partOf(watch, from, from + part));
            if (!isDone(ran)) return ran;
            readings.push_back(std::move(reading));
        }
    }
    if (const auto ran = backend->finish(watch); !isDone(ran)) return ran;
    for (Stack& stack : stacks)
        for (LayerState& layer : stack.layers) layer.settle();
    return Ran::Done;
}

LayerState* Engine::State::comparedWith(const Frame& frame, std::size_t place, Shown& map) {
    const MapDemand& demand = frame.demand.maps[place];
    if (demand.state < 1 || demand.state >= static_cast<int>(stacks.size())) return nullptr;
    Stack& stack = stackOf(demand.state);
    const MapDemand& less = stack.demand.maps[place];
    if (!stack.shape.has(demand.stage, less.layer, less.head)) return nullptr;
    map.headBefore = less.head;
    LayerState& other = layerOf(demand.state, less.layer);
    const Session& before = sessionOf(frame, demand.state);
    const auto follow = [&](Side side, Frozen<RowMap>& moved) {
        if (side == Side::Tokens)
            moved = stack.queryMoves.between(before.text.tokens, frame.session.text.tokens);
        else if (side == Side::KeyTokens)
            moved = stack.keyMoves.between(keyText(before).tokens, keyText(frame.session).tokens);
        else if (side == Side::Concat &&
                 !haveSameHeads(layerAt(before, less.layer), layerAt(frame.session, demand.layer)))
            return false;
        return moved || lengthOf(side, layerOf(0, demand.layer).sizes()) == lengthOf(side, other.sizes());
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
    if (areMapsAsBefore) { // the usual case: only numbers have changed
        const Shown& shown = screen.shown[place];
        return isSame(shown) ? shown.tile : nullptr;
    }
    for (const Screen* before : {&screen, &earlier})
        for (std::size_t p = 0; p < before->maps.size(); ++p)
            if (before->shown[p].tile && isSame(before->shown[p]) && before->maps[p] == demand)
                return before->shown[p].tile;
    return nullptr;
}

Tile Engine::State::hostTile(const MapDemand& map, const FrozenMatrix& block) {
    std::vector<Read> reads;
    addReads(map, block->rows(), block->cols(), reads);
    std::vector<Answer> answers(reads.size());
    const StageView view = viewOf(*block);
    if (!reads.empty()) answers[0].extent = extentOf(view);
    if (reads.size() > 1) poolAll(view, reads[1].area, reads[1].pooling, answers[1].values);
    AllowedKeys none;
    return tileFrom(map, block->rows(), block->cols(), none, answers);
}

Engine::State::Reading Engine::State::readingOf(const Frame& frame, int state, int l, Screen& now) {
    LayerState& layer = layerOf(state, l);
    const LayerPlan& plan = stackOf(state).plan[static_cast<std::size_t>(l)];
    Reading reading{state, l, {}, {}, {}, {}, {}};
    std::vector<Read>& reads = reading.reads;
    for (const std::size_t place : plan.maps) {
        Shown& map = now.shown[place];
        const MapDemand &demand = frame.demand.maps[place], &own = stackOf(state).demand.maps[place];
        LayerState* other = demand.isDifference ? comparedWith(frame, place, map) : nullptr;
        if (demand.isDifference && !other) continue;
        map.stamp = layer.stamp(own.stage, own.head);
        map.less = other ? other->stamp(demand.stage, map.headBefore) : 0;
        if (map.tile = shownBefore(demand, map, place); map.tile || other) continue;
        const StageInfo& info = infoOf(demand.stage);
        if (const FrozenMatrix& block = layer.host(demand.stage)) {
            map.tile = std::make_shared<Tile>(hostTile(demand, block));
            continue;
        }
        const std::size_t begin = reads.size();
        addReads(own, lengthOf(info.rows, layer.sizes()), lengthOf(info.cols, layer.sizes()), reads);
        reading.maps.push_back({place, begin, reads.size() - begin});
    }
    for (const std::size_t place : plan.cells) readCell(now.cells[place], place, layer, reading);
    reading.answers.resize(reads.size());
    return reading;
}

void Engine::State::show(const Frame& frame, Reading& reading, Screen& now) {
    LayerState& layer = layerOf(reading.state, reading.layer);
    const std::span<Answer> answers(reading.answers);
    for (const auto& [place, begin, count] : reading.maps) {
        const MapDemand& demand = frame.demand.maps[place];
        const StageInfo& info = infoOf(demand.stage);
        now.shown[place].tile = std::make_shared<Tile>(tileFrom(demand, lengthOf(info.rows, layer.sizes()),
                                                                lengthOf(info.cols, layer.sizes()), layer.allowed(),
                                                                answers.subspan(begin, count)));
    }
    for (const auto& [place, line, read] : reading.lines)
        now.cells[place].lines[line].values = std::move(answers[read].values);
    for (const auto& [place, line, read] : reading.kinds) now.cells[place].kind = answers[read].kinds.at(0);
}

Result<Ran> Engine::State::showDifferences(const Frame& frame, Screen& now, const Watch& watch) {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < now.maps.size(); ++place)
        if (const Shown& map = now.shown[place]; now.maps[place].isDifference && !map.tile && map.stamp != 0)
            places.push_back(place);
    const double part = 1.0 / static_cast<double>(places.size());
    double done = 0;
    for (const std::size_t place : places) {
        const MapDemand& demand = now.maps[place];
        Shown& map = now.shown[place];
        Tile tile;
        LayerState& before = *comparedWith(frame, place, map);
        const auto ran = differenceTile(demand, *backend, layerOf(0, demand.layer), before, map.headBefore,
                                        map.rowsMoved, map.colsMoved, partOf(watch, done, done + part), tile);
        if (!isDone(ran)) return ran;
        map.tile = std::make_shared<Tile>(std::move(tile));
        done += part;
    }
    return Ran::Done;
}

void Engine::State::forget() {
    stacks.clear();
    screen = earlier = {};
    sensitivities.clear();
    statistics.clear();
}

std::string gigabytes(double bytes) { return fixedPoint(bytes / 1e9, 1) + " GB"; }

} // namespace headlight
