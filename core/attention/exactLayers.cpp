#include "attention/exactLayers.h"

namespace headlight {
namespace {

/// Returns a layer with its inputs: those of the session, and copies of stages of the layer below.
ReferenceTrace inputsOf(const Session& session, const Program& program, int l, const ReferenceTrace* below) {
    const auto isOwn = [](const Op& op) { return !op.isFromBelow || infoOf(op.result).isOfModel; };
    ReferenceTrace own, layer;
    if (std::ranges::any_of(program.inputs(), isOwn)) own = reference(session, l);
    for (const Op& op : program.inputs()) layer.add(op.result, isOwn(op) ? own(op.result) : (*below)(op.inputs[0]));
    return layer;
}

} // namespace

std::vector<ReferenceTrace> exactLayers(const Session& session, std::span<const Program> programs) {
    std::vector<ReferenceTrace> layers;
    for (int l = 0; l < static_cast<int>(programs.size()); ++l) {
        const Program& program = programs[std::size_t(l)];
        const Layer& layer = layerAt(session, l);
        const LayerWeights weights = weightsOf(layer);
        const ReferenceTrace* below = l > 0 ? &layers.back() : nullptr;
        ReferenceTrace trace = inputsOf(session, program, l, below);
        reference(program, weights, ruleOf(layer, sizesOf(session, l)), trace);
        for (const Op& op : program)
            if (op.kind == Op::Kind::Rollout)
                trace.add(op.result, rollout(meanOfHeads(trace.all(op.inputs[0]), weights), rolloutShare(op.result),
                                             below ? &(*below)(op.result) : nullptr));
        layers.push_back(std::move(trace));
    }
    return layers;
}

} // namespace headlight
