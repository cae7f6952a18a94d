#include "check/Recipe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {
namespace {

constexpr double kMaxScores = 1e8; ///< what follows from a small file must fit into memory, too
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A stage as it was computed, and its formula; without numbers if it does not follow from others.
struct Made {
    Grid numbers{};
    std::string words{};
};

std::string bracketed(const std::string& words) { return words.find(' ') == words.npos ? words : "(" + words + ")"; }

/// Returns the operations of a layer that has all stages which the file may have.
Program programOf(const Material& file) {
    LayerWeights weights;
    weights.heads.resize(1);
    if (file.has(Parameter::Wo)) weights[Parameter::Wo] = Matrix();
    if (file.has(Stage::Normed)) weights.norm = Norm();
    ScoreRule rule;
    rule.mask.causal = true;
    if (file.has(Stage::Dropped)) rule.dropout = DropoutMask();
    return programOf(weights, rule, {.hasSecondSentence = file.has(Stage::XKv)});
}

/// Carries out the operations of a layer by a recipe, in double.
class Maker {
public:
    Maker(const Recipe& recipe, const Material& file, Stage target, Compared& result)
        : recipe_(recipe), file_(file), target_(target), result_(result), program_(programOf(file)) {
        for (const auto& [stage, given] : file.stages)
            if (const Precision& one = given.rounding; stage <= target)
                rounding_ = {std::max(rounding_.relative, one.relative), std::max(rounding_.absolute, one.absolute)};
    }

    /// Returns the target, with the sides that the file has.
    Made target() {
        const Grid& own = file_.numbers(target_);
        Made made = this->made(exchanged(target_));
        if (file_.outputAs == target_) result_.guessed = "whether a W_o comes before it";
        if (made.numbers.isEmpty()) return made;
        if (target_ < Stage::Masked && isOfCells(target_) && (own.values <= kHidden).any()) mask(made); // early
        if (target_ == Stage::Context && !recipe_.heads.cells.isEmpty())
            made = {masked(made.numbers, recipe_.heads.cells, 0), made.words + recipe_.heads.words};
        const Index heads = made.numbers.sides[1], count = own.sides[1];
        if (heads == 1 && made.numbers.cols() == count * own.cols()) {
            cut(made, count);
        } else if (count == 1 && heads > 1 && made.numbers.cols() == own.cols()) {
            result_.isMean = true; // as nn.MultiheadAttention returns weights
            made = {meanOfHeads(made.numbers), made.words + ", mean of the heads"};
        } else if (count == 1) {
            join(made);
        }
        return made;
    }

private:
    Stage exchanged(Stage stage) const {
        const bool isEither = recipe_.isKvExchanged && (stage == Stage::K || stage == Stage::V);
        return !isEither ? stage : stage == Stage::K ? Stage::V : Stage::K;
    }
    /// Returns the file's numbers of a stage, or else what they would be.
    Made of(Stage stage) {
        stage = exchanged(stage);
        const bool isRead = file_.has(stage) && (stage < recipe_.computed || stage >= Stage::Weights);
        for (const Op& op : program_) // of scaled and masked, which a mistake may pass over
            if (op.result <= stage && isOfCells(stage) && op.result > Stage::Scores) result_.used.insert(op.kind);
        return isRead ? Made{file_.numbers(stage), infoOf(stage).id} : made(stage);
    }

    Made made(Stage stage) {
        const Op* op = program_.find(stage);
        if (!op || op->inputs.size() == 0) return {};
        const bool readsMasked = op->kind == Op::Kind::Softmax && !recipe_.masksAfter;
        Made made = of(op->inputs[readsMasked ? 2 : 0]);
        if (made.numbers.isEmpty()) return {};
        result_.used.insert(op->kind);
        switch (op->kind) {
        case Op::Kind::Affine: return projected(*op, made);
        case Op::Kind::Scores:
        case Op::Kind::WeightedSum: return product(*op, std::move(made));
        case Op::Kind::Scale: scale(made); break;
        case Op::Kind::Mask: mask(made); break;
        case Op::Kind::Softmax: normalise(made); break;
        case Op::Kind::Dropout: break;
        case Op::Kind::Beside: join(made); break;
        default: return {};
        }
        return made;
    }

    void scale(Made& made) {
        if (file_.dk() == 0) result_.guessed = "by what the scores are divided (--scale)";
        made.numbers.scale(recipe_.factor.value);
        made.words += recipe_.factor.words;
        if (recipe_.factor.value != 1) made.numbers.round(rounding_);
    }

    void mask(Made& made) {
        result_.used.insert(Op::Kind::Mask);
        if (file_.isMaskUnknown) result_.guessed = "its mask";
        if (recipe_.mask.cells.isEmpty()) return;
        const bool isZero = recipe_.masksAfter || recipe_.masksByZero;
        made.numbers = masked(std::move(made.numbers), recipe_.mask.cells, isZero ? 0 : -kInfinity);
        made.words += recipe_.mask.words + (recipe_.masksByZero ? " (hidden scores are 0)" : "");
    }

