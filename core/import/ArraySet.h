#pragma once

#include "base/Matrix.h"
#include "base/Result.h"
#include "import/fileMask.h"
#include "import/modelConfig.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// A part of an array that becomes a matrix [in, out], or a bias [1, out], of one head, or of all heads side by side.
struct ArrayPart {
    std::size_t array = 0; ///< its index among the arrays
    Parameter parameter = Parameter::Wq;
    int head = kAllHeads;
    bool isTransposed = false;    ///< the array is [out, in]
    Index rows = 1, cols = 0;     ///< the size of the matrix
    Index first = 0;              ///< its first column in the array as [in, out]
    bool isJoined = false;        ///< q, k or v of an array of all three
    std::optional<Index> slice{}; ///< its index in an array of all heads [H, in, out]
    Index width = 0;              ///< numbers in a stored row of the array
};

/// A layer norm beside a layer of attention.
struct ArrayNorm {
    std::optional<std::size_t> gain{}, bias{}; ///< no bias: zeros
    std::optional<Norm::Place> place{};        ///< nothing if neither its name nor the model says
    std::string name{};                        ///< in the spelling of plainPart()
    std::string what{};                        ///< "RMS norm before the heads"
    bool isTakeable = false;                   ///< it is a layer norm of the right width

    bool has(std::size_t array) const { return gain == array || bias == array; }
};

/// The matrices of one layer of attention.
struct ArrayLayer {
    std::string name; ///< "trf_blocks.0.att"; empty if the names have no prefix
    std::vector<ArrayPart> parts;
    Index d = 0, dSource = 0; ///< rows of W_q; rows of W_k and W_v
    Index dk = 0, dv = 0;     ///< columns of W_q and W_k, and of W_v, of all heads together
    int heads = 0;            ///< 0 if the file does not say; see headCounts()
    int share = 1;            ///< so many heads have the same W_k and W_v; dv counts each of these heads
    std::set<int> numbers;    ///< the heads' numbers in names or slices; empty if there are none
    bool hasOutput = false;
    int statedHeads = 0; ///< one of headCounts(), as an array or else the config.json says; 0: neither does
    std::optional<std::size_t> headsArray; ///< that array
    bool hasCausalMask = false;
    std::optional<std::size_t> maskArray; ///< a mask that is not causal, for the tokens of X
    FileMask mask;                        ///< what it says
    bool isGpt = false;                   ///< named c_attn, as only causal layers are
    bool isJoined = false;                ///< q, k and v are one array
    std::optional<Joined> joined;         ///< how that array is cut; nothing if the file does not say
    std::optional<ArrayNorm> norm;
    std::optional<ModelConfig> config; ///< if its sizes are the layer's
    std::string whyNoConfig;           ///< why a config.json is not used: "It says 12 heads ..."; else empty
};

/// Returns the first column of a head, for a part of all heads, in the array as [in, out]. `share` is that of the
/// layer.
inline Index firstColumn(const ArrayPart& part, int heads, int head, std::optional<Joined> joined, int share) {
    const Index each = part.cols / heads;
    if (!part.isJoined || joined != Joined::Heads) return part.first + head * each;
    const Index before = part.first / part.cols, group = share + 2; // of a group: q of each head, then k, then v
    return (before == 0 ? head / share * group + head % share : head * group + before) * each;
}

/// The meaning of the arrays of a file. Each array is named by its index.
struct ArraySet {
    std::vector<ArrayLayer> layers;            ///< empty if the file has only X
    std::vector<std::size_t> masks;            ///< the causal masks
    std::optional<std::size_t> x, tokens;      ///< X [N, d] or [1, N, d], which fits the first layer; tokens [N]
    bool isXOfIds = false;                     ///< X is made of others (tokenIds.h)
    std::optional<std::size_t> xKv, tokensKv;  ///< X and tokens of the second sentence
    std::map<std::size_t, std::string> unused; ///< arrays that cannot be used: "its numbers are complex"
};

inline std::int64_t tokensOf(const NamedArray& x) { return x.shape.end()[-2]; }
inline std::int64_t widthOf(const NamedArray& x) { return x.shape.back(); }

/// Facts about arrays that their names and shapes do not say.
struct ArrayHints {
    FoundConfig config{};
    bool areSidesSwapped = false; ///< W_q, W_k and W_v are transposed compared with what names and shapes say
    /// The roles that the user gives arrays, by their indices; nothing: it is not used.
    std::map<std::size_t, std::optional<ArrayRole>> roles{};
};

/// Finds the meaning of arrays from their names and shapes, and of masks from their values, too. A Problem is one
/// sentence that names the arrays.
Result<ArraySet> arraySet(std::span<const NamedArray>, const ArrayHints& = {});

/// Returns "its array "b_q" is not used: its numbers are complex"; empty if there is no such array.
std::string unusedText(const ArraySet&, std::span<const NamedArray>);

/// Returns the possible numbers of heads: the file's, or the common divisors of dk and dv up to kMaxHeads.
std::vector<int> headCounts(const ArrayLayer&);

} // namespace headlight
