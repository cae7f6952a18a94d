#pragma once
// Private to core/check: one way to compute a stage from the file's own stages before it. The operations of a layer are
// those of attention/program; a recipe says how they are carried out.

#include "attention/program.h"
#include "check/Material.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace headlight {

struct Factor {
    double value = 1;
    std::string words{}; ///< " / sqrt(64)"
};

/// The choices, right or wrong, on the way from X to the output.
struct Recipe {
    Factor factor{};
    MaskForm mask{};
    MaskForm heads{};                ///< that are not switched off; empty: all
    bool isUsual = true;             ///< a mistake is looked for beside it
    std::set<Parameter> turned{};    ///< square weights that are used the other way round
    std::set<Parameter> leftOut{};   ///< biases
    Stage computed = Stage::Weights; ///< the file's stages from this one to the weights are computed, not read
    Axis axis = Axis::Keys;          ///< of the softmax
    bool masksAfter = false;         ///< after the softmax
    bool masksByZero = false;        ///< hidden scores are 0, not minus infinity
    bool isExchanged = false;        ///< scores are K Q^T
    bool isKvExchanged = false;      ///< V is taken for K, and K for V
    bool areWeightsTurned = false;   ///< contexts are weights^T V
    bool isViewed = false;           ///< heads are cut and joined without a transpose
    bool hasDropout = false;
};

struct Compared {
    StageReport report;               ///< without causes
    std::set<Op::Kind> used{};        ///< the operations on the way from X, or from the scores
    std::set<Parameter> parameters{}; ///< that were used
    bool isMean = false;              ///< the stage is the mean of the heads
    bool mayBeRight = false;          ///< the shapes do not fit, but may be of a cache, a part, or several layers
    const char* guessed = nullptr;    ///< what the file does not say
};
/// Computes a stage by a recipe from the nearest stages before it that the file has, and compares; other shapes differ
/// as a whole. Returns nothing if it does not follow from them. `tolerance` replaces the derived one.
std::optional<Compared> compared(const Recipe&, const Material&, Stage, const std::optional<double>& tolerance);

/// A way in which people get a stage wrong.
struct Cause {
    const char* name;           ///< never changes, since graders read it
    const char* sentence;       ///< without a full stop
    const char* whyUnseen;      ///< why its numbers may be the right ones
    std::optional<Op::Kind> of; ///< the operation that goes wrong; nothing: any
    /// Appends recipes that are wrong in this one thing. Those with the formula of the right one are no mistakes.
    void (*change)(const Material&, const Recipe& right, std::vector<Recipe>& wrong);
};
std::span<const Cause> causes(); ///< THE list

/// Compares the stages of a layer with what the right forms compute, and looks for the causes of differences. Leaves
/// out those that only a guess computes, which is wrong.
CheckReport checkedLayer(const Material&, const CheckOptions&);

} // namespace headlight
