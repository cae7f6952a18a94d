#pragma once

#include "base/CellMask.h"
#include "base/Frozen.h"
#include "session/Session.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace headlight {

struct HeadWeights : PerHeadParameter<FrozenMatrix> {
    bool isOn = true; ///< Head::isOn
    friend bool operator==(const HeadWeights&, const HeadWeights&) = default;
};

/// The matrices that a layer is computed with: its own (W_o, b_o, gain and bias of the norm), and those of each head.
/// Null means that there is none: the identity instead of a weight, zero instead of a bias.
struct LayerWeights : PerLayerParameter<FrozenMatrix> {
    std::vector<HeadWeights> heads;
    std::optional<Norm> norm;
    bool residual = false;
    /// Returns a parameter of the layer or of a head; null for those of the session.
    const FrozenMatrix& of(Parameter p, std::size_t head) const;
    bool hasNorm(Norm::Place place) const { return norm && norm->place == place; }
    bool areAllOn() const { return std::ranges::all_of(heads, &HeadWeights::isOn); }
    /// Returns the share of a head in the mean of the heads: 0 if it is off. If all are off, their mean is 0.
    double shareOf(std::size_t head) const;
    friend bool operator==(const LayerWeights&, const LayerWeights&) = default;
};
LayerWeights weightsOf(const Layer&);

/// The dropped weights of a layer: PyTorch's mask on the CPU after torch.manual_seed with the layer's own seed. One
/// number is drawn for each cell, also for masked ones, head by head and row by row (TorchGenerator::dropoutMask).
struct DropoutMask {
    std::vector<CellMask> dropped; ///< for each head, [N, M]
    double factor = 1;             ///< multiplies the weights that are kept: 1 / (1 - rate)
};

/// Draws the mask, of at most kMaxDropoutCells cells, in about 20 ns for each. Any thread.
DropoutMask drawDropout(const Dropout& dropout, int heads, Index queries, Index keys);

/// The rule by which scores become weights.
struct ScoreRule {
    double factor = 1; ///< scaled = score * factor; within the range of float32
    Mask mask;
    Normalisation normalisation = Normalisation::Softmax;
    bool masksAfter = false;     ///< Options::masksAfter()
    bool areGiven = false;       ///< the scores are the weights: factor 1, no mask, and the sum of each row counts as 1
    Frozen<DropoutMask> dropout; ///< null: no dropout
    friend bool operator==(const ScoreRule&, const ScoreRule&) = default;
};
/// Return the rule of a layer of these sizes; that of options alone is of a layer without given weights. Draw its
/// dropout, unless `drawn` holds what was drawn for it before.
ScoreRule ruleOf(const Options&, const Sizes&, const Frozen<DropoutMask>& drawn = {});
ScoreRule ruleOf(const Layer&, const Sizes&, const Frozen<DropoutMask>& drawn = {});

} // namespace headlight
