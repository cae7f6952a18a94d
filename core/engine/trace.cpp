#include "base/tooLittleMemory.h"
#include "engine/EngineState.h"
#include "session/consistency.h"

#include <algorithm>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr double kTraceBudget = 4.0 * 1024 * 1024 * 1024;

/// Reads all rows of a stage that was wanted.
Read wholeOf(Stage stage, int head, const Sizes& sizes) {
    Read read{Read::What::Rows, stage, head, {}, {}, nullptr};
    read.area.rows = lengthOf(infoOf(stage).rows, sizes);
    return read;
}

/// Layers of its own: a whole trace neither disturbs nor needs what the Engine keeps for the screen.
class Tracing {
public:
    Tracing(const Session& session, const Backend& backend) : session_(session) {
        inputs_ = KeptInputs().of(session);
        for (std::size_t l = 0; l < session.layers.size(); ++l) layers_.emplace_back(backend.makeLayer());
    }

    /// Computes these stages of a layer (of one head, or those that the layer has one of) and adds them to `trace`.
    Result<void> run(int l, const std::vector<Stage>& wanted, int head, Trace* trace) {
        LayerState& layer = layers_[static_cast<std::size_t>(l)];
        layer.begin(session_, l, l > 0 ? &layers_[static_cast<std::size_t>(l) - 1] : nullptr, inputs_, clock_);
        std::vector<Read> reads;
        for (int h = 0; trace && h < head; ++h) layer.want(Stage::Context, h); // keeps its scores until all are joined
        for (const Stage stage : wanted) {
            layer.want(stage, head);
            if (trace) reads.push_back(wholeOf(stage, head, layer.sizes()));
        }
        std::vector<Answer> answers(reads.size());
        if (const auto ran = layer.run(reads, answers); !ran) return ran;
        for (std::size_t i = 0; i < reads.size(); ++i) trace->add(wanted[i], std::move(answers[i].values));
        return {};
    }

private:
    const Session& session_;
    ModelInputs inputs_;
    std::vector<LayerState> layers_;
    Stamp clock_ = 0;
};

std::vector<Stage> stagesOf(const Session& session, int layer, Scope scope) {
    std::vector<Stage> found;
    for (const StageInfo& info : stages())
        if (info.scope == scope && hasStage(info.stage, session, layer)) found.push_back(info.stage);
    return found;
}

struct Traced {
    std::vector<Trace> layers;
    double bytes = 0; ///< that it takes; above the budget nothing is computed
    bool isCancelled = false;
};

double bytesOf(const Session& session, const Backend& backend, int first, int last) {
    double bytes = 0, scores = 0; // scores: of one layer at a time
    for (int l = 0; l <= last; ++l) {
        const Sizes s = sizesOf(session, l);
        scores = std::max(scores, s.heads * backend.scoresBytes(s.tokens, s.keyTokens));
        if (l >= first) bytes += sizeof(float) * numbersOf(session, l);
    }
    return bytes + scores;
}

/// The layers [first, last], and of those below what they pass on.
Result<void> compute(Traced& traced, const Session& session, const Backend& backend, int first, int last,
                     const Watch& progress) {
    traced.bytes = bytesOf(session, backend, first, last);
    if (traced.bytes > kTraceBudget) return {};
    double steps = 1, done = 0;
    for (int l = 0; l <= last; ++l) steps += 1 + (l >= first ? sizesOf(session, l).heads : 0);
    const auto goesOn = [&] {
        traced.isCancelled = progress && !progress(done++ / steps);
        return !traced.isCancelled;
    };
    Tracing tracing(session, backend);
    for (int l = 0; l <= last; ++l) {
        Trace* trace = l >= first ? &traced.layers.emplace_back() : nullptr;
        for (int h = 0; trace && h < sizesOf(session, l).heads; ++h) {
            if (!goesOn()) return {};
            if (auto ran = tracing.run(l, stagesOf(session, l, Scope::Head), h, trace); !ran) return ran;
        }
        if (!goesOn()) return {};
        std::vector<Stage> whole = stagesOf(session, l, Scope::Layer);
        if (!trace)
            std::erase_if(whole, [&](Stage stage) { // what those above read
                return !infoOf(stage).isRollout && stage != resultStage(session.layers[std::size_t(l)]);
            });
        if (auto ran = tracing.run(l, whole, 0, trace); !ran) return ran;
        if (auto ran = tracing.run(l, {}, 0, nullptr); !ran) return ran; // gives the scores back
    }
    return {};
}

} // namespace

Result<Trace> Engine::trace(const Session& session, int layer, const Watch& progress) {
    if (const auto exists = layerExists(session, layer); !exists) return exists.problem();
    auto traces = this->traces(session, layer, layer, progress);
    if (!traces) return traces.problem();
    return std::move(traces->front());
}

Result<std::vector<Trace>> Engine::traces(const Session& session, int first, int last, const Watch& progress) {
    try {
        return traced(session, first, last, progress);
    } catch (const std::bad_alloc&) { // not even memory for asking
        return tooLittleMemory("There is not enough memory for all stages. Close other programs and try again.");
    }
}

Result<std::vector<Trace>> Engine::traced(const Session& session, int first, int last, const Watch& progress) {
    if (const auto complaint = firstInconsistency(session))
        return Problem{"The session is inconsistent: " + *complaint};
    for (const int layer : {first, last})
        if (const auto exists = layerExists(session, layer); !exists) return exists.problem();
    const std::string what = first == last ? "this layer" : "these layers";
    const Work<Traced> work = [session, first, last](State& state, const Watch& told) {
        Attempt<Traced> attempt;
        attempt.fault = faultOf([&] { return compute(attempt.made, session, *state.backend, first, last, told); });
        if (attempt.fault.kind == Fault::Kind::NoMemory && attempt.made.bytes <= kSmall) attempt.fault = lackOfMemory();
        return attempt;
    };
    Attempt<Traced> attempt = tried(work, multiplicationsUpTo(session, last), progress);
    if (attempt.fault.kind == Fault::Kind::NoMemory)
        return Problem{"There is not enough memory for all stages of " + what +
                       ". Shorten the sentence or remove heads."};
    if (attempt.fault.kind == Fault::Kind::Backend)
        return Problem{couldNot("The stages of " + what, attempt.fault) + "."};
    if (attempt.made.bytes > kTraceBudget)
        return Problem{"All stages of " + what + " would take " + gigabytes(attempt.made.bytes) +
                       " of memory, but the limit is " + gigabytes(kTraceBudget) +
                       ". Shorten the sentence or remove heads."};
    if (attempt.made.isCancelled) return Problem{"Cancelled"};
    if (progress) progress(1);
    return std::move(attempt.made.layers);
}

} // namespace headlight
