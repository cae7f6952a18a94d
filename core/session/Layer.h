#pragma once

#include "session/Mask.h"
#include "session/parameters.h"

#include <vector>

namespace headlight {

/// What multiplies the scores: nothing, 1/sqrt(d_k), or a number.
struct Scale {
    enum class Kind { None, SqrtDk, Factor };
    Kind kind = Kind::SqrtDk;
    double factor = 1; ///< used by Factor alone
    friend bool operator==(const Scale&, const Scale&) = default;
};

enum class Normalisation { Softmax, Sum };

/// How a layer turns scores into weights.
struct Options {
    Scale scale;
    Mask mask;
    Normalisation normalisation = Normalisation::Softmax;
    double temperature = 1; ///< > 0; scores are divided by it after scaling
    friend bool operator==(const Options&, const Options&) = default;
};

/// One head: Q = X W_q + b_q, K = X_kv W_k + b_k, V = X_kv W_v + b_v.
/// W_q [d, d_k], W_k [d_kv, d_k], W_v [d_kv, d_v]; biases [1, d_k], [1, d_k], [1, d_v]. A missing W stands for the
/// identity (the simplified variant: all three are missing); a missing bias for zero.
struct Head : PerParameter<FrozenMatrix> {
    int number = 0; ///< under which it was drawn, below kMaxHeads; what it gains is drawn under it, too
    friend bool operator==(const Head&, const Head&) = default;
};

/// One attention layer. All heads have the same d_k and the same d_v. W_o [heads d_v, d_out], b_o [1, d_out]. What it
/// makes is the heads' contexts side by side, or with a W_o their output; the layer above reads that.
struct Layer : PerParameter<FrozenMatrix> {
    Options options;
    std::vector<Head> heads;
    int number = 0;        ///< under which it was drawn, below kMaxLayers; what it gains is drawn under it, too
    bool residual = false; ///< its input is added to what it makes, which then must be as wide
    friend bool operator==(const Layer&, const Layer&) = default;
};

} // namespace headlight
