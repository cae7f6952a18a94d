#include "engine/EngineState.h"

#include <algorithm>
#include <new>

namespace headlight {
namespace {

constexpr double kTraceBudget = 4.0 * 1024 * 1024 * 1024;

} // namespace

Result<Trace> Engine::trace(const Session& session, int layerIndex, const std::function<bool(double)>& progress) {
    if (const auto complaint = firstInconsistency(session))
        return Problem{"The session does not fit together: " + *complaint};
    if (const auto exists = layerExists(session, layerIndex); !exists) return exists.problem();
    const Sizes sizes = sizesOf(session, layerIndex);
    const double bytes = sizeof(float) * numbersOf(session, layerIndex);
    if (bytes > kTraceBudget)
        return Problem{"All stages of this layer would take " + gigabytes(bytes) + " of memory, more than the " +
                       gigabytes(kTraceBudget) + " that are possible. Shorten the sentence or remove heads."};

    // Heads of its own: a whole trace neither disturbs nor needs what the Engine keeps for the screen.
    const Layer& layer = session.layers[static_cast<std::size_t>(layerIndex)];
    const Backend& backend = *state_->backend;
    Trace trace;
    double done = 0;
    const auto ofHead = std::ranges::count(stages(), Scope::Head, &StageInfo::scope);
    const double steps = sizes.heads * (static_cast<double>(ofHead) + 1) + 1;
    const auto goesOn = [&] { return !progress || progress(done++ / steps); };
    const Problem cancelled{"Cancelled"};
    try {
        LayerInputs inputs{FrozenMatrix(tokenVectors(session.text)), {}, ruleOf(layer.options, sizes.dk)};
        inputs.xKv = session.context ? FrozenMatrix(tokenVectors(*session.context)) : inputs.x;
        trace.add(Stage::X, *inputs.x);
        if (session.context) trace.add(Stage::XKv, *inputs.xKv);
        Matrix concat(sizes.tokens, sizes.concat());
        for (std::size_t h = 0; h < layer.heads.size(); ++h) {
            Comparisons compare;
            std::uint64_t clock = 0;
            HeadState state(backend.makeHead());
            if (!goesOn()) return cancelled;
            state.bringUpTo(Stage::Context, layer.heads[h], inputs, compare, clock);
            for (const StageInfo& info : stages()) {
                if (info.scope != Scope::Head) continue;
                if (!goesOn()) return cancelled;
                trace.add(info.stage, state.blocks().wholeRows(info.stage, 0, lengthOf(info.rows, sizes)));
            }
            concat.middleCols(static_cast<Index>(h) * sizes.dv, sizes.dv) = trace(Stage::Context, h);
        }
        if (!goesOn()) return cancelled;
        const FrozenMatrix side(std::move(concat));
        if (layer[Parameter::Wo])
            trace.add(Stage::Output, backend.product(side, layer[Parameter::Wo], layer[Parameter::Bo]));
        trace.add(Stage::Concat, *side);
    } catch (const std::bad_alloc&) {
        return Problem{"There is not enough memory for all stages of this layer (" + gigabytes(bytes) + ")."};
    }
    if (progress) progress(1);
    return trace;
}

} // namespace headlight
