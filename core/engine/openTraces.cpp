#include "base/tooLittleMemory.h"
#include "engine/EngineState.h"

#include <new>
#include <utility>

namespace headlight {
namespace {

/// Reads layers of its own, like traces(), and keeps them as long as it exists.
class StreamedTraces : public TraceReader {
public:
    StreamedTraces(const Session& session, Backend& backend, int first, std::optional<Stage> only)
        : session_(session), backend_(backend), first_(first), only_(only) {}

    Result<Ran> open(int last, const Watch& watch) {
        const ModelInputs inputs = KeptInputs().of(session_);
        for (int l = 0; l <= last; ++l) {
            layers_.emplace_back(backend_.makeLayer());
            LayerState *layer = &layers_.back(), *below = l > 0 ? layer - 1 : nullptr;
            layer->follow(session_, l, below, inputs, clock_);
            layer->want(planFor(l), true);
            const double part = 1.0 / (last + 1);
            const auto ran = layer->run({}, {}, partOf(watch, l * part, (l + 1) * part));
            if (!ran || *ran == Ran::Stopped) return ran;
            layer->settle();
        }
        return backend_.finish(watch);
    }

    std::size_t layers() const override { return layers_.size() - static_cast<std::size_t>(first_); }

    Size sizeOf(std::size_t layer, Stage stage) const override {
        const int l = first_ + static_cast<int>(layer);
        if (!isRead(stage) || !hasStage(stage, session_, l)) return {};
        const StageInfo& info = infoOf(stage);
        const Sizes sizes = sizesOf(session_, l);
        return {info.scope == Scope::Head ? static_cast<std::size_t>(sizes.heads) : 1, lengthOf(info.rows, sizes),
                lengthOf(info.cols, sizes)};
    }

    Result<Matrix> rows(std::size_t layer, Stage stage, std::size_t head, Index first, Index count) override {
        LayerState& state = layers_[static_cast<std::size_t>(first_) + layer];
        if (const FrozenMatrix& block = state.host(stage)) return Matrix(block->middleRows(first, count));
        const Read read{Read::What::Rows, stage, static_cast<int>(head), {first, 0, count, 0, 0, 0}, {}};
        Answer answer;
        auto ran = state.read({&read, 1}, {&answer, 1});
        if (ran) ran = backend_.finish({});
        if (!ran) return ran.problem();
        return std::move(answer.values);
    }

private:
    bool isRead(Stage stage) const { return only_ ? stage == *only_ : stage != Stage::Product; }

    /// Returns the plan of a layer: stages that the layers above read, and from first_ on all that sizeOf() has.
    LayerPlan planFor(int l) const {
        Demand demand;
        for (const StageInfo& info : stages())
            for (int h = 0; h < (info.scope == Scope::Head ? sizesOf(session_, l).heads : 1); ++h)
                if (info.stage == resultStage(session_.layers[std::size_t(l)]) ||
                    (isRead(info.stage) && (l >= first_ || info.isRollout)))
                    demand.maps.push_back({info.stage, l, h, {}});
        return planOf(shapeOf(session_), demand, 0)[static_cast<std::size_t>(l)];
    }

    const Session session_;
    Backend& backend_;
    int first_;
    std::optional<Stage> only_;
    Stamp clock_ = 0;
    std::vector<LayerState> layers_;
};

struct OwnTraces {
    std::vector<Trace> traces;
};
class KeptTraces : OwnTraces, public HeldTraces {
public:
    explicit KeptTraces(std::vector<Trace> all) : OwnTraces{std::move(all)}, HeldTraces(traces) {}
};

} // namespace

Result<std::unique_ptr<TraceReader>> Engine::openTraces(const Session& session, int first, int last, const Watch& watch,
                                                        std::optional<Stage> only) {
    if (!state_->backend->canStream()) {
        auto whole = traces(session, first, last, watch);
        if (!whole) return whole.problem();
        return std::unique_ptr<TraceReader>(std::make_unique<KeptTraces>(*std::move(whole)));
    }
    for (const int layer : {first, last})
        if (const auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (const std::string why = whyNot(session); !why.empty()) {
        fault_ = {Fault::Kind::Declined, {}};
        return Problem{why};
    }
    auto open = std::make_unique<StreamedTraces>(session, *state_->backend, first, only);
    bool isStopped = false;
    fault_ = faultOf([&]() -> Result<void> {
        const auto ran = open->open(last, watch);
        isStopped = ran && *ran == Ran::Stopped;
        return ran ? Result<void>() : ran.problem();
    });
    if (fault_.kind == Fault::Kind::NoMemory)
        return Problem{"There is not enough memory for these layers. Shorten the sentence or remove heads."};
    if (fault_) return Problem{couldNot("The stages of these layers", fault_) + "."};
    if (isStopped) return Problem{"Cancelled"};
    return std::unique_ptr<TraceReader>(std::move(open));
}

} // namespace headlight
