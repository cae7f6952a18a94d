#include "attention/LayerWeights.h"

#include "random/TorchGenerator.h"

namespace headlight {

const FrozenMatrix& LayerWeights::of(Parameter p, std::size_t head) const {
    static const FrozenMatrix kNone;
    if (areEmbeddings(p) || infoOf(p).scope == Scope::Session) return kNone;
    return belongsToHead(p) ? heads.at(head)[p] : (*this)[p];
}

double LayerWeights::shareOf(std::size_t head) const {
    return heads.at(head).isOn ? 1 / static_cast<double>(std::ranges::count(heads, true, &HeadWeights::isOn)) : 0;
}

LayerWeights weightsOf(const Layer& layer) {
    LayerWeights weights;
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, const ParameterValue& value) {
        weights[info.parameter] = value.inUse();
    });
    for (const Head& head : layer.heads()) {
        HeadWeights& of = weights.heads.emplace_back();
        of.isOn = head.isOn;
        forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, const ParameterValue& value) {
            of[info.parameter] = value.inUse();
        });
    }
    weights.norm = layer.norm.inUse();
    weights.residual = layer.residual;
    return weights;
}

DropoutMask drawDropout(const Dropout& dropout, int heads, Index queries, Index keys) {
    DropoutMask mask;
    mask.factor = 1 / (1 - dropout.rate);
    TorchGenerator generator(dropout.seed);
    for (int head = 0; head < heads; ++head) {
        CellMask& dropped = mask.dropped.emplace_back(queries, keys, false);
        for (Index query = 0; query < queries; ++query) {
            const Matrix kept = generator.dropoutMask(1, keys, dropout.rate);
            for (Index key = 0; key < keys; ++key)
                if (kept(0, key) == 0) dropped.set(query, key, true);
        }
    }
    return mask;
}

ScoreRule ruleOf(const Options& options, const Sizes& sizes, const Frozen<DropoutMask>& drawn) {
    ScoreRule rule{options.factor(sizes.dk), options.mask, options.normalisation, options.masksAfter(), false, {}};
    if (options.dropout)
        rule.dropout = drawn ? drawn : drawDropout(*options.dropout, sizes.heads, sizes.tokens, sizes.keyTokens);
    return rule;
}

ScoreRule ruleOf(const Layer& layer, const Sizes& sizes, const Frozen<DropoutMask>& drawn) {
    ScoreRule rule = ruleOf(layer.options, sizes, drawn);
    if (!layer.allHeads.empty() && layer.allHeads.front()[Parameter::GivenWeights])
        rule = {1, {}, Normalisation::Sum, false, true, rule.dropout};
    return rule;
}

} // namespace headlight
