#include "engine/Engine.h"

#include "base/numberText.h"
#include "engine/EngineState.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace headlight {

static_assert(kMasked == kMaskedCell);

Engine::Engine(std::unique_ptr<Backend> backend) : state_(std::make_unique<State>()) {
    state_->backend = std::move(backend);
}

Engine::~Engine() = default;

const Backend& Engine::backend() const { return *state_->backend; }

void Engine::setScoresBudget(double bytes) { state_->scoresBudget = bytes; }

Frame Engine::answer(const Session& session, const Demand& demand) {
    const auto start = std::chrono::steady_clock::now();
    Frame frame;
    const auto giveUp = [&](std::string why) {
        state_->forget();
        frame.tiles.clear();
        frame.cell.reset();
        frame.problem = std::move(why);
    };
    try {
        frame.session = session;
        frame.demand = demand;
        if (const auto complaint = state_->firstInconsistency(session))
            frame.problem = "The session does not fit together: " + *complaint;
        else
            state_->answer(frame);
    } catch (const std::bad_alloc&) {
        giveUp("There is not enough memory for these maps. Shorten the sentence or show fewer heads.");
    } catch (const std::exception& error) {
        giveUp(std::string("These maps could not be computed (") + error.what() + "). Change something to try again.");
    } catch (...) {
        giveUp("These maps could not be computed. Change something to try again.");
    }
    frame.computeMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return frame;
}

void Engine::State::answer(Frame& frame) {
    const Session& session = frame.session;
    Comparisons compare;
    matchHeads(session.layers[0]);
    frame.problem = makeRoom(frame.demand, session);
    if (!frame.problem.empty()) {
        shown.clear();
        shownCell.reset();
        return;
    }
    const LayerInputs inputs = takeInputs(session, compare);

    std::vector<Shown> now;
    for (const MapDemand& map : frame.demand.maps) {
        const Source source = sourceOf(map, session, inputs, compare);
        const auto before = std::ranges::find_if(
            shown, [&](const Shown& s) { return s.demand == map && s.stamp == source.stamp && source.stamp > 0; });
        frame.tiles.push_back(before == shown.end() ? tileOf(map, source) : before->tile);
        now.push_back({map, source.stamp, frame.tiles.back()});
    }
    shown = std::move(now);
    if (frame.demand.cell) frame.cell = cellFor(*frame.demand.cell, session, inputs, compare);
}

LayerInputs Engine::State::takeInputs(const Session& session, Comparisons& compare) {
    LayerInputs inputs;
    inputs.x = queryRows.of(session.text, compare);
    inputs.xKv = session.context ? keyRows.of(*session.context, compare) : inputs.x;
    inputs.rule = ruleOf(session.layers[0].options, sizesOf(session).dk);

    const auto take = [&](LayerBlock& block, const FrozenMatrix& x) {
        if (block.matrix == x) return;
        const FrozenMatrix before = std::exchange(block.matrix, x);
        const bool differs = !before || !x || before->rows() != x->rows() || !compare.changed(before, x).empty();
        if (differs) block.stamp = ++clock;
    };
    take(blocks[Stage::X], inputs.x);
    take(blocks[Stage::XKv], session.context ? inputs.xKv : FrozenMatrix());
    return inputs;
}

void Engine::State::matchHeads(const Layer& layer) {
    const std::size_t n = layer.heads.size();
    std::vector<std::unique_ptr<HeadState>> before = std::move(heads);
    heads.clear();
    heads.resize(n);
    // A head that stayed where it was; then heads that moved because another one came or went; then the edited ones.
    for (std::size_t h = 0; h < std::min(n, before.size()); ++h)
        if (before[h]->belongsTo(layer.heads[h])) heads[h] = std::move(before[h]);
    for (std::size_t h = 0; h < n; ++h)
        for (std::size_t old = 0; old < before.size() && !heads[h]; ++old)
            if (before[old] && before[old]->belongsTo(layer.heads[h])) heads[h] = std::move(before[old]);
    for (std::size_t h = 0; h < n; ++h) {
        if (!heads[h] && h < before.size()) heads[h] = std::move(before[h]);
        if (!heads[h]) heads[h] = std::make_unique<HeadState>(backend->makeHead());
    }
}

std::string Engine::State::makeRoom(const Demand& demand, const Session& session) {
    std::vector<bool> attends(heads.size());
    const auto note = [&](int layer, int head) {
        const bool exists = layer == 0 && head >= 0 && head < static_cast<int>(heads.size());
        if (exists) attends[static_cast<std::size_t>(head)] = true;
    };
    for (const MapDemand& map : demand.maps) {
        const StageInfo& info = infoOf(map.stage);
        if (!info.fromScores || !hasStage(map.stage, session, 0)) continue;
        if (info.scope == Scope::Layer && map.layer == 0) attends.assign(heads.size(), true);
        if (info.scope == Scope::Head) note(map.layer, map.head);
    }
    if (demand.cell) note(demand.cell->layer, demand.cell->head);

    for (std::size_t h = 0; h < heads.size(); ++h)
        if (!attends[h]) heads[h]->forgetScores();
    const auto count = std::count(attends.begin(), attends.end(), true);
    const Sizes sizes = sizesOf(session);
    const double need = static_cast<double>(count) *
                        backend->scoresBytes(sizes.tokens, sizes.keyTokens, session.layers[0].options.mask);
    if (need <= scoresBudget) return {};
    forget();
    const std::string many = std::to_string(count) + (count == 1 ? " head" : " heads");
    return "The scores of the " + many + " on the screen would take " + gigabytes(need) + " of memory, more than the " +
           gigabytes(scoresBudget) + " set aside for them. Show fewer heads at once, or shorten the sentence (" +
           std::to_string(sizes.tokens) + " tokens).";
}

void Engine::State::forget() {
    heads.clear();
    queryRows.forget();
    keyRows.forget();
    blocks = {};
    concatOf.clear();
    shown.clear();
    shownCell.reset();
}

std::string gigabytes(double bytes) { return fixedPoint(bytes / 1e9, 1) + " GB"; }

} // namespace headlight
