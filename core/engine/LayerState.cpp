#include "engine/LayerState.h"

namespace headlight {
namespace {

/// Of what the layer was told last, or of the layer below since then.
RowChange changeOf(const LayerInput& told, const LayerInput& now, const RowChange& ofBelow, const HostRows& host) {
    if (now.below) return told.below == now.below ? ofBelow : RowChange{{}, IndexSet::every()};
    if (told == now) return {};
    if (told.rows && told.rows == host.before) return {host.moved, host.changed};
    return {{}, IndexSet::every()};
}

} // namespace

void LayerState::follow(const Session& session, int number, LayerState* below, const ModelInputs& inputs,
                        Stamp& clock) {
    const Layer& layer = layerAt(session, number);
    sizes_ = sizesOf(session, number);
    LayerNow now;
    now.number = number;
    now.weights = weightsOf(layer);
    now.rule = ruleOf(layer.options, sizes_.dk);
    now.rule.dropout = dropoutOf(layer.options.dropout);
    now.queryCount = sizes_.tokens;
    now.queries = below ? LayerInput{{}, below->blocks_.get()} : LayerInput{inputs.x.rows, nullptr};
    now.keys = inputs.xKv.rows ? LayerInput{inputs.xKv.rows, nullptr} : now.queries;
    const RowChange ofBelow = below ? below->record_.takeResultChange() : RowChange();
    now.queriesChange = changeOf(queries_, now.queries, ofBelow, inputs.x);
    now.keysChange = changeOf(keys_, now.keys, ofBelow, inputs.xKv.rows ? inputs.xKv : inputs.x);
    if (number == 0) now.host = inputs.host;
    if (below) now.below = below->record_.stamps();
    update_ = record_.follow(now, clock);
    queries_ = now.queries;
    keys_ = now.keys;
    host_ = now.host;
}

Result<Ran> LayerState::read(std::span<const Read> reads, std::span<Answer> answers) {
    LayerUpdate idle{update_.number, update_.weights, update_.rule, update_.queries, update_.keys, {}, {}, {}, {}};
    idle.heads.resize(update_.heads.size());
    for (std::size_t h = 0; h < idle.heads.size(); ++h) idle.heads[h].was = static_cast<int>(h);
    return blocks_->run(idle, reads, answers, {});
}

AllowedKeys& LayerState::allowed() {
    allowed_.take(update_.rule.mask, sizes_.tokens, sizes_.keyTokens);
    return allowed_;
}

const Frozen<DropoutMask>& LayerState::dropoutOf(const std::optional<Dropout>& dropout) {
    const Drawn now{dropout.value_or(Dropout{}), sizes_.heads, sizes_.tokens, sizes_.keyTokens};
    if (!dropout || now != drawn_) dropout_ = {};
    if (dropout && !dropout_) dropout_ = drawDropout(*dropout, now.heads, now.queries, now.keys);
    drawn_ = now;
    return dropout_;
}

} // namespace headlight
