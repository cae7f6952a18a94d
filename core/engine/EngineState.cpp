#include "engine/EngineState.h"

#include "attention/formulas.h"
#include "base/numberText.h"
#include "engine/answers.h"

#include <algorithm>
#include <utility>

namespace headlight {

const Session& sessionOf(const Frame& frame, int state) {
    return state == 0 ? frame.session : frame.demand.others[static_cast<std::size_t>(state - 1)];
}

Result<void> Engine::State::answer(Frame& frame) {
    const int states = static_cast<int>(frame.demand.others.size()) + 1;
    stacks.resize(static_cast<std::size_t>(states));
    std::vector<std::vector<LayerPlan>> plans;
    for (int state = 0; state < states; ++state) {
        const Session& session = sessionOf(frame, state);
        if (const auto complaint = stacks[static_cast<std::size_t>(state)].firstInconsistency(session)) {
            frame.problem = "The session does not fit together: " + *complaint;
            return {};
        }
        plans.push_back(planOf(session, frame.demand, state));
    }
    if (frame.problem = whyTooLarge(frame, plans); !frame.problem.empty()) return {};

    std::vector<Shown> now;
    for (const MapDemand& map : frame.demand.maps) now.push_back({map, 0, 0, nullptr});
    for (int state = states - 1; state >= 0; --state) // the present one last: differences look at the others
        if (const auto done = compute(frame, state, plans[static_cast<std::size_t>(state)], now); !done) return done;
    for (Shown& map : now) {
        if (!map.tile) map.tile = std::make_shared<Tile>(tileFrom(map.demand, 0, 0, {}));
        frame.tiles.push_back(map.tile);
    }
    shown = std::move(now);
    return {};
}

std::string Engine::State::whyTooLarge(const Frame& frame, const std::vector<std::vector<LayerPlan>>& plans) const {
    double need = 0;
    std::ptrdiff_t heads = 0;
    for (std::size_t state = 0; state < plans.size(); ++state) {
        const Sizes sizes = sizesOf(sessionOf(frame, static_cast<int>(state)));
        for (const LayerPlan& layer : plans[state]) {
            const auto count = std::ranges::count(layer.attends, true);
            heads += count;
            need += static_cast<double>(count) * backend->scoresBytes(sizes.tokens, sizes.keyTokens);
        }
    }
    if (need <= scoresBudget) return {};
    return "The scores of the " + std::to_string(heads) + (heads == 1 ? " head" : " heads") +
           " that these maps need would take " + gigabytes(need) + " of memory, more than the " +
           gigabytes(scoresBudget) + " set aside for them. Show fewer heads at once, or shorten the sentence (" +
           std::to_string(sizesOf(frame.session).tokens) + " tokens).";
}

Result<void> Engine::State::compute(Frame& frame, int state, const std::vector<LayerPlan>& plan,
                                    std::vector<Shown>& now) {
    const Session& session = sessionOf(frame, state);
    Stack& stack = stacks[static_cast<std::size_t>(state)];
    const HostRows x = stack.queryRows.of(session.text);
    const HostRows xKv = session.source ? stack.keyRows.of(*session.source) : HostRows();
    while (stack.layers.size() < plan.size()) stack.layers.emplace_back(backend->makeLayer());
    for (std::size_t l = 0; l < stack.layers.size(); ++l) {
        if (l >= plan.size()) { // not on the screen any more
            stack.layers.erase(stack.layers.begin() + static_cast<std::ptrdiff_t>(l), stack.layers.end());
            break;
        }
        LayerState& layer = stack.layers[l];
        layer.begin(session, static_cast<int>(l), l > 0 ? &stack.layers[l - 1] : nullptr, x, xKv, clock);
        for (const LayerPlan::Want& want : plan[l].wants) layer.want(want.stage, want.head);
        if (const auto done = readLayer(frame, state, static_cast<int>(l), now); !done) return done;
    }
    return {};
}

LayerState* Engine::State::comparedWith(const Frame& frame, const MapDemand& map, const Sizes& sizes) {
    const StageInfo& info = infoOf(map.stage);
    if (map.state < 1 || map.state >= static_cast<int>(stacks.size())) return nullptr;
    if (!exists(sessionOf(frame, map.state), map)) return nullptr;
    LayerState& other = stacks[static_cast<std::size_t>(map.state)].layers[static_cast<std::size_t>(map.layer)];
    const auto same = [&](Side side) { return lengthOf(side, sizes) == lengthOf(side, other.sizes()); };
    return same(info.rows) && same(info.cols) ? &other : nullptr;
}

Result<void> Engine::State::readLayer(Frame& frame, int state, int l, std::vector<Shown>& now) {
    LayerState& layer = stacks[static_cast<std::size_t>(state)].layers[static_cast<std::size_t>(l)];
    const Sizes& sizes = layer.sizes();
    const auto rowsOf = [&](const MapDemand& map) { return lengthOf(infoOf(map.stage).rows, sizes); };
    const auto colsOf = [&](const MapDemand& map) { return lengthOf(infoOf(map.stage).cols, sizes); };
    struct Part {
        Shown* map; ///< null: the cell
        std::size_t begin, end;
    };
    std::vector<Read> reads;
    std::vector<Part> parts;
    for (Shown& map : now) {
        const MapDemand& demand = map.demand;
        if ((demand.isDifference ? 0 : demand.state) != state || demand.layer != l) continue;
        if (!exists(sessionOf(frame, state), demand)) continue;
        LayerState* other = demand.isDifference ? comparedWith(frame, demand, sizes) : nullptr;
        if (demand.isDifference && !other) continue;
        map.stamp = layer.stamp(demand.stage, demand.head);
        map.less = other ? other->stamp(demand.stage, demand.head) : 0;
        const auto before = std::ranges::find_if(
            shown, [&](const Shown& s) { return s.demand == demand && s.stamp == map.stamp && s.less == map.less; });
        if (before != shown.end()) {
            map.tile = before->tile;
            continue;
        }
        const std::size_t begin = reads.size();
        addReads(demand, rowsOf(demand), colsOf(demand), other ? &other->blocks() : nullptr, reads);
        parts.push_back({&map, begin, reads.size()});
    }
    std::optional<ShownCell> cell;
    if (const auto& ref = frame.demand.cell; state == 0 && ref && ref->layer == l && exists(frame.session, *ref)) {
        cell = ShownCell{*ref, layer.stamp(Stage::Context, ref->head), nullptr};
        if (shownCell && shownCell->ref == *ref && shownCell->stamp == cell->stamp) {
            cell = shownCell;
        } else {
            const std::size_t begin = reads.size();
            addReads(*ref, reads);
            parts.push_back({nullptr, begin, reads.size()});
        }
    }

    std::vector<Answer> answers(reads.size());
    if (const auto done = layer.run(reads, answers); !done) return done;
    for (const Part& part : parts) {
        const std::span of = std::span(answers).subspan(part.begin, part.end - part.begin);
        if (part.map)
            part.map->tile = std::make_shared<Tile>(
                tileFrom(part.map->demand, rowsOf(part.map->demand), colsOf(part.map->demand), of));
        else
            cell->cell = std::make_shared<CellArithmetic>(
                cellFrom(cell->ref, layer.rule(),
                         scoreFactor(frame.session.layers[static_cast<std::size_t>(l)].options, sizes.dk), of));
    }
    if (cell) {
        shownCell = cell;
        frame.cell = cell->cell;
    }
    return {};
}

void Engine::State::forget() {
    stacks.clear();
    shown.clear();
    shownCell.reset();
}

std::string gigabytes(double bytes) { return fixedPoint(bytes / 1e9, 1) + " GB"; }

} // namespace headlight