    void normalise(Made& made) {
        const char* over = recipe_.axis == Axis::Queries ? "over queries "
                           : recipe_.axis == Axis::Heads ? "over heads "
                                                         : "";
        made = {softmax(made.numbers, recipe_.axis, rounding_), std::string("softmax ") + over + "of " + made.words};
        if (!recipe_.masksAfter) return;
        mask(made);
        made.words += " after the softmax";
    }

    /// Cuts a stage into heads.
    void cut(Made& made, Index heads) const {
        if (made.numbers.sides[1] != 1 || heads <= 1 || made.numbers.cols() % heads != 0) return;
        made.numbers = split(made.numbers, heads, recipe_.isViewed);
        result_.used.insert(Op::Kind::Beside);
        if (recipe_.isViewed) made.words += ", cut into heads by a view";
    }
    void join(Made& made) const {
        if (made.numbers.sides[1] == 1) return;
        made.numbers = merged(made.numbers, recipe_.isViewed);
        result_.used.insert(Op::Kind::Beside);
        if (recipe_.isViewed) made.words += ", joined by a view";
    }

    /// Returns W [in, out] of all heads; nothing if it does not fit.
    Grid weight(Parameter which, Index in, std::string& words) const {
        Grid w = file_.parameters.at(which).all();
        const bool isLinear = file_.parameters.at(which).isLinear || file_.areTurned;
        const bool isTurned = w.rows() == w.cols() ? isLinear != recipe_.turned.contains(which) : w.rows() != in;
        if (isTurned) w = transposed(w);
        words += std::string(" ") + symbolOf(which) + (isTurned ? "^T" : "");
        return w.rows() == in ? merged(w, false) : Grid();
    }

    Made projected(const Op& op, const Made& input) {
        const Parameter which = op.parameters[0], bias = op.parameters[1];
        if (op.inputs[0] == Stage::X && file_.hasNorm) result_.guessed = "whether X is normalised first";
        if (!file_.has(which)) { // without trainable weights Q = K = V = X
            const bool hasAny = file_.has(Stage::Q) || file_.has(Stage::K) || file_.has(Stage::V) ||
                                file_.has(Parameter::Wq) || file_.has(Parameter::Wk) || file_.has(Parameter::Wv);
            if (hasAny || which == Parameter::Wo) return {};
            result_.guessed = "what it follows from";
            return input;
        }
        result_.parameters.insert({which, bias});
        Made made{{}, bracketed(input.words)};
        const Grid w = weight(which, input.numbers.cols(), made.words);
        if (w.isEmpty()) return unfit(input.words, symbolOf(which));
        made.numbers = headlight::product(input.numbers, w);
        made.numbers.round(rounding_);
        if (!file_.has(bias) || recipe_.leftOut.contains(bias)) return made;
        const Grid row = merged(file_.parameters.at(bias).all(), false);
        if (row.cols() != made.numbers.cols()) return unfit(made.words, symbolOf(bias));
        made.numbers = sum(std::move(made.numbers), row);
        made.numbers.round(rounding_);
        made.words += std::string(" + ") + symbolOf(bias);
        return made;
    }

    /// Returns Q K^T, or weights times V; keys and values may be shared by groups of queries.
    Made product(const Op& op, Made a) {
        const bool areScores = op.kind == Op::Kind::Scores;
        Made b = of(op.inputs[1]);
        if (b.numbers.isEmpty()) return {};
        if (areScores) cut(a, file_.heads());
        const bool hasWidth = !areScores && file_.has(Stage::Context) && file_.numbers(Stage::Context).sides[1] > 1;
        const Index width = areScores ? a.numbers.cols() : hasWidth ? file_.numbers(Stage::Context).cols() : 0;
        cut(b, width > 0 ? b.numbers.cols() / width : a.numbers.sides[1]);
        if (areScores) b.numbers = transposed(b.numbers);
        if (recipe_.isExchanged && areScores) a.numbers = transposed(a.numbers), b.numbers = transposed(b.numbers);
        if (recipe_.isExchanged && areScores) std::swap(a, b);
        if (recipe_.areWeightsTurned && !areScores) a = {transposed(a.numbers), bracketed(a.words) + "^T"};
        const Grid &x = a.numbers, &y = b.numbers;
        const auto size = static_cast<double>(x.items() * x.rows()) * static_cast<double>(y.cols());
        if (size > kMaxScores) return {};
        result_.mayBeRight = x.sides[0] != y.sides[0] || x.sides[1] % y.sides[1] != 0; // parts, or layers
        if (x.cols() != y.rows() || result_.mayBeRight) return unfit(a.words, b.words);
        Made made{headlight::product(x, y), bracketed(a.words) + " " + bracketed(b.words) + (areScores ? "^T" : "")};
        made.numbers.round(rounding_);
        return made;
    }

    Made unfit(const std::string& a, const std::string& b) const {
        result_.report.why = "it would follow from " + a + " and " + b + ", whose shapes do not fit";
        return {};
    }

