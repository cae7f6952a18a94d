#pragma once

#include "base/Matrix.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace headlight {

/// The parameters that a person can edit. X, and X_kv of a second sentence, are addressed by token position (row i is
/// token i's vector, shared by equal tokens); the others stand in parameters(). A new one needs its name here, beside
/// those of its scope, and its line there. "Given": a stage whose numbers the session has, instead of computing them.
enum class Parameter : unsigned char {
    X,
    Xkv,
    Wq, // of each head
    Wk,
    Wv,
    Bq,
    Bk,
    Bv,
    GivenQ,
    GivenK,
    GivenV,
    GivenScores,
    GivenWeights,
    Wo, // of each layer
    Bo,
    NormGain,
    NormBias,
    GivenX,
    P, // of the session
    End
};

enum class Scope { Layer, Head, Session }; ///< each layer has one, or each head, or there is one

/// The sizes of one layer, as they follow from its blocks.
struct Sizes {
    int tokens = 0;    ///< N, queries
    int keyTokens = 0; ///< N_kv, keys; N unless cross-attention
    int d = 0, dSource = 0;
    int heads = 0, dk = 0, dv = 0;
    int dOut = 0;      ///< columns of W_o, 0 without one
    int positions = 0; ///< rows of the table of positions, 0 without one
    int normed = 0;    ///< columns of what the layer norm reads, 0 without one

    int concat() const { return heads * dv; }                ///< the heads' contexts side by side
    int width() const { return dOut > 0 ? dOut : concat(); } ///< columns of the layer's output
    friend bool operator==(const Sizes&, const Sizes&) = default;
};

/// One side of a shape, of a parameter or of what is computed: a size of the layer, or 1.
enum class Side { One, Tokens, KeyTokens, D, DSource, Dk, Dv, Concat, DOut, Normed, Width, Positions };
Index lengthOf(Side, const Sizes&);
std::string sizeText(Index rows, Index cols); ///< "[3, 2]"

/// The way in which a parameter may be absent.
enum class Presence {
    Together,     ///< only with all others of its kind, in every head: "without trainable weights"
    Optional,     ///< by itself
    BehindWeight, ///< by itself, and always without the weight that it is the bias of
    OfNorm,       ///< it is there whenever the layer has a norm
    OfPositions,  ///< it is there when positions are learned
    Given         ///< in every head or in none: it is a stage that is not computed
};

/// The value of a new number of a parameter.
enum class Start { Drawn, Zero, One, Normal };

/// A parameter as data. `rows` by `cols` numbers, applied as x W (+ b).
struct ParameterInfo {
    Parameter parameter;
    const char* symbol; ///< "W_q", as in the field, on the screen and in files
    Scope scope;
    Side rows, cols;
    const char* shape; ///< the shape in words, for complaints
    Side fanIn;        ///< drawn as nn.Linear's: uniform within 1 / sqrt of this
    Presence presence;
    std::optional<Parameter> weight{}; ///< of a bias: its weight, which is applied and drawn before it
    bool inVersion1 = false;  ///< files of version 1 have it, null if absent; any other one makes a file version 2
    const char* purpose = ""; ///< "Queries: what a token looks for"
    Start start = Start::Drawn;
    const char* inside = nullptr; ///< in a file: the object of which it is a member; null: the layer or head
    const char* member = nullptr; ///< its name in that object; null: its symbol
    bool isInside(const char* object) const { return std::string(inside ? inside : "") == (object ? object : ""); }
    std::string fileName() const { return inside ? std::string(inside) + "." + member : symbol; }
};

std::span<const ParameterInfo> parameters(); ///< the list, in the order of files
const ParameterInfo& infoOf(Parameter);      ///< not for embeddings

/// A T for each parameter from kFirst on, before kEnd. Throws std::out_of_range for others.
template <class T, Parameter kFirst = Parameter::X, Parameter kEnd = Parameter::End>
class PerParameter {
public:
    T& operator[](Parameter p) { return items_.at(static_cast<std::size_t>(p) - kBegin); }
    const T& operator[](Parameter p) const { return items_.at(static_cast<std::size_t>(p) - kBegin); }
    friend bool operator==(const PerParameter&, const PerParameter&) = default;

private:
    static constexpr auto kBegin = static_cast<std::size_t>(kFirst);
    std::array<T, static_cast<std::size_t>(kEnd) - kBegin> items_{};
};
template <class T>
using PerHeadParameter = PerParameter<T, Parameter::Wq, Parameter::Wo>; ///< for those that a head has
template <class T>
using PerLayerParameter = PerParameter<T, Parameter::Wo, Parameter::P>; ///< for a layer's own

/// True if a Head or Layer may have the parameter: some must not be without their weight.
template <class Set>
bool mayHave(const Set& set, const ParameterInfo& info) {
    return info.presence != Presence::BehindWeight || set[*info.weight];
}

/// ParameterRef::head for all heads of the layer, their matrices side by side as one, [d, H d_k]: one W per projection.
inline constexpr int kAllHeads = -1;

/// The place of a parameter.
struct ParameterRef {
    Parameter parameter = Parameter::X;
    int layer = 0;
    int head = 0; ///< from 0, or kAllHeads if a function allows it; meaningless for parameters of other scopes
    friend bool operator==(const ParameterRef&, const ParameterRef&) = default;
};

/// True for X and X_kv.
inline bool areEmbeddings(Parameter p) { return p < Parameter::Wq; }
const char* symbolOf(Parameter);
const ParameterInfo* biasOf(Parameter weight); ///< null if it can have none
bool belongsToHead(Parameter);
bool isOfAllHeads(const ParameterRef&); ///< true for one matrix made of several

/// Returns a name for undo steps and messages: "W_q of head 2" (as the window counts), "W_q of all heads", "X", "W_o".
std::string nameOf(const ParameterRef&);

/// Calls f(info, matrix) for every parameter of `scope` that `set` (a Head, a Layer, or a draft of one) can have.
template <class Set, class F>
void forEachParameter(Set& set, Scope scope, F f) {
    for (const ParameterInfo& info : parameters())
        if (info.scope == scope) f(info, set[info.parameter]);
}

/// Calls f(ParameterRef, matrix) for every parameter of a layer: those of its heads first, head by head, then its own.
template <class LayerLike, class F>
void forEachParameter(LayerLike& layer, int index, F f) {
    for (std::size_t h = 0; h < layer.allHeads.size(); ++h)
        forEachParameter(layer.allHeads[h], Scope::Head, [&](const ParameterInfo& info, auto& matrix) {
            f(ParameterRef{info.parameter, index, static_cast<int>(h)}, matrix);
        });
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, auto& matrix) {
        f(ParameterRef{info.parameter, index, 0}, matrix);
    });
}

} // namespace headlight
