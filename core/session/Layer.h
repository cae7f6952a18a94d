#pragma once

#include "session/Drawing.h"
#include "session/Mask.h"
#include "session/parameters.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace headlight {

/// What multiplies the scores: nothing, 1/sqrt(d_k), or a number.
struct Scale {
    enum class Kind { None, SqrtDk, Factor };
    Kind kind = Kind::SqrtDk;
    double factor = 1; ///< used by Factor alone, and remembered by the others
    friend bool operator==(const Scale&, const Scale&) = default;
};

enum class Normalisation { Softmax, Sum };

/// What a mask does: hides scores from the softmax (minus infinity), or takes weights away after it and divides those
/// that stay by their sum.
enum class MaskMode { Before, After };

/// Layer norm, of what a layer reads or of what it makes. Its gain and bias are parameters of the layer.
struct Norm {
    enum class Place { Before, After };
    Place place = Place::Before;
    double eps = 1e-5; ///< > 0, added to the variance
    friend bool operator==(const Norm&, const Norm&) = default;
};

/// Weights that are dropped at random, as in training [nn.Dropout].
struct Dropout {
    double rate = 0.5; ///< in [0, 1)
    std::uint64_t seed = 123;
    friend bool operator==(const Dropout&, const Dropout&) = default;
};

/// How a layer turns scores into weights.
struct Options {
    Scale scale;
    Mask mask;
    MaskMode maskMode = MaskMode::Before;
    Normalisation normalisation = Normalisation::Softmax;
    /// Mode "after" is one only where there is a mask, and a softmax to stand behind.
    bool masksAfter() const {
        return maskMode == MaskMode::After && mask.isOn() && normalisation == Normalisation::Softmax;
    }
    std::optional<Dropout> dropout;
    double temperature = 1; ///< > 0; scores are divided by it after scaling
    friend bool operator==(const Options&, const Options&) = default;
};

/// One head: Q = X W_q + b_q, K = X_kv W_k + b_k, V = X_kv W_v + b_v.
/// W_q [d, d_k], W_k [d_kv, d_k], W_v [d_kv, d_v]; biases [1, d_k], [1, d_k], [1, d_v]. A missing W stands for the
/// identity (the simplified variant: all three are missing); a missing bias for zero.
struct Head : PerParameter<FrozenMatrix> {
    int number = 0;                 ///< under which it was drawn, below kMaxHeads; what it gains is drawn under it, too
    PerParameter<FrozenMatrix> off; ///< what is switched off: not computed, resized with the rest, back on the switch
    Frozen<DrawnParameters> drawn;  ///< those that somebody has drawn from a seed; null: none
    friend bool operator==(const Head&, const Head&) = default;
};

/// One attention layer. All heads have the same d_k and the same d_v. W_o [heads d_v, d_out], b_o [1, d_out]. What it
/// makes is the heads' contexts side by side, or with a W_o their output; the layer above reads that.
struct Layer : PerParameter<FrozenMatrix> {
    Options options;
    std::vector<Head> heads;
    int number = 0;        ///< under which it was drawn, below kMaxLayers; what it gains is drawn under it, too
    bool residual = false; ///< its input is added to what it makes, which then must be as wide
    std::optional<Norm> norm, offNorm;
    PerParameter<FrozenMatrix> off;    ///< as a head's
    PerParameter<bool> stays;          ///< of those off with their weight: it was off before, and does not come with it
    FrozenMatrix offGiven;             ///< the given mask that is switched off, [N, N_kv]
    int offWindow = 0;                 ///< what the mask's window was, if it is off
    std::optional<Dropout> offDropout; ///< what dropout was, if it is off
    /// Of a session that could have a second sentence, or has one: what is masked when it has it, or has it not.
    std::optional<TokenMasks> otherMasks;
    Frozen<Layer> offTrained;      ///< of a layer without trainable weights: heads, W_o, b_o and scale as they were
    Frozen<Layer> offSimplified;   ///< of one with them: a W_o that was made without; fits when it comes back
    Frozen<DrawnParameters> drawn; ///< of its own parameters, as a head's
    bool hasNorm(Norm::Place place) const { return norm && norm->place == place; }
    friend bool operator==(const Layer&, const Layer&) = default;
};

/// What waits as a whole, and its name in a file.
struct Whole {
    Frozen<Layer> Layer::*slot;
    const char* name;
};
inline constexpr std::array<Whole, 2> kWholes{{{&Layer::offTrained, "trained"}, {&Layer::offSimplified, "simplified"}}};

} // namespace headlight
