#include "engine/LayerState.h"

#include "attention/formulas.h"
#include "base/toFloat.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr auto kNobody = static_cast<std::size_t>(-1);

} // namespace

ScoreRule ruleOf(const Options& options, Index dk) {
    return {toFloat(scoreFactor(options, dk)), options.mask, options.normalisation, options.masksAfter(), {}};
}

void LayerState::begin(const Session& session, int layer, LayerState* below, const ModelInputs& inputs, Stamp& clock) {
    const HostRows &x = inputs.x, &xKv = inputs.xKv;
    sizes_ = sizesOf(session, layer);
    clock_ = &clock;
    update_ = {};
    below_ = below;
    update_.layer = &layerAt(session, layer);
    update_.number = layer;
    update_.rule = ruleOf(update_.layer->options, sizes_.dk);
    update_.rule.dropout = dropoutOf(update_.layer->options.dropout);
    update_.queries = below ? LayerInput{{}, &below->blocks()} : LayerInput{x.rows, nullptr};
    update_.keys = xKv.rows ? LayerInput{xKv.rows, nullptr} : update_.queries;
    matchHeads(update_.layer->heads);

    const Change ofBelow = below ? std::exchange(below->resultChange_, {}) : Change();
    const Change queries = changeOf(queries_, update_.queries, ofBelow, x);
    const bool isSame = update_.keys == update_.queries && keys_.source == queries_.source;
    const Change keys = isSame ? queries : changeOf(keys_, update_.keys, ofBelow, xKv.rows ? xKv : x);
    isInputNew_ = false;
    update_.queriesMoved = queries.moved;
    update_.keysMoved = keys.moved;
    if (queries.moved) { // else what the layer above has not followed yet stays: one answer may begin several times
        if (resultChange_.moved) resultChange_.rows = IndexSet::every();
        resultChange_.moved = queries.moved;
    }
    takeInput(Stage::X, queries_, update_.queries, queries);
    takeInput(Stage::XKv, keys_, update_.keys, keys);
    takeNorm(!xKv.rows);
    takeGiven(layer == 0 ? inputs.given : Frozen<PerStage<FrozenMatrix>>());
}

LayerState::Change LayerState::changeOf(const Input& input, const LayerInput& now, const Change& ofBelow,
                                        const HostRows& host) {
    if (now.below) return input.source.below == now.below ? ofBelow : Change{{}, IndexSet::every()};
    if (input.source == now) return {};
    if (input.source.rows && input.source.rows == host.before) return {host.moved, host.changed};
    return {{}, IndexSet::every()};
}

void LayerState::takeInput(Stage stage, Input& input, const LayerInput& now, const Change& change) {
    const Index rows = lengthOf(infoOf(stage).rows, sizes_);
    if (change.moved || !change.rows.empty() || rows != input.rows) {
        stamps_[stage] = ++*clock_;
        isInputNew_ = true;
    }
    if (change.moved || !change.rows.empty())
        for (HeadState& head : heads_) head.inputChanged(stage, change.moved.get(), change.rows);
    input = {now, rows};
}

Frozen<DropoutMask> LayerState::dropoutOf(const std::optional<Dropout>& dropout) {
    if (!dropout) return {};
    const Drawn now{*dropout, sizes_.heads, sizes_.tokens, sizes_.keyTokens};
    if (!dropout_ || now != drawn_) {
        dropout_ = {};
        dropout_ = drawDropout(*dropout, now.heads, now.queries, now.keys);
        drawn_ = now;
    }
    return dropout_;
}

void LayerState::takeGiven(const Frozen<PerStage<FrozenMatrix>>& given) {
    update_.given = given;
    if (given == given_) return;
    for (const StageInfo& info : stages()) {
        const auto of = [&](const auto& blocks) { return blocks ? (*blocks)[info.stage] : FrozenMatrix(); };
        if (of(given) != of(given_)) stamps_[info.stage] = ++*clock_;
    }
    given_ = given;
    isInputNew_ = true;
}

void LayerState::takeNorm(bool isOfKeys) {
    const Layer& layer = *update_.layer;
    SeenNorm now;
    if (layer.hasNorm(Norm::Place::Before))
        now = {true, layer.norm->eps, layer[Parameter::NormGain], layer[Parameter::NormBias]};
    if (now != norm_) {
        norm_ = std::move(now);
        isInputNew_ = true;
        for (HeadState& head : heads_) {
            head.inputChanged(Stage::X, nullptr, IndexSet::every());
            if (isOfKeys) head.inputChanged(Stage::XKv, nullptr, IndexSet::every());
        }
    }
    if (isInputNew_) stamps_[Stage::Normed] = ++*clock_;
}

