#include "check/Recipe.h"

#include <array>
#include <cmath>

namespace headlight {
namespace {

using Wrong = std::vector<Recipe>;

/// Appends a recipe that starts from stages before `masked`, with the mask that this shows, and returns it.
Recipe& addUnmasked(Wrong& wrong, const Material& file, const Recipe& right) {
    Recipe& recipe = wrong.emplace_back(right);
    recipe.skipsMasked = true;
    if (!file.has(Stage::Masked) || recipe.mask.hides()) return recipe;
    const MatrixD& masked = file.first(Stage::Masked);
    const Allowed cells = (masked.array() > kHidden).matrix();
    const bool isCausal = cells == triangle(cells.rows(), cells.cols(), 0);
    recipe.mask = isCausal ? MaskForm{", causal", {}, true} : MaskForm{", with the mask of masked", cells};
    return recipe;
}

bool isScaled(const Material& file, const Used& used) {
    return used.factor || ((used.mask || used.softmax) && file.has(Stage::Scaled));
}

bool isMasked(const Material& file, const Recipe& right, const Used& used) {
    return (used.mask && right.mask.hides()) || (used.softmax && file.has(Stage::Masked));
}

/// Appends a recipe for each set of some of the parameters.
void addSubsets(Wrong& wrong, const Recipe& right, std::set<Parameter> Recipe::*what, const std::set<Parameter>& all) {
    for (std::size_t bits = 1; bits < std::size_t(1) << all.size(); ++bits) {
        std::set<Parameter>& some = wrong.emplace_back(right).*what;
        std::size_t i = 0;
        for (const Parameter one : all)
            if (bits >> i++ & 1) some.insert(one);
    }
}

void noScale(const Material& file, const Recipe& right, const Used& used, Wrong& wrong) {
    if (!isScaled(file, used) || (used.factor && right.factor.value == 1)) return;
    Recipe& recipe = addUnmasked(wrong, file, right);
    recipe.skipsScaled = true;
    recipe.factor = {1, ", without a scale"};
}

void sqrtOfModel(const Material& file, const Recipe& right, const Used& used, Wrong& wrong) {
    for (const Index d : std::set{file.dModel(), file.heads() * file.dk()}) {
        if (!isScaled(file, used) || d == 0 || (d == file.dk() && d != file.dModel())) continue;
        Recipe& recipe = addUnmasked(wrong, file, right);
        recipe.skipsScaled = true;
        recipe.factor = {1 / std::sqrt(static_cast<double>(d)), " / sqrt(" + std::to_string(d) + ")"};
    }
}

void otherAxis(const Material&, const Recipe& right, const Used& used, Wrong& wrong) {
    for (const Axis axis : {Axis::Queries, Axis::Heads})
        if (used.softmax) wrong.emplace_back(right).axis = axis;
}

void maskAfter(const Material& file, const Recipe& right, const Used& used, Wrong& wrong) {
    if (used.softmax && isMasked(file, right, used)) addUnmasked(wrong, file, right).masksAfter = true;
}

void wrongTriangle(const Material& file, const Recipe& right, const Used& used, Wrong& wrong) {
    if (!isMasked(file, right, used)) return;
    const MaskForm forms[] = {{", upper triangle with the diagonal", {}, true, true, -1},
                              {", upper triangle without the diagonal", {}, true, true, 0},
                              {", lower triangle without the diagonal", {}, true, false, -1},
                              {", lower triangle and the key behind the diagonal", {}, true, false, 1}};
    for (const MaskForm& form : forms) {
        MaskForm& mask = addUnmasked(wrong, file, right).mask;
        if (!mask.hasTriangle || mask.cells.size() > 0) return wrong.pop_back();
        mask = form;
    }
}

void exchanged(const Material& file, const Recipe& right, const Used& used, Wrong& wrong) {
    if (!isMasked(file, right, used)) return;
    MaskForm& mask = addUnmasked(wrong, file, right).mask;
    mask.isExchanged = true;
    mask.words += " with True and False exchanged";
}

void maskLeftOut(const Material& file, const Recipe& right, const Used& used, Wrong& wrong) {
    if (isMasked(file, right, used)) addUnmasked(wrong, file, right).mask = {", without the mask"};
}

void notTransposed(const Material&, const Recipe& right, const Used& used, Wrong& wrong) {
    addSubsets(wrong, right, &Recipe::turned, used.squares);
}

void viewed(const Material&, const Recipe& right, const Used& used, Wrong& wrong) {
    if (used.split) wrong.emplace_back(right).splitsByView = true;
    if (used.merge) wrong.emplace_back(right).mergesByView = true;
}

void biasLeftOut(const Material&, const Recipe& right, const Used& used, Wrong& wrong) {
    addSubsets(wrong, right, &Recipe::leftOut, used.biases);
}

void dropoutOn(const Material&, const Recipe& right, const Used&, Wrong& wrong) {
    wrong.emplace_back(right).hasDropout = true;
}

} // namespace

std::span<const Cause> causes() {
    static constexpr std::array list{
        Cause{"no_scale", "the scores are not divided by sqrt(d_k)",
              "the factor is 1, or no row has two different scores", &noScale},
        Cause{"sqrt_d_model", "the scores are divided by sqrt(d_model), not by sqrt(d_k)",
              "d_model = d_k, as with one head, or no row has two different scores", &sqrtOfModel},
        Cause{"softmax_axis", "the softmax is over queries or over heads, not over keys",
              "rows and columns have the same sums", &otherAxis},
        Cause{"mask_after", "the mask comes after the softmax, and the weights are not divided by their sum again",
              "hidden keys weigh nothing", &maskAfter},
        Cause{"wrong_triangle", "the mask is the wrong triangle", "hidden keys weigh nothing", &wrongTriangle},
        Cause{"mask_exchanged", "True and False are exchanged in the mask", "all keys weigh the same", &exchanged},
        Cause{"mask_left_out", "the mask is not applied", "hidden keys weigh nothing", &maskLeftOut},
        Cause{"not_transposed", "a weight is not transposed, or is where it must not be", "it is symmetric",
              &notTransposed},
        Cause{"heads_viewed", "heads are cut or joined by a view without a transpose", "there is one head or one token",
              &viewed},
        Cause{
            "bias_left_out", "a bias is left out",
            "one of K adds the same number to a whole row of scores, which the softmax removes; one of 0 adds nothing",
            &biasLeftOut},
        Cause{"dropout_on", "dropout is on", "nothing is dropped", &dropoutOn},
    };
    return list;
}

} // namespace headlight
