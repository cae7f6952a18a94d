#pragma once
// Private to core/check: the arrays of one layer of a file, by what they mean.

#include "attention/stages.h"
#include "check/Numbers.h"
#include "io/arrays.h"
#include "session/parameters.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

struct GivenStage {
    std::string name; ///< in the file
    std::vector<std::int64_t> shape;
    Numbers numbers{};
    Precision rounding{};
    bool isPerToken = false; ///< the array is [..., N, heads, columns]; `numbers` are of each head
};

/// A weight or bias. W_q, W_k and W_v are of all heads, or of each; a bias is one row.
struct GivenParameter {
    std::map<int, MatrixD> blocks; ///< by the number of the head; of all heads: one
    Precision rounding;
    bool isLinear = false; ///< named as of an nn.Linear, which holds [out, in]; c_attn and c_proj may be either
};

/// The keys that a query may attend to: those of `cells` [N or 1, M], if there are any, and of the triangle.
struct MaskForm {
    std::string words; ///< ", causal"
    Allowed cells{};
    bool hasTriangle = false, isExchanged = false;
    Index last = 0; ///< of the triangle: key <= query + last
    bool hides() const { return hasTriangle || cells.size() > 0; }
};
MaskForm both(const MaskForm&, const MaskForm&); ///< of which none is exchanged

struct Material {
    std::map<Stage, GivenStage> stages;
    std::map<Parameter, GivenParameter> parameters;
    std::vector<MaskForm> masks; ///< what the file's mask may mean; empty if it has none
    std::optional<double> scale; ///< the number `scale` of the file

    Index assumedHeads = 1;         ///< where no stage says how many
    bool mayOutputBeConcat = false; ///< classes differ in what attn_output is
    bool isMaskUnknown = false;     ///< since it fits no stage
    bool isTrace = false;           ///< written by `headlight eval`, with the scale of a session

    bool has(Stage stage) const { return stages.contains(stage); }
    bool has(Parameter parameter) const { return parameters.contains(parameter); }
    const MatrixD& first(Stage stage) const { return stages.at(stage).numbers.items.front(); }
    Index heads() const; ///< the most matrices of a stage of heads, or else those assumed
    Index dk() const;    ///< 0 if the file does not say
    Index dModel() const;
};

inline constexpr double kHidden = -9000; ///< people write -1e4, -65504, -1e9 or -inf where a key is hidden

Allowed triangle(Index rows, Index cols, Index last); ///< true where key <= query + last

/// Returns true if an array has a name that materialsOf() knows.
bool isKnown(const NamedArray&);

/// Groups arrays by the prefixes of their names. Arrays without a prefix belong to the only layer. `rounding` replaces
/// that of each array. Adds to `notes` which arrays with the name of a stage are not compared.
std::vector<Material> materialsOf(std::span<const NamedArray>, const std::optional<Precision>& rounding,
                                  std::vector<std::string>& notes);

} // namespace headlight
