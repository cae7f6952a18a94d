#pragma once
// core/import: makes layers of a session of the matrices that other programs have named and saved. Files are read by
// core/io. Functions may be called on any thread and are pure, but for those of openedFile.h and matrixFile.h.

#include "attention/stages.h"
#include "io/arrays.h"
#include "session/Layer.h"
#include "session/parameters.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The ways to cut an array of q, k and v: all of q, then of k, then of v; or q, k and v of each head.
enum class Joined { Thirds, Heads };

/// The meaning of 1 in a mask.
enum class Ones { Unknown, Attend, Hide };

/// The meaning of an array's name, as notebooks and PyTorch's modules give them: W_query, W_key.weight,
/// q_proj.bias, heads.0.W_value, in_proj_weight, transformer.h.3.attn.c_attn.weight, mask, X, tokens, X_kv, tokens_kv.
struct ArrayRole {
    enum class Kind { Parameter, Joined, JoinedBias, Norm, Mask, X, Tokens, XKv, TokensKv, Scale, Heads };
    Kind kind = Kind::Parameter;
    Parameter parameter = Parameter::Wq; ///< of Kind::Parameter, or of Kind::Norm; W_o and b_o belong to the layer
    std::optional<int> head;             ///< the number in the name; the first may be 0 or 1
    std::string layer;                   ///< the prefix of the name: "transformer.h.3.attn"; of a norm, beside it
    std::string norm;                    ///< of Kind::Norm: its name, in the spelling of plainPart()
    std::optional<Norm::Place> place;    ///< of Kind::Norm; nothing if the name is used for both
    bool isLinear = false;               ///< true for a module's weight, which PyTorch stores as [out, in]
    bool isKernel = false;               ///< true for Keras and Flax: [in, out], or [d, heads, d_k]
    std::optional<Joined> joined;        ///< of Kind::Joined; nothing if the name is used for both
    bool isGpt = false;                  ///< of Kind::Joined: true for c_attn, whose layers are causal
    Ones ones = Ones::Unknown;           ///< of Kind::Mask: what its name says
};

/// Returns the parts of a name: "heads", "0", "W_query", "weight".
std::vector<std::string> pathOfName(std::string_view name);

/// Returns all but the last part of a name, with dots, as ArrayRole::layer.
std::string prefixOfName(std::string_view name);

/// Returns a part of a name in the form in which names are compared: "wquery" for "W_query".
std::string plainPart(std::string_view part);

/// True if a list of words, separated by blanks, has the word.
bool isAmong(std::string_view word, std::string_view words);

/// Returns the stage that an array is by the last part of its name, as notebooks and PyTorch's classes have them.
/// Nothing if the name has no such meaning, and for a module's weight. Short or common names, such as "a", mean a stage
/// only beside other ones (`isAmongStages`). Other names of X are those of roleOf().
std::optional<Stage> stageOfName(std::string_view name, bool isAmongStages);

/// Returns the role of an array that the user takes for a parameter of a layer.
ArrayRole roleAs(const NamedArray&, Parameter, const std::string& layer);

/// Returns nothing if the name has no such meaning. A scale, a number of heads, and `causal`, which is a mask,
/// are arrays of one number.
std::optional<ArrayRole> roleOf(const NamedArray&);

/// Returns what a scale multiplies scores by: one of 1 or more divides them.
inline double factorOf(double scale) { return scale < 1 ? scale : 1 / scale; }

/// True if a square has one value above the diagonal, and another on and below it; and for the number 1 of `causal`.
bool isCausal(const NamedArray&);
bool isFalse(const NamedArray&); ///< true for the number 0 of `causal`, or of a mask

} // namespace headlight
