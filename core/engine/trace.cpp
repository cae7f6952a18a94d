#include "base/tooLittleMemory.h"
#include "engine/EngineState.h"

#include <algorithm>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr double kTraceBudget = 4.0 * 1024 * 1024 * 1024;

/// Reads every stage of the layer, whole. All layers below are up to date.
Result<Ran> readAll(LayerState& layer, const Session& session, int l, Backend& backend, const Watch& watch,
                    Trace& trace) {
    std::vector<Read> reads;
    for (const StageInfo& info : stages())
        for (int h = 0; hasStage(info.stage, session, l) && h < (info.scope == Scope::Head ? layer.sizes().heads : 1);
             ++h) {
            if (const FrozenMatrix& block = layer.host(info.stage)) {
                trace.add(info.stage, *block);
                continue;
            }
            reads.push_back({Read::What::Rows, info.stage, h, {0, 0, lengthOf(info.rows, layer.sizes()), 0, 0, 0}, {}});
        }
    std::vector<Answer> answers(reads.size());
    auto ran = layer.run(reads, answers, watch);
    if (ran && *ran == Ran::Done) ran = backend.finish(watch);
    for (std::size_t i = 0; i < reads.size(); ++i) trace.add(reads[i].stage, std::move(answers[i].values));
    return ran;
}

/// Returns the plan of a layer for a trace: all stages, or those that the layers above read.
LayerPlan planFor(const Session& session, int l, bool isWhole) {
    Demand demand;
    for (const StageInfo& info : stages())
        for (int h = 0; h < (info.scope == Scope::Head ? sizesOf(session, l).heads : 1); ++h)
            if (isWhole || info.isRollout || info.stage == resultStage(session.layers[std::size_t(l)]))
                demand.maps.push_back({info.stage, l, h, {}});
    return planOf(shapeOf(session), demand, 0)[static_cast<std::size_t>(l)];
}

double bytesOf(const Session& session, const Backend& backend, int first, int last) {
    double bytes = 0, scores = 0; // scores: those of one layer at a time
    for (int l = 0; l <= last; ++l) {
        const Sizes s = sizesOf(session, l);
        scores = std::max(scores, s.heads * backend.scoresBytes(s.tokens, s.keyTokens));
        if (l >= first) bytes += sizeof(float) * numbersOf(session, l);
        for (const StageInfo& info : stages()) // every layer keeps its own rollouts
            if (l < first && info.isRollout && hasStage(info.stage, session, l))
                bytes += sizeof(float) * static_cast<double>(s.tokens) * s.tokens;
    }
    return bytes + scores;
}

/// Computes the layers [first, last], and what the layers below pass on. It uses layers of its own, so that a trace
/// neither disturbs nor needs what the Engine keeps for the screen.
Result<Ran> compute(std::vector<Trace>& traces, const Session& session, Backend& backend, int first, int last,
                    const Watch& watch) {
    const ModelInputs inputs = KeptInputs().of(session);
    std::vector<LayerState> layers;
    Stamp clock = 0;
    for (int l = 0; l <= last; ++l) {
        layers.emplace_back(backend.makeLayer());
        LayerState *layer = &layers.back(), *below = l > 0 ? layer - 1 : nullptr;
        layer->follow(session, l, below, inputs, clock);
        layer->want(planFor(session, l, l >= first));
        const double part = 1.0 / (last + 1);
        const Watch ofLayer = partOf(watch, l * part, (l + 1) * part);
        Trace none;
        auto ran = l >= first ? readAll(*layer, session, l, backend, ofLayer, traces.emplace_back())
                              : layer->run({}, {}, ofLayer);
        if (!ran || *ran == Ran::Stopped) return ran;
        layer->settle();
        layer->follow(session, l, below, inputs, clock);
        layer->want({{}, std::vector<LayerPlan::Head>(session.layers[std::size_t(l)].heads().size()), {}, {}});
        ran = layer->run({}, {}, {}); // releases the scores
        if (!ran) return ran;
        layer->settle();
    }
    return backend.finish(watch);
}

} // namespace

Result<Trace> Engine::trace(const Session& session, int layer, const Watch& watch) {
    if (const auto exists = layerExists(session, layer); !exists) return exists.problem();
    auto traces = this->traces(session, layer, layer, watch);
    if (!traces) return traces.problem();
    return std::move(traces->front());
}

Result<std::vector<Trace>> Engine::traces(const Session& session, int first, int last, const Watch& watch) {
    for (const int layer : {first, last})
        if (const auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (const std::string why = whyNot(session); !why.empty()) {
        fault_ = {Fault::Kind::Declined, {}};
        return Problem{why};
    }
    const std::string what = first == last ? "this layer" : "these layers";
    std::vector<Trace> traces;
    double bytes = 0;
    bool isStopped = false;
    fault_ = faultOf([&]() -> Result<void> {
        bytes = bytesOf(session, *state_->backend, first, last);
        if (bytes > kTraceBudget) return {};
        const auto ran = compute(traces, session, *state_->backend, first, last, watch);
        isStopped = ran && *ran == Ran::Stopped;
        return ran ? Result<void>() : ran.problem();
    });
    if (fault_.kind == Fault::Kind::NoMemory && bytes <= kSmall) fault_ = lackOfMemory();
    if (fault_.kind == Fault::Kind::NoMemory)
        return Problem{"There is not enough memory for all stages of " + what +
                       ". Shorten the sentence or remove heads."};
    if (fault_) return Problem{couldNot("The stages of " + what, fault_) + "."};
    if (bytes > kTraceBudget)
        return Problem{"All stages of " + what + " would take " + gigabytes(bytes) + " of memory, but the limit is " +
                       gigabytes(kTraceBudget) + ". Shorten the sentence or remove heads."};
    if (isStopped) return Problem{"Cancelled"};
    if (watch) watch(1);
    return traces;
}

} // namespace headlight