void LayerState::matchHeads(const std::vector<Head>& heads) {
    const std::size_t n = heads.size();
    std::vector<std::size_t> from(n, kNobody); // which of those before goes on as this one
    std::vector<bool> isTaken(heads_.size());
    const auto take = [&](std::size_t h, std::size_t old) {
        from[h] = old;
        isTaken[old] = true;
    };
    // A head that stayed where it was; then heads that moved because another one came or went; then the edited ones.
    for (std::size_t h = 0; h < std::min(n, heads_.size()); ++h)
        if (heads_[h].belongsTo(heads[h])) take(h, h);
    for (std::size_t h = 0; h < n; ++h)
        for (std::size_t old = 0; old < heads_.size() && from[h] == kNobody; ++old)
            if (!isTaken[old] && heads_[old].belongsTo(heads[h])) take(h, old);
    for (std::size_t h = 0; h < std::min(n, heads_.size()); ++h)
        if (from[h] == kNobody && !isTaken[h]) take(h, h);

    hasMoved_ = n != heads_.size();
    for (std::size_t h = 0; h < n; ++h) hasMoved_ = hasMoved_ || from[h] != h;
    if (hasMoved_) {
        std::vector<HeadState> before = std::exchange(heads_, std::vector<HeadState>(n));
        for (std::size_t h = 0; h < n; ++h)
            if (from[h] != kNobody) heads_[h] = std::move(before[from[h]]);
    }
    update_.heads.resize(n);
    for (std::size_t h = 0; h < n; ++h) update_.heads[h].was = std::exchange(heads_[h].place, static_cast<int>(h));
}

void LayerState::want(Stage stage, int head) {
    const StageInfo& info = infoOf(stage);
    if (info.isRollout) return wantRollout(stage);
    if (info.scope == Scope::Layer) return info.isJoined() ? wantJoined(stage) : void();
    const auto h = static_cast<std::size_t>(head);
    heads_[h].bringUpTo(stage, update_.layer->heads[h], update_.rule, sizes_, update_.heads[h], *clock_);
}

void LayerState::wantRollout(Stage stage) {
    MadeOf of;
    for (int h = 0; h < sizes_.heads; ++h) {
        want(Stage::Weights, h);
        of.stages.push_back(stamp(Stage::Weights, h));
    }
    if (below_) of.stages.push_back(below_->stamps_[stage]);
    if (stamps_[stage] != 0 && madeOf_[stage] == of) return;
    stamps_[stage] = ++*clock_;
    madeOf_[stage] = std::move(of);
    update_.rollouts.push_back(stage);
}

void LayerState::wantJoined(Stage stage) {
    MadeOf of;
    for (int h = 0; h < sizes_.heads; ++h) {
        want(Stage::Context, h);
        of.stages.push_back(stamp(Stage::Context, h));
    }
    for (const StageInfo& info : stages()) { // each is made of the one before it
        if (!info.isJoined()) continue;
        for (const Parameter parameter : info.parameters) of.blocks.push_back((*update_.layer)[parameter]);
        if (info.readsX) {
            of.stages.push_back(stamps_[Stage::X]);
            of.residual = update_.layer->residual;
        }
        if (info.readsNorm) of.norm = update_.layer->norm;
        if (stamps_[info.stage] == 0 || madeOf_[info.stage] != of) {
            stamps_[info.stage] = ++*clock_;
            madeOf_[info.stage] = std::move(of);
        }
        of = {{stamps_[info.stage]}, {}, false, {}};
    }
    update_.join = std::max(stage, update_.join.value_or(stage));
}

Stamp LayerState::stamp(Stage stage, int head) const {
    return infoOf(stage).scope == Scope::Head ? heads_[static_cast<std::size_t>(head)].stamp(stage) : stamps_[stage];
}

bool LayerState::isIdle() const {
    if (update_.join || isInputNew_ || !update_.rollouts.empty()) return false;
    return std::ranges::none_of(update_.heads,
                                [](const HeadUpdate& head) {
                                    return head.was < 0 || head.forget || head.attend ||
                                           std::ranges::any_of(kProjections, [&](const Projection& p) {
                                               return head.project[p.stage].has_value();
                                           });
                                }) &&
           !hasMoved_;
}

Result<void> LayerState::run(std::span<const Read> reads, std::span<Answer> answers) {
    for (std::size_t h = 0; h < heads_.size(); ++h) heads_[h].dropUnwanted(update_.heads[h]);
    if (reads.empty() && isIdle()) return {};
    const Result<IndexSet> changed = blocks_->run(update_, reads, answers);
    if (!changed) return changed.problem();
    resultChange_.rows.add(*changed);
    if (const auto& moved = resultChange_.moved) resultChange_.rows.add(moved->arrived()); // a row for each token
    return {};
}

} // namespace headlight
