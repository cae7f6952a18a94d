#pragma once
// Private to core/check: one way to compute a stage from the file's own stages before it.

#include "check/Material.h"
#include "check/report.h"

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

/// A norm of X that classes have; with an eps of 0: none.
struct NormForm {
    double eps = 0;
    bool isRms = false;
};

/// The choices, right or wrong, on the way from X to the output.
struct Recipe {
    Factor factor{};
    MaskForm mask{};
    NormForm norm{};
    bool areOthersTurned = false;                  ///< W whose name is not nn.Linear's is [out, in], too
    bool isUsual = true;                           ///< a mistake is looked for beside it
    std::set<Parameter> turned{};                  ///< square weights that are used the other way round
    std::set<Parameter> leftOut{};                 ///< biases
    Axis axis = Axis::Keys;                        ///< of the softmax
    bool masksAfter = false;                       ///< after the softmax
    bool skipsScaled = false, skipsMasked = false; ///< the file's stage is not the one before
    bool splitsByView = false, mergesByView = false;
    bool hasDropout = false;
};

/// The parts of a recipe that a stage depends on.
struct Used {
    bool factor = false, mask = false, softmax = false, others = false, split = false, merge = false, mean = false,
         norm = false;
    bool guess = false;                      ///< that Q = K = V = X, or a mask, which the file does not say
    std::set<Parameter> squares{}, biases{}; ///< weights that fit either way round; biases
};

struct Compared {
    StageReport report; ///< without causes
    Used used;
};
/// Computes a stage by a recipe from the nearest stages before it that the file has, and compares. Returns nothing if
/// it does not follow from them. `tolerance` replaces the derived one.
std::optional<Compared> compared(const Recipe&, const Material&, Stage, const std::optional<double>& tolerance);

/// A way in which people get a stage wrong.
struct Cause {
    const char* name;      ///< never changes, since graders read it
    const char* sentence;  ///< without a full stop
    const char* whyUnseen; ///< why its numbers may be the right ones
    /// Appends recipes that are wrong in this one thing; `used` is what the right one depends on.
    void (*change)(const Material&, const Recipe& right, const Used& used, std::vector<Recipe>& wrong);
};
std::span<const Cause> causes(); ///< THE list

/// Compares the stages of a layer with what the right forms compute, and looks for the causes of differences. Notes
/// which stages only a guess computes, which is wrong.
CheckReport checkedLayer(Material, const CheckOptions&);

} // namespace headlight
