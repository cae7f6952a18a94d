#include "engine/EngineState.h"

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr double kTraceBudget = 4.0 * 1024 * 1024 * 1024;

/// The layers of a session, which neither disturb nor need the ones that the Engine keeps for the screen.
class OwnLayers : public TraceReader {
public:
    /// The layers from `first` on are read: all stages, or `only` one.
    OwnLayers(const Session& session, Backend& backend, int first, std::optional<Stage> only = {})
        : session_(session), backend_(backend), first_(static_cast<std::size_t>(first)), only_(only) {}

    /// Computes the layers up to `last`, and adds the stages of those that are read to `traces`. Without `traces`, they
    /// stream: scores, and all that follows from them, are computed when they are read; Mean and Product alone or not
    /// at all.
    Result<Ran> compute(int last, std::vector<Trace>* traces, const Watch& watch) {
        streams_ = !traces;
        const ModelInputs inputs = KeptInputs().of(session_);
        const std::vector<LayerPlan> plan = planUpTo(last);
        const double part = 1.0 / static_cast<double>(plan.size());
        for (std::size_t l = 0; l < plan.size(); ++l) {
            layers_.emplace_back(backend_.makeLayer());
            LayerState *layer = &layers_.back(), *below = l > 0 ? layer - 1 : nullptr;
            layer->follow(session_, static_cast<int>(l), below, inputs, clock_);
            layer->want(plan[l], streams_);
            const auto from = static_cast<double>(l) * part;
            const Watch ofLayer = partOf(watch, from, from + part);
            auto ran = traces && l >= first_ ? takeAll(*layer, traces->emplace_back(), ofLayer)
                                             : layer->run({}, {}, ofLayer);
            if (!isDone(ran)) return ran;
            layer->settle();
            if (streams_) continue;
            layer->follow(session_, static_cast<int>(l), below, inputs, clock_);
            layer->want({{}, std::vector<LayerPlan::Head>(static_cast<std::size_t>(layer->sizes().heads)), {}, {}});
            ran = layer->run({}, {}, {}); // releases the scores
            if (!ran) return ran;
            layer->settle();
        }
        return backend_.finish(watch);
    }

    std::size_t layers() const override { return layers_.size() - first_; }

    Size sizeOf(std::size_t layer, Stage stage) const override {
        const LayerState& state = layers_[first_ + layer];
        if (!isRead(stage) || !state.program().find(stage)) return {};
        const StageInfo& info = infoOf(stage);
        const Sizes& sizes = state.sizes();
        return {static_cast<std::size_t>(countOf(info, sizes)), lengthOf(info.rows, sizes), lengthOf(info.cols, sizes)};
    }

    Result<Matrix> rows(std::size_t layer, Stage stage, std::size_t head, Index first, Index count) override {
        LayerState& state = layers_[first_ + layer];
        if (const FrozenMatrix& block = state.host(stage)) return Matrix(block->middleRows(first, count));
        const Read read{Read::What::Rows, stage, static_cast<int>(head), {first, 0, count, 0, 0, 0}, {}};
        Answer answer;
        auto ran = state.read({&read, 1}, {&answer, 1});
        if (ran) ran = backend_.finish({});
        if (!ran) return ran.problem();
        return std::move(answer.values);
    }

private:
    static int countOf(const StageInfo& info, const Sizes& sizes) {
        return info.scope == Scope::Head ? sizes.heads : 1;
    }
    bool isRead(Stage stage) const {
        const bool isOnRequest = stage == Stage::Mean || stage == Stage::Product; // it takes memory for all tokens
        return only_ ? stage == *only_ : !streams_ || !isOnRequest;
    }

    /// Returns the plans of the layers up to `last`. Below `first_`, they have what the layers above read.
    std::vector<LayerPlan> planUpTo(int last) const {
        const Shape shape = shapeOf(session_);
        const Stage first = shape.layers[static_cast<std::size_t>(last)].program.begin()->result;
        Demand demand{{{first, last, 0, {}}}}; // so that the plan goes up to `last`
        for (int l = static_cast<int>(first_); l <= last; ++l) {
            const auto& [program, sizes] = shape.layers[static_cast<std::size_t>(l)];
            for (const Op& op : program)
                for (int h = 0; isRead(op.result) && h < countOf(infoOf(op.result), sizes); ++h)
                    demand.maps.push_back({op.result, l, h, {}});
        }
        return planOf(shape, demand, 0);
    }

