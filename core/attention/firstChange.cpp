#include "attention/firstChange.h"

#include "attention/program.h"
#include "session/pairs.h"

#include <algorithm>

namespace headlight {
namespace {

bool hasTextChanged(const Text* before, const Text* now) {
    if (!before || !now) return before != now;
    return before->tokens != now->tokens || before->embeddings != now->embeddings;
}

bool haveMoved(const std::vector<int>& from) {
    for (std::size_t i = 0; i < from.size(); ++i)
        if (from[i] >= 0 && from[i] != static_cast<int>(i)) return true;
    return false;
}

/// Returns the first step from scores to weights that differs. `haveMoved`: some heads are not where they were.
std::optional<RulePart> changedRule(const Session& before, const Session& now, int layer, bool haveMoved) {
    const Options &a = layerAt(before, layer).options, &b = layerAt(now, layer).options;
    const auto factor = [layer](const Session& s, const Options& o) { return o.factor(sizesOf(s, layer).dk); };
    if (factor(before, a) != factor(now, b)) return RulePart::Factor;
    if (a.mask != b.mask || a.masksAfter() != b.masksAfter()) return RulePart::Mask;
    if (a.normalisation != b.normalisation) return RulePart::Normalisation;
    const bool isDrawnAnew = haveMoved && b.dropout; // what it drops is drawn for each head in order
    return a.dropout == b.dropout && !isDrawnAnew ? std::nullopt : std::optional(RulePart::Dropout);
}

class LayerChange {
public:
    LayerChange(const Session& before, const Session& now, int layer)
        : before_(before),
          now_(now),
          layer_(layer),
          programBefore_(programOf(before, layer)),
          was_(weightsOf(layerAt(before, layer))),
          is_(weightsOf(layerAt(now, layer))),
          from_(pairedByNumber(layerAt(before, layer).heads(), layerAt(now, layer).heads())),
          rule_(changedRule(before, now, layer, haveMoved(from_))) {}

    bool hasChanged(const Op& op) const {
        const StageInfo& info = infoOf(op.result);
        const Op* before = programBefore_.find(equivalentStage(op.result, before_, layer_));
        if (!before || haveInputsChanged(op)) return true;
        if (op.result == before->result && !(op == *before)) return true;
        if (rule_ && info.fromScores && info.dependsOn >= *rule_) return true;
        if (op.kind == Op::Kind::Norm && was_.norm != is_.norm) return true;
        const auto differ = [&](std::size_t was, std::size_t is) {
            return std::ranges::any_of(op.parameters, [&](Parameter p) { return was_.of(p, was) != is_.of(p, is); });
        };
        if (info.isOfAllHeads() &&
            !std::ranges::equal(was_.heads, is_.heads, {}, &HeadWeights::isOn, &HeadWeights::isOn))
            return true;
        if (info.scope == Scope::Layer) return differ(0, 0) || (readsHeads(op) && areOtherHeads());
        for (std::size_t h = 0; h < from_.size(); ++h) {
            if (from_[h] < 0) continue;
            const auto was = static_cast<std::size_t>(from_[h]);
            const bool isSwitched = op.kind == Op::Kind::WeightedSum && was_.heads[was].isOn != is_.heads[h].isOn;
            if (isSwitched || differ(was, h)) return true;
        }
        return false;
    }

private:
    static bool readsHeads(const Op& op) {
        return std::ranges::any_of(op.inputs, [](Stage input) { return infoOf(input).scope == Scope::Head; });
    }
    bool areOtherHeads() const {
        return was_.heads.size() != from_.size() || haveMoved(from_) || std::ranges::count(from_, -1) > 0;
    }
    /// True if an operation of the first layer reads something else than before. Layers above read the layer below.
    bool haveInputsChanged(const Op& op) const {
        const Sentence of = infoOf(op.result).rows == Side::Tokens ? Sentence::First : Sentence::Second;
        if (op.kind == Op::Kind::Lookup) return hasTextChanged(textOf(before_, of), textOf(now_, of));
        return op.kind == Op::Kind::Positions && before_.positions != now_.positions;
    }

    const Session &before_, &now_;
    int layer_;
    Program programBefore_;
    LayerWeights was_, is_;
    std::vector<int> from_; ///< the former place of each head; -1: it is new
    std::optional<RulePart> rule_;
};

} // namespace

std::optional<StageOfLayer> firstChange(const Session& before, const Session& now) {
    for (int layer = 0; layer < static_cast<int>(now.layers.size()); ++layer) {
        // A layer in the place of another one has something else below it, and reads it.
        if (layer >= static_cast<int>(before.layers.size()) ||
            layerAt(before, layer).number != layerAt(now, layer).number)
            return StageOfLayer{programOf(now, layer).begin()->result, layer};
        const LayerChange change(before, now, layer);
        for (const Op& op : programOf(now, layer))
            if (change.hasChanged(op)) return StageOfLayer{op.result, layer};
    }
    return std::nullopt;
}

} // namespace headlight
