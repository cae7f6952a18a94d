#include "attention/firstChange.h"

#include "attention/program.h"

#include <algorithm>

namespace headlight {
namespace {

bool hasTextChanged(const Text* before, const Text* now) {
    if (!before || !now) return before != now;
    return before->tokens != now->tokens || before->embeddings != now->embeddings;
}

/// Returns the first step from scores to weights that differs.
std::optional<RulePart> changedRule(const Session& before, const Session& now, int layer) {
    const Options &a = layerAt(before, layer).options, &b = layerAt(now, layer).options;
    const auto factor = [layer](const Session& s, const Options& o) { return o.factor(sizesOf(s, layer).dk); };
    if (factor(before, a) != factor(now, b)) return RulePart::Factor;
    if (a.mask != b.mask || a.masksAfter() != b.masksAfter()) return RulePart::Mask;
    if (a.normalisation != b.normalisation) return RulePart::Normalisation;
    return a.dropout == b.dropout ? std::nullopt : std::optional(RulePart::Dropout);
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
          rule_(changedRule(before, now, layer)) {}

    bool hasChanged(const Op& op) const {
        const StageInfo& info = infoOf(op.result);
        const Op* before = programBefore_.find(equivalentStage(op.result, before_, layer_));
        if (!before || haveInputsChanged(op)) return true;
        if (op.result == before->result && !(op == *before)) return true;
        if (rule_ && info.fromScores && info.dependsOn >= *rule_) return true;
        if (op.kind == Op::Kind::Norm && was_.norm != is_.norm) return true;
        const std::size_t heads = info.scope == Scope::Head ? is_.heads.size() : 1;
        if (info.scope == Scope::Head && was_.heads.size() != heads) return true;
        for (std::size_t h = 0; h < heads; ++h)
            if (std::ranges::any_of(op.parameters, [&](Parameter p) { return was_.of(p, h) != is_.of(p, h); }))
                return true;
        return false;
    }

private:
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
    std::optional<RulePart> rule_;
};

} // namespace

std::optional<StageOfLayer> firstChange(const Session& before, const Session& now) {
    for (int layer = 0; layer < static_cast<int>(now.layers.size()); ++layer) {
        if (layer >= static_cast<int>(before.layers.size()))
            return StageOfLayer{programOf(now, layer).begin()->result, layer};
        const LayerChange change(before, now, layer);
        for (const Op& op : programOf(now, layer))
            if (change.hasChanged(op)) return StageOfLayer{op.result, layer};
    }
    return std::nullopt;
}

} // namespace headlight
