#include "engine/HeadState.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// The first part that two rules do not share; they are not the same.
RulePart firstDifference(const ScoreRule& a, const ScoreRule& b) {
    if (a.factor != b.factor) return RulePart::Factor;
    return a.mask != b.mask || a.masksAfter != b.masksAfter ? RulePart::Mask
           : a.normalisation != b.normalisation             ? RulePart::Normalisation
                                                            : RulePart::Dropout;
}

} // namespace

bool HeadState::belongsTo(const Head& head) const {
    return std::ranges::all_of(kProjections, [&](const Projection& p) {
        const Seen& seen = seen_[p.stage];
        return !seen.any || (seen.w == head[p.weight] && seen.bias == head[p.bias]);
    });
}

void HeadState::inputChanged(Stage input, const Relocation* moved, const IndexSet& rows) {
    for (const Projection& p : kProjections) {
        if (p.input != input) continue;
        if (moved)
            for (IndexSet* set : {&pending_[p.stage], &unattended_[p.stage]}) *set = moved->places(*set);
        pending_[p.stage].add(rows);
    }
}

void HeadState::bringUpTo(Stage stage, const Head& head, const ScoreRule& rule, const Sizes& sizes, HeadUpdate& update,
                          Stamp& clock) {
    const StageInfo& info = infoOf(stage);
    for (const Projection& p : kProjections) {
        const bool isNeeded = p.stage == stage || (p.stage == Stage::V ? info.fromValues : info.fromScores);
        if (isNeeded) project(p, head, lengthOf(infoOf(p.input).rows, sizes), update, clock);
    }
    isWanted_ = isWanted_ || info.fromScores;
    if (info.fromScores) attend(rule, update, clock);
}

void HeadState::project(const Projection& p, const Head& head, Index rows, HeadUpdate& update, Stamp& clock) {
    const FrozenMatrix &w = head[p.weight], &bias = head[p.bias];
    Seen& seen = seen_[p.stage];
    if (!seen.any || seen.w != w || seen.bias != bias) pending_[p.stage] = IndexSet::every();
    if (pending_[p.stage].empty() && seen.rows == rows) return;
    seen = {true, rows, w, bias};
    unattended_[p.stage].add(pending_[p.stage]); // nobody asks for those of V
    update.project[p.stage] = std::exchange(pending_[p.stage], {});
    stamps_[p.stage] = ++clock;
    if (p.stage != Stage::V) return;
    for (const StageInfo& info : stages())
        if (info.scope == Scope::Head && info.fromValues) stamps_[info.stage] = ++clock;
}

void HeadState::attend(const ScoreRule& rule, HeadUpdate& update, Stamp& clock) {
    const bool scoresStay = attended_ && attendedQ_ == stamp(Stage::Q) && attendedK_ == stamp(Stage::K);
    const bool isSameRule = rule_ == rule && (!rule.dropout || attendedPlace_ == place);
    if (scoresStay && isSameRule) return;
    if (!attended_) unattended_[Stage::Q] = unattended_[Stage::K] = IndexSet::every();
    update.attend = HeadUpdate::Attend{std::exchange(unattended_[Stage::Q], {}),
                                       std::exchange(unattended_[Stage::K], {})};

    const Stamp now = ++clock;
    const RulePart changed = scoresStay ? firstDifference(rule_, rule) : RulePart::None;
    for (const StageInfo& info : stages())
        if (info.scope == Scope::Head && info.fromScores && changed <= info.follows) stamps_[info.stage] = now;
    rule_ = rule;
    attendedPlace_ = place;
    attendedQ_ = stamp(Stage::Q);
    attendedK_ = stamp(Stage::K);
    attended_ = true;
}

void HeadState::dropUnwanted(HeadUpdate& update) {
    if (attended_ && !isWanted_) {
        update.forget = true;
        attended_ = false;
    }
    isWanted_ = false;
}

} // namespace headlight
