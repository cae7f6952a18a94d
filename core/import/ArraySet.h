#pragma once

#include "base/Matrix.h"
#include "base/Result.h"
#include "import/arrayNames.h"

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
    std::size_t array = 0; ///< its place among the arrays
    Parameter parameter = Parameter::Wq;
    int head = kAllHeads;
    bool isTurned = false;        ///< the array is [out, in]
    Index rows = 1, cols = 0;     ///< of the matrix
    Index first = 0;              ///< its first column among those of the array, when that is turned
    bool isJoined = false;        ///< a third of its array
    std::optional<Index> slice{}; ///< of an array of all heads [H, in, out]: which one
};

/// The matrices of one layer of attention.
struct ArrayLayer {
    std::string name; ///< "trf_blocks.0.att"; empty: those without a prefix
    std::vector<ArrayPart> parts;
    Index d = 0, dSource = 0; ///< rows of W_q; of W_k and W_v
    Index dk = 0, dv = 0;     ///< their columns, of all heads together
    int heads = 0;            ///< 0: the file does not say; see headCounts()
    std::set<int> numbers;    ///< of the heads, as the names have them; none: they have none
    bool hasOutput = false;
    bool hasCausalMask = false;
    bool isGpt = false;           ///< by the name c_attn, which is of causal layers alone
    bool isJoined = false;        ///< q, k and v are one array
    std::optional<Joined> joined; ///< how that is cut; nothing: the file does not say
};

/// Where a head's columns of a part of all heads begin among those of the array, when that is turned.
inline Index firstColumn(const ArrayPart& part, int heads, int head, std::optional<Joined> joined) {
    const Index each = part.cols / heads;
    const bool isPerHead = part.isJoined && joined == Joined::Heads;
    return isPerHead ? 3 * head * each + part.first / heads : part.first + head * each;
}

/// What is in a file of arrays. The arrays are those that it was made of.
struct ArraySet {
    std::vector<ArrayLayer> layers;            ///< none: X alone is there
    std::vector<std::size_t> masks;            ///< causal ones
    std::optional<std::size_t> x, tokens;      ///< X [N, d], or one of a batch [1, N, d], which fits the first layer; N
    std::optional<std::size_t> xKv, tokensKv;  ///< of a second sentence, likewise
    std::map<std::size_t, std::string> unused; ///< why what is meant for a layer is not: "its numbers are complex"
};

inline std::int64_t tokensOf(const NamedArray& x) { return x.shape.end()[-2]; }
inline std::int64_t widthOf(const NamedArray& x) { return x.shape.back(); }

/// Which array goes where, from their names and shapes; of a mask also its values are looked at. `isOther`: W_q, W_k
/// and W_v are turned the other way than they seem to be. A Problem is one sentence that names the arrays.
Result<ArraySet> arraySet(std::span<const NamedArray>, bool isOther = false);

/// "its array "b_q" is not used: its numbers are complex"; empty: there is none.
std::string unusedText(const ArraySet&, std::span<const NamedArray>);

/// How many heads it may have: what the file says, or the divisors of d_k and d_v, up to kMaxHeads.
std::vector<int> headCounts(const ArrayLayer&);

} // namespace headlight
