#include "check/Recipe.h"

#include <array>
#include <cmath>

namespace headlight {
namespace {

using Wrong = std::vector<Recipe>;

/// Appends a recipe that computes what the file has between `stage` and the weights, and returns it.
Recipe& added(Wrong& wrong, const Recipe& right, Stage stage) {
    wrong.push_back(right);
    wrong.back().computed = stage;
    return wrong.back();
}

void noScale(const Material&, const Recipe& right, Wrong& wrong) {
    if (right.factor.value != 1) added(wrong, right, Stage::Scaled).factor = {1, ", without a scale"};
}

void sqrtOfModel(const Material& file, const Recipe& right, Wrong& wrong) {
    for (const Index d : std::set{file.dModel(), file.heads() * file.dk()})
        if (d != 0 && (d != file.dk() || d == file.dModel()))
            added(wrong, right, Stage::Scaled).factor = {1 / std::sqrt(static_cast<double>(d)),
                                                         " / sqrt(d_model = " + std::to_string(d) + ")"};
}

template <bool isDivided>
void byDk(const Material& file, const Recipe& right, Wrong& wrong) {
    const auto dk = static_cast<double>(file.dk());
    const Factor factor = isDivided ? Factor{1 / dk, " / " + std::to_string(file.dk())}
                                    : Factor{std::sqrt(dk), " * sqrt(" + std::to_string(file.dk()) + ")"};
    if (file.dk() > 1 && right.factor.value != factor.value) added(wrong, right, Stage::Scaled).factor = factor;
}

void otherAxis(const Material&, const Recipe& right, Wrong& wrong) {
    for (const Axis axis : {Axis::Queries, Axis::Heads}) wrong.emplace_back(right).axis = axis;
}

template <bool Recipe::*member>
void with(const Material&, const Recipe& right, Wrong& wrong) {
    wrong.emplace_back(right).*member = true;
}

template <bool Recipe::*member>
void withMask(const Material&, const Recipe& right, Wrong& wrong) {
    if (!right.mask.cells.isEmpty()) added(wrong, right, Stage::Masked).*member = true;
}

void wrongTriangle(const Material& file, const Recipe& right, Wrong& wrong) {
    if (!right.mask.isTriangle) return;
    for (const MaskForm& form : {file.triangle(", upper triangle with the diagonal", -1, true),
                                 file.triangle(", upper triangle without the diagonal", 0, true),
                                 file.triangle(", lower triangle without the diagonal", -1),
                                 file.triangle(", lower triangle and the key behind the diagonal", 1)})
        added(wrong, right, Stage::Masked).mask = form;
}

template <bool isLeftOut>
void otherMask(const Material&, const Recipe& right, Wrong& wrong) {
    if (right.mask.cells.isEmpty()) return;
    MaskForm& mask = added(wrong, right, Stage::Masked).mask;
    mask.cells.values = 1 - mask.cells.values;
    if (isLeftOut) mask.cells.values.setOnes();
    mask.words = isLeftOut ? ", without the mask" : mask.words + " with True and False exchanged";
}

/// Appends a recipe for each set of some of the parameters.
template <std::set<Parameter> Recipe::*member, Parameter... of>
void some(const Material& file, const Recipe& right, Wrong& wrong) {
    std::vector<Parameter> all;
    for (const Parameter one : {of...})
        if (file.has(one)) all.push_back(one);
    for (std::size_t bits = 1; bits < std::size_t(1) << all.size(); ++bits) {
        std::set<Parameter>& chosen = wrong.emplace_back(right).*member;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (bits >> i & 1) chosen.insert(all[i]);
    }
}

} // namespace

std::span<const Cause> causes() {
    using enum Op::Kind;
    using enum Parameter;
    constexpr const char* kNothing = "hidden keys weigh nothing";
    static constexpr std::array list{
        Cause{"no_scale", "the scores are not divided by sqrt(d_k)",
              "the factor is 1, or no row has two different scores", Scale, &noScale},
        Cause{"sqrt_d_model", "the scores are divided by sqrt(d_model), not by sqrt(d_k)",
              "d_model = d_k, as with one head, or no row has two different scores", Scale, &sqrtOfModel},
        Cause{"over_dk", "the scores are divided by d_k, as if twice by sqrt(d_k)", "no row has two different scores",
              Scale, &byDk<true>},
        Cause{"times_root", "the scores are multiplied by sqrt(d_k), not divided", "no row has two different scores",
              Scale, &byDk<false>},
        Cause{"qk_exchanged", "Q and K are exchanged", "the scores are symmetric", Scores, &with<&Recipe::isExchanged>},
        Cause{"kv_exchanged", "K and V are exchanged", "they are equal, or there is one key", std::nullopt,
              &with<&Recipe::isKvExchanged>},
        Cause{"softmax_axis", "the softmax is over queries or over heads, not over keys",
              "rows and columns have the same sums", Softmax, &otherAxis},
        Cause{"mask_after", "the mask comes after the softmax, and the weights are not divided by their sum again",
              kNothing, Softmax, &withMask<&Recipe::masksAfter>},
        Cause{"mask_zero", "hidden scores are 0 before the softmax, not minus infinity", kNothing, Mask,
              &withMask<&Recipe::masksByZero>},
        Cause{"wrong_triangle", "the mask is the wrong triangle", kNothing, Mask, &wrongTriangle},
        Cause{"mask_exchanged", "True and False are exchanged in the mask", "all keys weigh the same", Mask,
              &otherMask<false>},
        Cause{"mask_left_out", "the mask is not applied", kNothing, Mask, &otherMask<true>},
        Cause{"not_transposed", "a weight is not transposed, or is where it must not be", "it is symmetric", Affine,
              &some<&Recipe::turned, Wq, Wk, Wv, Wo>},
        Cause{"heads_viewed", "heads are cut or joined by a view without a transpose", "there is one head or one token",
              Beside, &with<&Recipe::isViewed>},
        Cause{"bias_left_out", "a bias is left out",
              "one of K adds the same to a whole row of scores, which the softmax removes; one of 0 adds nothing",
              Affine, &some<&Recipe::leftOut, Bq, Bk, Bv, Bo>},
        Cause{"weights_transposed", "the weights are transposed before they are multiplied by V", "they are symmetric",
              WeightedSum, &with<&Recipe::areWeightsTurned>},
        Cause{"dropout_on", "dropout is on", "nothing is dropped", std::nullopt, &with<&Recipe::hasDropout>},
    };
    return list;
}

} // namespace headlight
