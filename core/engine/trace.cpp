#include "engine/EngineState.h"

#include <new>

namespace headlight {
namespace {

constexpr double kTraceBudget = 4.0 * 1024 * 1024 * 1024;

double bytesOf(const Sizes& s) {
    const double n = s.tokens, m = s.keyTokens;
    return 4 * s.heads * (3 * n * m + n * s.dk + m * s.dk + m * s.dv + 2 * n * s.dv);
}

} // namespace

Result<Trace> Engine::trace(const Session& session, int layerIndex, const std::function<bool(double)>& progress) {
    if (const auto complaint = firstInconsistency(session))
        return Problem{"The session does not fit together: " + *complaint};
    if (const auto exists = layerExists(session, layerIndex); !exists) return exists.problem();
    const Sizes sizes = sizesOf(session, layerIndex);
    if (bytesOf(sizes) > kTraceBudget)
        return Problem{"All stages of this layer would take " + gigabytes(bytesOf(sizes)) +
                       " of memory, more than the " + gigabytes(kTraceBudget) +
                       " that are possible. Shorten the sentence or remove heads."};

    // Heads of its own: a whole trace neither disturbs nor needs what the Engine keeps for the screen.
    const Layer& layer = session.layers[static_cast<std::size_t>(layerIndex)];
    const Backend& backend = *state_->backend;
    Trace trace;
    double done = 0;
    const double steps = 4.0 * sizes.heads + 1;
    const auto goesOn = [&] { return !progress || progress(done++ / steps); };
    const Problem cancelled{"Cancelled"};
    try {
        LayerInputs inputs{FrozenMatrix(tokenVectors(session.text)), {}, ruleOf(layer.options, sizes.dk)};
        inputs.xKv = session.context ? FrozenMatrix(tokenVectors(*session.context)) : inputs.x;
        trace.x = *inputs.x;
        if (session.context) trace.xKv = *inputs.xKv;
        trace.concat.resize(sizes.tokens, Index(sizes.heads) * sizes.dv);
        for (const Head& weights : layer.heads) {
            Comparisons compare;
            std::uint64_t clock = 0;
            HeadState state(backend.makeHead());
            BackendHead& head = state.blocks();
            HeadTrace out;
            if (!goesOn()) return cancelled;
            state.bringUpTo(Stage::Context, weights, inputs, compare, clock);
            if (!goesOn()) return cancelled;
            out.q = head.wholeRows(Block::Q, 0, sizes.tokens);
            out.k = head.wholeRows(Block::K, 0, sizes.keyTokens);
            out.v = head.wholeRows(Block::V, 0, sizes.keyTokens);
            out.scores = head.wholeRows(Block::Scores, 0, sizes.tokens);
            out.scaled = head.wholeRows(Block::Scaled, 0, sizes.tokens);
            if (!goesOn()) return cancelled;
            out.weights = head.wholeRows(Block::Weights, 0, sizes.tokens);
            if (!goesOn()) return cancelled;
            out.context = head.wholeRows(Block::Context, 0, sizes.tokens);
            trace.concat.middleCols(static_cast<Index>(trace.heads.size()) * sizes.dv, sizes.dv) = out.context;
            trace.heads.push_back(std::move(out));
        }
        if (!goesOn()) return cancelled;
        if (layer[Parameter::Wo])
            trace.output = backend.product(trace.concat, layer[Parameter::Wo], layer[Parameter::Bo]);
    } catch (const std::bad_alloc&) {
        return Problem{"There is not enough memory for all stages of this layer (" + gigabytes(bytesOf(sizes)) + ")."};
    }
    if (progress) progress(1);
    return trace;
}

} // namespace headlight
