#include "attention/LayerWeights.h"

#include "attention/formulas.h"

namespace headlight {

LayerWeights weightsOf(const Layer& layer) {
    LayerWeights weights;
    static_cast<PerParameter<FrozenMatrix>&>(weights) = layer;
    weights.heads.assign(layer.heads.begin(), layer.heads.end());
    weights.norm = layer.norm;
    weights.residual = layer.residual;
    return weights;
}

ScoreRule ruleOf(const Options& options, Index dk) {
    return {scoreFactor(options, dk), options.mask, options.normalisation, options.masksAfter(), {}};
}

} // namespace headlight
