#include "attention/firstChange.h"

#include "attention/LayerWeights.h"
#include "attention/formulas.h"

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
          was_(weightsOf(layerAt(before, layer))),
          is_(weightsOf(layerAt(now, layer))),
          rule_(changedRule(before, now, layer)) {}

    bool hasChanged(const StageInfo& info) const {
        const Stage was = equivalentStage(info.stage, before_, layer_);
        if (!hasStage(was, before_, layer_) || haveInputsChanged(info.stage)) return true;
        if (rule_ && info.fromScores && info.dependsOn >= *rule_) return true;
        const bool isOfNorm = info.stage == Stage::Normed || info.stage == Stage::Result;
        if (isOfNorm && (was_.norm != is_.norm || was_.residual != is_.residual)) return true;
        return std::ranges::any_of(info.parameters, [&](Parameter p) {
            if (info.scope == Scope::Layer) return was_[p] != is_[p];
            return !std::ranges::equal(was_.heads, is_.heads,
                                       [p](const auto& a, const auto& b) { return a[p] == b[p]; });
        });
    }

private:
    /// True if this input of the first layer differs. Layers above read the result of the layer below.
    bool haveInputsChanged(Stage stage) const {
        if (layer_ > 0) return false;
        switch (stage) {
        case Stage::Embeddings:
        case Stage::X: return hasTextChanged(&before_.text, &now_.text);
        case Stage::EmbeddingsKv:
        case Stage::XKv: return hasTextChanged(textOf(before_, Sentence::Second), textOf(now_, Sentence::Second));
        case Stage::Positions:
        case Stage::PositionsKv: return before_.positions != now_.positions;
        default: return false;
        }
    }

    const Session &before_, &now_;
    int layer_;
    LayerWeights was_, is_;
    std::optional<RulePart> rule_;
};

} // namespace

std::optional<StageOfLayer> firstChange(const Session& before, const Session& now) {
    for (int layer = 0; layer < static_cast<int>(now.layers.size()); ++layer) {
        if (layer >= static_cast<int>(before.layers.size())) return StageOfLayer{Stage::X, layer};
        const LayerChange change(before, now, layer);
        for (const StageInfo& info : stages())
            if (hasStage(info.stage, now, layer) && change.hasChanged(info)) return StageOfLayer{info.stage, layer};
    }
    return std::nullopt;
}

} // namespace headlight
