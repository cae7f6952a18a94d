#include "engine/HeadState.h"

#include "attention/formulas.h"
#include "base/toFloat.h"

namespace headlight {

WeightRule ruleOf(const Options& options, Index dk) {
    WeightRule rule;
    rule.factor = toFloat(scoreFactor(options, dk));
    rule.mask = options.mask;
    if (options.mask == MaskKind::Given) rule.givenMask = options.givenMask;
    rule.normalisation = options.normalisation;
    return rule;
}

bool HeadState::belongsTo(const Head& head) const {
    const auto same = [](const Seen& seen, const FrozenMatrix& w, const FrozenMatrix& bias) {
        return !seen.x || (seen.w == w && seen.bias == bias);
    };
    return same(seen_[0], head[Parameter::Wq], head[Parameter::Bq]) &&
           same(seen_[1], head[Parameter::Wk], head[Parameter::Bk]) &&
           same(seen_[2], head[Parameter::Wv], head[Parameter::Bv]);
}

void HeadState::bringUpTo(Stage stage, const Head& head, const LayerInputs& inputs, Comparisons& compare,
                          std::uint64_t& clock) {
    const bool attends = stage >= Stage::Scores;
    if (stage == Stage::Q || attends)
        project(Block::Q, inputs.x, head[Parameter::Wq], head[Parameter::Bq], compare, clock);
    if (stage == Stage::K || attends)
        project(Block::K, inputs.xKv, head[Parameter::Wk], head[Parameter::Bk], compare, clock);
    if (stage == Stage::V || stage == Stage::Context)
        project(Block::V, inputs.xKv, head[Parameter::Wv], head[Parameter::Bv], compare, clock);
    if (attends) attend(inputs.rule, clock);
}

void HeadState::project(Block block, const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                        Comparisons& compare, std::uint64_t& clock) {
    const auto index = static_cast<std::size_t>(block);
    Seen& seen = seen_[index];
    const bool sameWeights = seen.x && seen.w == w && seen.bias == bias;
    if (sameWeights && seen.x == x) return;
    const RowSet changed = sameWeights ? compare.changed(seen.x, x) : RowSet::every();
    const bool resized = !seen.x || seen.x->rows() != x->rows();
    seen = {x, w, bias};
    if (changed.empty() && !resized) return;

    blocks_->project(block, x, w, bias, changed);
    if (block != Block::V) unattended_[index].add(changed);
    stampOf(block == Block::Q ? Stage::Q : block == Block::K ? Stage::K : Stage::V) = ++clock;
    if (block == Block::V) stampOf(Stage::Context) = ++clock;
}

void HeadState::attend(const WeightRule& rule, std::uint64_t& clock) {
    const bool scoresStay = attended_ && attendedQ_ == stamp(Stage::Q) && attendedK_ == stamp(Stage::K);
    if (scoresStay && rule_ == rule) return;
    if (!attended_) unattended_ = {RowSet::every(), RowSet::every()};
    attended_ = false; // an allocation may fail on the way
    blocks_->attend(unattended_[0], unattended_[1], rule);

    const std::uint64_t now = ++clock;
    if (!scoresStay) stampOf(Stage::Scores) = now;
    if (!scoresStay || rule_.factor != rule.factor) stampOf(Stage::Scaled) = now;
    stampOf(Stage::Weights) = stampOf(Stage::Context) = now;
    unattended_ = {};
    rule_ = rule;
    attendedQ_ = stamp(Stage::Q);
    attendedK_ = stamp(Stage::K);
    attended_ = true;
}

void HeadState::forgetScores() {
    if (!attended_) return;
    blocks_->forgetScores();
    attended_ = false;
}

} // namespace headlight
