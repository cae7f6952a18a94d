#include "engine/LayerState.h"

#include <utility>

namespace headlight {
namespace {

/// Returns the change of an input since the last follow(). `ofBelow`: the change of the result of the layer below.
RowChange changeOf(const LayerInput& was, const LayerInput& now, std::uint64_t& told, const RowChange& ofBelow,
                   const HostRows& host) {
    const std::uint64_t last = std::exchange(told, now.rows ? host.number : 0);
    if (!now.rows) return was.below == now.below ? ofBelow : RowChange{{}, IndexSet::every()};
    if (last == told) return {};
    if (last > 0 && last == host.before) return {host.moved, host.changed};
    return {{}, IndexSet::every()};
}

} // namespace

void LayerState::forgetInputs() {
    update_.queries.rows = update_.keys.rows = {};
    blocks_->forgetInputs();
}

void LayerState::follow(const Session& session, int number, LayerState* below, const ModelInputs& inputs,
                        Stamp& clock) {
    const Layer& layer = layerAt(session, number);
    sizes_ = sizesOf(session, number);
    LayerNow now;
    now.number = number;
    now.program = programOf(session, number);
    now.weights = weightsOf(layer);
    const Drawn drawn{layer.options.dropout, sizes_.heads, sizes_.tokens, sizes_.keyTokens};
    now.rule = ruleOf(layer, sizes_, drawn == drawn_ ? update_.rule.dropout : Frozen<DropoutMask>());
    drawn_ = drawn;
    now.queryCount = sizes_.tokens;
    // A layer that starts with given stages gets X for the number and the moves of its rows, and reads no number of it.
    const bool readsBelow = now.program.readFromBelow() != Stage::End;
    now.queries = LayerInput{readsBelow ? FrozenMatrix() : inputs.x.rows, below ? below->blocks_.get() : nullptr};
    now.keys = inputs.xKv.rows ? LayerInput{inputs.xKv.rows, nullptr} : now.queries;
    const RowChange ofBelow = below ? below->record_.takeResultChange() : RowChange();
    now.queriesChange = changeOf(update_.queries, now.queries, queriesTold_, ofBelow, inputs.x);
    now.keysChange = changeOf(update_.keys, now.keys, keysTold_, ofBelow, inputs.xKv.rows ? inputs.xKv : inputs.x);
    for (const Op& op : now.program.inputs())
        if (infoOf(op.result).isOnHost) now.host[op.result] = inputs.host[op.result];
    if (below) now.below = below->record_.stamps();
    update_ = record_.follow(now, clock);
    host_ = now.host;
}

void LayerState::want(const LayerPlan& plan, bool streams) {
    record_.want(plan, update_);
    for (HeadUpdate& head : update_.heads) head.streams = streams;
}

Result<Ran> LayerState::read(std::span<const Read> reads, std::span<Answer> answers) {
    LayerUpdate idle{
        update_.number, update_.program, update_.weights, update_.rule, update_.queries, update_.keys, {}, {}, {}, {}};
    idle.heads.resize(update_.heads.size());
    for (std::size_t h = 0; h < idle.heads.size(); ++h) {
        idle.heads[h].indexBefore = static_cast<int>(h);
        idle.heads[h].streams = update_.heads[h].streams;
    }
    return blocks_->run(idle, reads, answers, {});
}

AllowedKeys& LayerState::allowed() {
    allowed_.take(update_.rule.mask, sizes_.tokens, sizes_.keyTokens);
    return allowed_;
}

} // namespace headlight