    /// Reads every stage of the layer, whole.
    Result<Ran> takeAll(LayerState& layer, Trace& trace, const Watch& watch) {
        std::vector<Read> reads;
        for (const Op& op : layer.program())
            for (int h = 0; h < countOf(infoOf(op.result), layer.sizes()); ++h) {
                if (const FrozenMatrix& block = layer.host(op.result)) {
                    trace.add(op.result, *block);
                    continue;
                }
                const Index rows = lengthOf(infoOf(op.result).rows, layer.sizes());
                reads.push_back({Read::What::Rows, op.result, h, {0, 0, rows, 0, 0, 0}, {}});
            }
        std::vector<Answer> answers(reads.size());
        auto ran = layer.run(reads, answers, watch);
        if (isDone(ran)) ran = backend_.finish(watch);
        for (std::size_t i = 0; i < reads.size(); ++i) trace.add(reads[i].stage, std::move(answers[i].values));
        return ran;
    }

    const Session session_;
    Backend& backend_;
    std::size_t first_;
    std::optional<Stage> only_;
    bool streams_ = false;
    Stamp clock_ = 0;
    std::vector<LayerState> layers_;
};

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

} // namespace

Result<void> Engine::computedApart(const Session& session, int first, int last, const Texts& texts,
                                   const std::function<Result<Ran>()>& compute) const {
    for (const int layer : {first, last})
        if (const auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (const std::string why = whyNot(session); !why.empty()) return Problem{why};
    bool isStopped = false;
    const Fault fault = faultOf([&]() -> Result<void> {
        const auto ran = compute();
        isStopped = ran && *ran == Ran::Stopped;
        return ran ? Result<void>() : ran.problem();
    });
    if (fault.kind == Fault::Kind::NoMemory)
        return Problem{"There is not enough memory for " + std::string(texts.all) +
                       ". Shorten the sentence or remove heads."};
    if (fault) return Problem{couldNot(std::string("The stages of ") + texts.layers, fault) + "."};
    return isStopped ? Result<void>(Problem{"Cancelled"}) : Result<void>();
}

Result<std::vector<Trace>> Engine::traces(const Session& session, int first, int last, const Watch& watch) {
    const Texts texts = first == last ? Texts{"this layer", "all stages of this layer"}
                                      : Texts{"these layers", "all stages of these layers"};
    std::vector<Trace> traces;
    double bytes = 0;
    const auto compute = [&]() -> Result<Ran> {
        try {
            bytes = bytesOf(session, *state_->backend, first, last);
            if (bytes > kTraceBudget) return Ran::Done;
            return OwnLayers(session, *state_->backend, first).compute(last, &traces, watch);
        } catch (const std::bad_alloc&) {
            if (bytes > kSmall) throw;
            return Problem{lackOfMemory().why};
        }
    };
    const auto done = computedApart(session, first, last, texts, std::ref(compute));
    if (!done) return done.problem();
    if (bytes > kTraceBudget)
        return Problem{"All stages of " + std::string(texts.layers) + " would take " + gigabytes(bytes) +
                       " of memory, but the limit is " + gigabytes(kTraceBudget) +
                       ". Shorten the sentence or remove heads."};
    if (watch) watch(1);
    return traces;
}

Result<std::unique_ptr<TraceReader>> Engine::openTraces(const Session& session, int first, int last, const Watch& watch,
                                                        std::optional<Stage> only) {
    if (!state_->backend->canStream()) {
        auto whole = traces(session, first, last, watch);
        if (!whole) return whole.problem();
        return std::unique_ptr<TraceReader>(std::make_unique<HeldTraces>(*std::move(whole)));
    }
    std::unique_ptr<OwnLayers> open;
    const auto compute = [&] {
        open = std::make_unique<OwnLayers>(session, *state_->backend, first, only);
        return open->compute(last, nullptr, watch);
    };
    const auto done = computedApart(session, first, last, {"these layers", "these layers"}, std::ref(compute));
    if (!done) return done.problem();
    return std::unique_ptr<TraceReader>(std::move(open));
}

} // namespace headlight
