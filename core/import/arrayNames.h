#pragma once
// core/import: sets of matrices that others have named and saved, as layers of a session. Reads files by core/io, and
// knows nothing of a window. Pure functions but for openedFile.h; any thread.

#include "io/arrays.h"
#include "session/parameters.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// How one array of all q, k and v is cut: all of q, then of k, then of v; or q, k and v of each head.
enum class Joined { Thirds, Heads };

/// What the name of an array says, as the notebooks and PyTorch's modules give them: W_query, W_key.weight,
/// q_proj.bias, heads.0.W_value, in_proj_weight, transformer.h.3.attn.c_attn.weight, mask, X, tokens, X_kv, tokens_kv.
struct ArrayRole {
    enum class Kind { Parameter, Joined, JoinedBias, Mask, X, Tokens };
    Kind kind = Kind::Parameter;
    Parameter parameter = Parameter::Wq; ///< of Kind::Parameter; W_o and b_o of the layer
    std::optional<int> head;             ///< the number in the name, from wherever they begin
    std::string layer;                   ///< what stands before: "transformer.h.3.attn"
    bool isOfSecond = false;             ///< of Kind::X and Tokens: of the second sentence
    bool isLinear = false;               ///< the weight of a module, which PyTorch holds as [out, in]
    std::optional<Joined> joined;        ///< of Kind::Joined; nothing: classes that cut otherwise use this name, too
    bool isGpt = false;                  ///< of Kind::Joined: c_attn, whose layers are causal
};

/// "heads", "0", "W_query", "weight"
std::vector<std::string> pathOfName(const std::string&);

/// A part of a name as names are compared: "wquery" of "W_query".
std::string plainPart(const std::string&);

/// Nothing if the name says none of this.
std::optional<ArrayRole> roleOf(const NamedArray&);

} // namespace headlight