    const Recipe& recipe_;
    const Material& file_;
    Stage target_;
    Compared& result_;
    Program program_;
    Precision rounding_; ///< the coarsest of the file's stages up to the target
};

/// Applies dropout as the file's numbers show it: 0 where they are 0, else times 1 / (1 - p). False if they cannot be
/// of dropout: some numbers are dropped, at least three are kept and become larger, and p is about the share of those
/// dropped (within five standard deviations).
bool drop(Grid& made, const Grid& given) {
    const Eigen::ArrayXd errors = made.errors + given.errors, sizes = made.values.abs();
    const Eigen::Array<bool, Eigen::Dynamic, 1> areSeen = made.values.isFinite() && sizes > errors;
    const auto dropped = static_cast<double>((areSeen && given.values == 0).count());
    const double all = static_cast<double>(areSeen.count());
    Index largest = 0;
    (areSeen && given.values != 0).select(sizes, 0).maxCoeff(&largest);
    const double factor = given.values[largest] / made.values[largest], share = errors[largest] / sizes[largest];
    const double p = 1 - 1 / factor;
    const bool isShare = std::abs(dropped - p * all) <= 1 + 5 * std::sqrt(p * (1 - p) * all);
    if (dropped == 0 || all - dropped < 3 || !(factor * (1 - share) > 1) || !isShare) return false;
    made = masked(std::move(made), given, 0);
    made.scale(factor);
    made.errors += made.values.abs() * share;
    return true;
}

/// Returns the place of a number in the file's array.
std::vector<std::int64_t> placeOf(Index i, const GivenStage& stage) {
    const auto [texts, heads, rows, cols] = stage.numbers.sides;
    if (stage.isPerToken)
        i = ((i / cols / rows / heads * rows + i / cols % rows) * heads + i / cols / rows % heads) * cols + i % cols;
    std::vector<std::int64_t> where(stage.shape.size());
    for (std::size_t side = where.size(); side-- > 0; i /= stage.shape[side]) where[side] = i % stage.shape[side];
    return where;
}

} // namespace

std::optional<Compared> compared(const Recipe& recipe, const Material& file, Stage stage,
                                 const std::optional<double>& tolerance) {
    Compared result;
    const GivenStage& given = file.stages.at(stage);
    auto [numbers, words] = Maker(recipe, file, stage, result).target();
    std::string& why = result.report.why;
    if (why.empty() && numbers.isEmpty()) return std::nullopt;
    if (why.empty() && numbers.sides != given.numbers.sides) {
        std::vector<std::int64_t> shape(numbers.sides.begin() + 2, numbers.sides.end());
        for (const std::size_t side : {1U, 0U}) // texts and heads are left out if there is one
            if (numbers.sides[side] > 1) shape.insert(shape.begin(), numbers.sides[side]);
        why = "its shape " + shapeText(given.shape) + " is not that of " + words + ", " + shapeText(shape);
        result.mayBeRight = mayBeRight(stage, given.numbers.sides, numbers.sides, why);
    }
    if (!why.empty()) {
        result.mayBeRight = result.mayBeRight || stage < Stage::Scores;
        result.report = misfit(stage, given, why);
        result.report.formula = words;
        return result;
    }
    const bool mayDrop = recipe.hasDropout != (stage == Stage::Dropped);
    const bool isDropped = mayDrop && drop(numbers, given.numbers);
    if (recipe.hasDropout && !isDropped) return std::nullopt;
    numbers.round(given.rounding);
    const Eigen::ArrayXd &made = numbers.values, &own = given.numbers.values;
    using Cells = Eigen::Array<bool, Eigen::Dynamic, 1>;
    // where a softmax has nothing to sum, programs write NaN or equal weights; or 0 for a query without keys
    const auto summed = static_cast<double>(numbers.sides[static_cast<std::size_t>(recipe.axis)]);
    const double nothing = recipe.axis == Axis::Keys ? 0 : 1 / summed;
    Cells isOfNothing = made.isNaN() && (own == nothing || (own * summed - 1).abs() < 1e-2);
    if (stage != Stage::Weights && stage != Stage::Dropped) isOfNothing.setConstant(false);
    const Cells areHidden = made < kHidden && own <= kHidden, areNaN = made.isNaN() && own.isNaN();
    const Cells isEqual = made == own || areNaN || areHidden || isOfNothing;
    Eigen::ArrayXd off = (made - own).abs();
    off = isEqual.select(0, off.isNaN().select(kInfinity, off));
    const Eigen::ArrayXd may = tolerance ? Eigen::ArrayXd::Constant(off.size(), *tolerance) : numbers.errors;
    const auto isBeyond = off > 0 && !(off <= may);
    StageReport& report = result.report;
    report = {infoOf(stage).id, given.name, words + (mayDrop ? ", with dropout" : "")};
    report.of = static_cast<std::size_t>(off.size());
    report.differing = static_cast<std::size_t>(isBeyond.count());
    report.agrees = report.differing == 0;
    Index most = 0;
    (report.agrees ? off : Eigen::ArrayXd(isBeyond.select(off, -1))).maxCoeff(&most);
    report.largest = off[most];
    report.where = placeOf(most, given);
    report.computed = made[most];
    report.inFile = own[most];
    report.tolerance = may[most];
    return result;
}

} // namespace headlight
