#include "engine/HeadState.h"

#include "attention/formulas.h"
#include "base/toFloat.h"

#include <algorithm>

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
    return std::ranges::all_of(kProjections, [&](const Projection& p) {
        const Seen& seen = seen_[p.stage];
        return !seen.x || (seen.w == head[p.weight] && seen.bias == head[p.bias]);
    });
}

void HeadState::bringUpTo(Stage stage, const Head& head, const LayerInputs& inputs, Comparisons& compare,
                          std::uint64_t& clock) {
    const StageInfo& info = infoOf(stage);
    for (const Projection& p : kProjections) {
        const bool isNeeded = p.stage == stage || (p.stage == Stage::V ? info.fromValues : info.fromScores);
        if (isNeeded) project(p, head, p.input == Stage::X ? inputs.x : inputs.xKv, compare, clock);
    }
    if (info.fromScores) attend(inputs.rule, clock);
}

void HeadState::project(const Projection& p, const Head& head, const FrozenMatrix& x, Comparisons& compare,
                        std::uint64_t& clock) {
    const FrozenMatrix &w = head[p.weight], &bias = head[p.bias];
    Seen& seen = seen_[p.stage];
    const bool sameWeights = seen.x && seen.w == w && seen.bias == bias;
    if (sameWeights && seen.x == x) return;
    const RowSet changed = sameWeights ? compare.changed(seen.x, x) : RowSet::every();
    const bool resized = !seen.x || seen.x->rows() != x->rows();
    seen = {x, w, bias};
    if (changed.empty() && !resized) return;

    blocks_->project(p.stage, x, w, bias, changed);
    unattended_[p.stage].add(changed); // nobody asks for those of V
    stamps_[p.stage] = ++clock;
    if (p.stage == Stage::V) stamps_[Stage::Context] = ++clock;
}

void HeadState::attend(const WeightRule& rule, std::uint64_t& clock) {
    const bool scoresStay = attended_ && attendedQ_ == stamp(Stage::Q) && attendedK_ == stamp(Stage::K);
    if (scoresStay && rule_ == rule) return;
    if (!attended_) unattended_[Stage::Q] = unattended_[Stage::K] = RowSet::every();
    attended_ = false; // an allocation may fail on the way
    blocks_->attend(unattended_[Stage::Q], unattended_[Stage::K], rule);

    const std::uint64_t now = ++clock;
    if (!scoresStay) stamps_[Stage::Scores] = now;
    if (!scoresStay || rule_.factor != rule.factor) stamps_[Stage::Scaled] = now;
    stamps_[Stage::Weights] = stamps_[Stage::Context] = now;
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
