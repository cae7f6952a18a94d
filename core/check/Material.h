#pragma once
// Private to core/check: the arrays of one layer of a file, by what they mean.

#include "attention/stages.h"
#include "check/Grid.h"
#include "check/report.h"
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
    Grid numbers{};
    Precision rounding{};
    bool isPerToken = false; ///< the array is [..., N, heads, columns]
};

struct GivenParameter {
    std::map<int, Grid> parts; ///< by the number of the head; of all heads: one
    bool isLinear = false;     ///< named as of an nn.Linear, which holds [out, in]; c_attn and c_proj may be either
    Grid all() const;          ///< [1, heads or 1, ...]
};

/// The keys that a query may attend to: 1 in `cells`, or, if that is empty, all.
struct MaskForm {
    std::string words{}; ///< ", causal"
    Grid cells{};
    bool isTriangle = false, mayBeOpposite = false; ///< opposite: the file does not say whether 1 attends or hides
};
MaskForm both(const MaskForm&, const MaskForm&);

struct Material {
    std::map<Stage, GivenStage> stages;
    std::map<Parameter, GivenParameter> parameters;
    std::vector<MaskForm> masks; ///< what the file's mask may mean; empty if it has none
    std::vector<SkippedArray> skipped{};
    std::map<Stage, StageReport> misfits{}; ///< arrays whose shapes do not fit the others
    std::optional<double> scale;            ///< the number `scale` of the file
    Index texts = 1, queries = 0, keys = 0; ///< what most stages say; 0 if none does
    bool isMaskUnknown = false;             ///< since it fits no stage
    bool mayBeCausal = true;                ///< unless the number `causal` says no
    bool isTrace = false;                   ///< written by `headlight eval`, with the scale and switches of a session
    bool hasNorm = false;                   ///< X may be normalised first

    // what the file may leave open
    Index assumedHeads = 1;         ///< where no stage says how many; of the file's number of heads, if it has one
    bool mayTokensBeFirst = false;  ///< of [1, N, heads, columns], as N = heads
    bool mayOutputBeConcat = false; ///< classes differ in what attn_output is
    std::optional<Stage> outputAs;  ///< without a W_o the output may be the contexts, or what comes behind a W_o
    bool isUsual = true;            ///< mistakes are looked for
    bool areTurned = false;         ///< W whose name is not nn.Linear's is [out, in], too

    bool has(Stage stage) const { return stages.contains(stage); }
    bool has(Parameter parameter) const { return parameters.contains(parameter); }
    const Grid& numbers(Stage stage) const { return stages.at(stage).numbers; }
    Index heads() const;                     ///< the most of a stage, or else those assumed
    void takeHeads(const NamedArray& count); ///< assumes them, unless the stages say another number
    Index dk() const;                        ///< 0 if the file does not say
    Index dModel() const;
    void rename(Stage from, Stage to);
    /// Takes the mask of a trace whose `masked` are the softmax of `scaled`, or 0 where the mask hides a key.
    void takeMaskAfterSoftmax(const std::optional<double>& tolerance);
    void putHeadsFirst(bool isAmbiguous);                                         ///< of stages [.., N, heads, columns]
    MaskForm triangle(const char* words, Index last, bool isUpper = false) const; ///< key <= query + last, or above
    bool isTriangle(const Grid& cells) const;         ///< lower or upper, with or without the diagonal
    MaskForm shownBy(Stage, const char* words) const; ///< where its numbers are not those of hidden keys
    MaskForm hiddenKeys() const; ///< of each text those that weigh 0 in all rows, unless all do; empty without one
    MaskForm headsOn() const;    ///< [1, heads, 1, 1]: those whose context is not 0 throughout
};

inline constexpr double kHidden = -9000; ///< people write -1e4, -65504, -1e9 or -inf where a key is hidden

/// True for scores, weights, and what is between them.
inline bool isOfCells(Stage stage) { return stage >= Stage::Scores && stage <= Stage::Dropped; }

/// Returns true if an array has a name that materialsOf() knows.
bool isKnown(const NamedArray&);

/// Returns the report on an array whose shape is wrong.
StageReport misfit(Stage, const GivenStage&, std::string why);
/// True if a stage of other sides may be right: of a cache, a part, or several layers, which is added to `why`.
bool mayBeRight(Stage, const Sides& own, const Sides& expected, std::string& why);

/// Groups arrays by the prefixes of their names. Arrays without a prefix belong to the only layer.
std::vector<Material> materialsOf(std::span<const NamedArray>);

} // namespace headlight
