#pragma once

#include "session/Drawing.h"
#include "session/Mask.h"
#include "session/Switchable.h"
#include "session/parameters.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// What multiplies the scores: nothing, 1/sqrt(d_k), or a number.
struct Scale {
    enum class Kind { None, SqrtDk, Factor };
    Kind kind = Kind::SqrtDk;
    double factor = 1; ///< used by Factor alone, and kept by the others
    /// Of a layer whose trainable weights are off: what `kind` was, and is again when they are on.
    std::optional<Kind> withWeights{};
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
    UnknownMembers unknown{};
    friend bool operator==(const Norm&, const Norm&) = default;
};

/// Weights that are dropped at random, as in training [nn.Dropout].
struct Dropout {
    double rate = 0.5; ///< in [0, 1)
    std::uint64_t seed = 123;
    UnknownMembers unknown{};
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
    Switchable<std::optional<Dropout>> dropout;
    double temperature = 1; ///< > 0; scores are divided by it after scaling
    /// What scores are multiplied by: the scale (1, 1/√d_k or the number) divided by the temperature.
    double factor(Index dk) const;
    UnknownMembers unknown{};
    friend bool operator==(const Options&, const Options&) = default;
};

/// The matrix of a parameter.
struct ParameterValue : Switchable<FrozenMatrix> {
    using Switchable::Switchable;
    bool comesWithWeight = false; ///< it was switched off with its weight, and is switched on with it
    DrawnBy drawn;                ///< how the user drew it
    friend bool operator==(const ParameterValue&, const ParameterValue&) = default;
    friend bool operator==(const ParameterValue& a, const FrozenMatrix& b) { return a.inUse() == b; }
};

/// One head: Q = X W_q + b_q, K = X_kv W_k + b_k, V = X_kv W_v + b_v.
/// W_q [d, d_k], W_k [d_kv, d_k], W_v [d_kv, d_v]; biases [1, d_k], [1, d_k], [1, d_v]. Without a W it is the identity
/// (all three are missing or off: "without trainable weights"); without a bias, zero.
struct Head : PerParameter<ParameterValue> {
    int number = 0; ///< under which it is drawn, below kMaxHeads
    UnknownMembers unknown{};
    friend bool operator==(const Head&, const Head&) = default;
};

/// One attention layer. All heads have the same d_k and the same d_v. W_o [heads d_v, d_out], b_o [1, d_out]. What it
/// makes is the heads' contexts side by side, or with a W_o their output; the layer above reads that.
struct Layer : PerParameter<ParameterValue> {
    Options options;
    std::vector<Head> allHeads; ///< those that are not computed, too: see heads()
    int number = 0;             ///< under which it is drawn, below kMaxLayers
    bool residual = false;      ///< its input is added to what it makes, which then must be as wide
    Switchable<std::optional<Norm>> norm;
    UnknownMembers unknown{};

    bool usesWeights() const { return !allHeads.empty() && allHeads.front()[Parameter::Wq].isOn; }
    /// The heads that are computed: without trainable weights one.
    std::span<const Head> heads() const { return {allHeads.data(), headCount()}; }
    std::span<Head> heads() { return {allHeads.data(), headCount()}; }
    bool hasNorm(Norm::Place place) const { return norm && norm->place == place; }
    friend bool operator==(const Layer&, const Layer&) = default;

private:
    std::size_t headCount() const { return usesWeights() || allHeads.empty() ? allHeads.size() : 1; }
};

} // namespace headlight
