#pragma once

#include "base/Matrix.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace headlight {

/// What a person can edit in a session. X, and X_kv of a second sentence, are addressed by token position (row i is
/// token i's vector, shared by its equals); the others stand in THE list. A new one needs its name here and its line.
enum class Parameter : unsigned char { X, Xkv, Wq, Wk, Wv, Bq, Bk, Bv, Wo, Bo, NormGain, NormBias, P, End };

enum class Scope { Layer, Head, Session }; ///< each layer has one, or each head, or there is one

/// Sizes of one layer as they follow from its blocks.
struct Sizes {
    int tokens = 0;    ///< N, queries
    int keyTokens = 0; ///< N_kv, keys; N unless cross-attention
    int d = 0, dSource = 0;
    int heads = 0, dk = 0, dv = 0;
    int dOut = 0;      ///< columns of W_o, 0 without one
    int positions = 0; ///< rows of the table of positions, 0 without one
    int normed = 0;    ///< columns of what the layer norm reads, 0 without one

    int concat() const { return heads * dv; }                ///< the heads' contexts side by side
    int width() const { return dOut > 0 ? dOut : concat(); } ///< of what the layer makes
    friend bool operator==(const Sizes&, const Sizes&) = default;
};

/// One side of a shape, of a parameter or of what is computed: a size of the layer, or 1.
enum class Side { One, Tokens, KeyTokens, D, DSource, Dk, Dv, Concat, DOut, Normed, Width, Positions };
Index lengthOf(Side, const Sizes&);

/// Whether a parameter may be absent.
enum class Presence {
    Together,     ///< it and all others of its kind, of every head; or none, "without trainable weights"
    Optional,     ///< by itself
    BehindWeight, ///< likewise, but not without the weight that it is the bias of
    OfNorm,       ///< there whenever the layer has a norm
    OfPositions   ///< there when positions are learned
};

/// What a new number of a parameter is.
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
    std::optional<Parameter> weight{}; ///< of a bias: the weight it is added behind; it is drawn after it
    bool inVersion1 = false;  ///< files of version 1 say it, also that it is absent; another one makes them version 2
    const char* purpose = ""; ///< "Queries: what a token looks for"
    Start start = Start::Drawn;
    const char* inside = nullptr; ///< in a file: a member of this object, and
    const char* member = nullptr; ///< under this name; null: of the layer or head itself, under its symbol
    bool isInside(const char* object) const { return std::string(inside ? inside : "") == (object ? object : ""); }
    std::string fileName() const { return inside ? std::string(inside) + "." + member : symbol; }
};

std::span<const ParameterInfo> parameters(); ///< THE list: of layers and heads, in the order of files
const ParameterInfo& infoOf(Parameter);      ///< not of embeddings

/// Something for each parameter of a scope; those of other scopes are unused.
template <class T>
class PerParameter {
public:
    T& operator[](Parameter p) { return items_[static_cast<std::size_t>(p)]; }
    const T& operator[](Parameter p) const { return items_[static_cast<std::size_t>(p)]; }
    friend bool operator==(const PerParameter&, const PerParameter&) = default;

private:
    std::array<T, static_cast<std::size_t>(Parameter::End)> items_{};
};

/// Whether a Head or Layer may have the parameter: some must not be without their weight.
template <class T>
bool mayHave(const PerParameter<T>& set, const ParameterInfo& info) {
    return info.presence != Presence::BehindWeight || set[*info.weight];
}

/// For a head: all of the layer, their matrices side by side as one, [d, H d_k]: one W per projection.
inline constexpr int kAllHeads = -1;

/// Where a parameter stands.
struct ParameterRef {
    Parameter parameter = Parameter::X;
    int layer = 0;
    int head = 0; ///< from 0, or kAllHeads where that is said; meaningless for parameters of other scopes
    friend bool operator==(const ParameterRef&, const ParameterRef&) = default;
};

/// X or X_kv.
inline bool areEmbeddings(Parameter p) { return p < Parameter::Wq; }
const char* symbolOf(Parameter);
bool belongsToHead(Parameter);
bool isOfAllHeads(const ParameterRef&); ///< one matrix made of several

/// "W_q of head 2", "W_q of all heads", "X", "W_o": for labels of undo steps and messages; heads count from 1.
std::string nameOf(const ParameterRef&);

/// Calls f(info, matrix) for every parameter of `scope` that `set` (a Head, a Layer, or drafts of them) has room for.
template <class Set, class F>
void forEachParameter(Set& set, Scope scope, F f) {
    for (const ParameterInfo& info : parameters())
        if (info.scope == scope) f(info, set[info.parameter]);
}

/// THE walk: f(ParameterRef, matrix) for every parameter of a layer: its heads' first, head by head, then its own.
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
