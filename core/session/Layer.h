#pragma once

#include "session/Drawing.h"
#include "session/Mask.h"
#include "session/Switchable.h"
#include "session/parameters.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// The scale of the scores: none, 1/sqrt(d_k), or a number.
struct Scale {
    enum class Kind { None, SqrtDk, Factor };
    Kind kind = Kind::SqrtDk;
    double factor = 1; ///< used by Factor alone, and kept by the others
    /// The `kind` before trainable weights were switched off, which comes back with them.
    std::optional<Kind> withWeights{};
    friend bool operator==(const Scale&, const Scale&) = default;
};

enum class Normalisation { Softmax, Sum };

/// The effect of a mask: it hides scores from the softmax (minus infinity), or removes weights after it and divides
/// those that stay by their sum.
enum class MaskMode { Before, After };

/// A layer norm, of a layer's input or of its output. Its gain and bias are parameters of the layer.
struct Norm {
    enum class Place { Before, After };
    Place place = Place::Before;
    double eps = 1e-5; ///< > 0, added to the variance
    UnknownMembers unknown{};
    friend bool operator==(const Norm&, const Norm&) = default;
};

/// The dropout of weights, as in training [nn.Dropout].
struct Dropout {
    double rate = 0.5; ///< in [0, 1)
    std::uint64_t seed = 123;
    UnknownMembers unknown{};
    friend bool operator==(const Dropout&, const Dropout&) = default;
};

/// The options by which a layer turns scores into weights.
struct Options {
    Scale scale;
    Mask mask;
    MaskMode maskMode = MaskMode::Before;
    Normalisation normalisation = Normalisation::Softmax;
    /// True if the mask comes after the softmax. Mode "after" takes effect only with a mask and a softmax.
    bool masksAfter() const {
        return maskMode == MaskMode::After && mask.isOn() && normalisation == Normalisation::Softmax;
    }
    Switchable<std::optional<Dropout>> dropout;
    double temperature = 1; ///< > 0; scores are divided by it after scaling
    /// Returns what scores are multiplied by: the scale (1, 1/√d_k or the number) divided by the temperature.
    double factor(Index dk) const;
    UnknownMembers unknown{};
    friend bool operator==(const Options&, const Options&) = default;
};

/// The matrix of a parameter, with a switch.
struct ParameterValue : Switchable<FrozenMatrix> {
    using Switchable::Switchable;
    bool comesWithWeight = false; ///< it was switched off with its weight, and is switched on with it
    DrawnBy drawn;                ///< how the user drew it
    friend bool operator==(const ParameterValue&, const ParameterValue&) = default;
    friend bool operator==(const ParameterValue& a, const FrozenMatrix& b) { return a.inUse() == b; }
};

/// One head: Q = X W_q + b_q, K = X_kv W_k + b_k, V = X_kv W_v + b_v. W_q [d, d_k], W_k [d_kv, d_k], W_v [d_kv, d_v];
/// biases [1, d_k], [1, d_k], [1, d_v]. A missing W means the identity (all three are missing or off: "without
/// trainable weights"), a missing bias zero.
struct Head : PerHeadParameter<ParameterValue> {
    bool isOn =
        true;       ///< false: its weights are computed, but its context is 0, and it does not count in means of heads
    int number = 0; ///< it is drawn under this number, below kMaxHeads
    UnknownMembers unknown{};
    friend bool operator==(const Head&, const Head&) = default;
};

/// One attention layer. All heads have the same d_k and the same d_v. W_o [heads d_v, d_out], b_o [1, d_out]. The
/// output is the heads' contexts side by side, multiplied by W_o if there is one; the layer above reads it.
struct Layer : PerLayerParameter<ParameterValue> {
    Options options;
    std::vector<Head> allHeads; ///< also those that are not computed: see heads()
    int number = 0;             ///< it is drawn under this number, below kMaxLayers
    bool residual = false;      ///< its input is added to its output, which then must be as wide
    Switchable<std::optional<Norm>> norm;
    UnknownMembers unknown{};

    /// True if the layer starts with Q and K, scores or weights that are given. It then has no stage before them.
    bool isGiven() const {
        if (allHeads.empty()) return false;
        const Head& head = allHeads.front();
        return head[Parameter::GivenQ].isOn || head[Parameter::GivenScores].isOn || head[Parameter::GivenWeights].isOn;
    }
    bool usesWeights() const { return !allHeads.empty() && allHeads.front()[Parameter::Wq].isOn; }
    /// Returns the heads that are computed: one, without trainable weights and given numbers.
    std::span<const Head> heads() const { return {allHeads.data(), headCount()}; }
    std::span<Head> heads() { return {allHeads.data(), headCount()}; }
    bool hasNorm(Norm::Place place) const { return norm && norm->place == place; }
    friend bool operator==(const Layer&, const Layer&) = default;

private:
    std::size_t headCount() const {
        return usesWeights() || isGiven() ? allHeads.size() : std::min<std::size_t>(allHeads.size(), 1);
    }
};

/// Returns where a layer has a parameter, in use or not; null if there is no such head.
template <class LayerLike>
auto* slotOf(LayerLike& layer, const ParameterRef& ref) {
    if (!belongsToHead(ref.parameter)) return &layer[ref.parameter];
    const auto head = static_cast<std::size_t>(ref.head);
    return head < layer.allHeads.size() ? &layer.allHeads[head][ref.parameter] : nullptr;
}

} // namespace headlight
