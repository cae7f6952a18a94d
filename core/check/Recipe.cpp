#include "check/Recipe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {
namespace {

/// A stage as it was computed, and its formula; without numbers if it does not follow from others.
struct Made {
    Numbers numbers{};
    std::string words{};
};

bool isEmpty(const Made& made) { return made.numbers.items.empty(); }
Index colsOf(const Numbers& numbers) { return numbers.items.front().cols(); }

constexpr double kMaxScores = 1e8; ///< what follows from a small file must fit into memory, too

std::string bracketed(const std::string& words) { return words.find(' ') == words.npos ? words : "(" + words + ")"; }

/// Returns the allowed cells of a mask as [rows, cols]; nothing if it does not fit.
std::optional<Allowed> allowed(const MaskForm& mask, Index rows, Index cols) {
    Allowed cells = Allowed::Constant(rows, cols, true);
    if (mask.cells.size() > 0) { // that of a module is as large as its longest text
        const Index own = mask.cells.rows() == 1 ? 1 : rows;
        if (mask.cells.cols() < cols || mask.cells.rows() < own) return std::nullopt;
        cells = mask.cells.topLeftCorner(own, cols).replicate(rows / own, 1);
    }
    if (mask.hasTriangle) cells = cells.array() && triangle(rows, cols, mask.last).array();
    if (mask.isExchanged) cells = !cells.array();
    return cells;
}

/// Computes a stage of a file by a recipe, in double.
class Maker {
public:
    Maker(const Recipe& recipe, const Material& file, Stage target, Used& used)
        : recipe_(recipe), file_(file), target_(target), used_(used) {
        for (const auto& [stage, given] : file.stages)
            if (const Precision& one = given.rounding; stage <= target)
                rounding_ = {std::max(rounding_.relative, one.relative), std::max(rounding_.absolute, one.absolute)};
    }

    /// Returns the target, with as many matrices as the file has.
    Made target() {
        Made made = this->made(target_);
        if (isEmpty(made)) return made;
        const auto count = std::ssize(file_.stages.at(target_).numbers.items), own = std::ssize(made.numbers.items);
        const Index cols = file_.first(target_).cols(), ownCols = colsOf(made.numbers);
        if (own < count && own * ownCols == count * cols) return {asHeads(std::move(made.numbers), count), made.words};
        if (own > count && count == 1 && cols == ownCols) { // as nn.MultiheadAttention returns weights
            used_.mean = true;
            for (std::vector<MatrixD> Numbers::*part : {&Numbers::items, &Numbers::errors}) {
                std::vector<MatrixD>& heads = made.numbers.*part;
                for (std::size_t head = 1; head < heads.size(); ++head) heads[0] += heads[head];
                heads = {heads[0] / static_cast<double>(own)};
            }
            made.words += ", mean of the heads";
        } else if (own > count && own % count == 0) {
            used_.merge = true;
            made.numbers = merged(made.numbers, own / count, recipe_.mergesByView);
        }
        return made;
    }

private:
    /// Returns the file's numbers of a stage, or else what they would be.
    Made of(Stage stage) {
        return file_.has(stage) ? Made{file_.stages.at(stage).numbers, infoOf(stage).id} : made(stage);
    }

    Made made(Stage stage) {
        using enum Stage;
        switch (stage) {
        case Q: return projected(Parameter::Wq, Parameter::Bq, input(Q));
        case K: return projected(Parameter::Wk, Parameter::Bk, input(K));
        case V: return projected(Parameter::Wv, Parameter::Bv, input(V));
        case Scores:
        case Scaled:
        case Masked: return logits(stage);
        case Weights: return weights();
        case Dropped: return of(Weights);
        case Context: return context();
        case Concat: {
            Made made = of(Context);
            const Index heads = std::ssize(made.numbers.items) / std::ssize(file_.stages.at(target_).numbers.items);
            used_.merge = used_.merge || heads > 1;
            if (heads > 1) made.numbers = merged(made.numbers, heads, recipe_.mergesByView);
            return made;
        }
        case Output: return projected(Parameter::Wo, Parameter::Bo, of(Concat));
        default: return {};
        }
    }

    Made input(Stage stage) {
        for (const Stage one : {Stage::XKv, Stage::Normed, Stage::X})
            if (file_.has(one) && !(stage == Stage::Q && one == Stage::XKv))
                return one == Stage::X ? normed(of(one)) : of(one);
        return {};
    }

    /// Returns X, or its norm with the file's gain and bias.
    Made normed(Made x) {
        using enum Parameter;
        if (!file_.has(NormGain)) return x;
        used_.norm = true;
        if (recipe_.norm.eps == 0) return x;
        x.numbers = normalised(x.numbers, recipe_.norm.eps, recipe_.norm.isRms);
        for (const Parameter which : {NormGain, NormBias}) {
            if (!file_.has(which)) continue;
            const GivenParameter& given = file_.parameters.at(which);
            const auto row = given.blocks.begin()->second.row(0).array();
            if (row.size() != colsOf(x.numbers)) return {};
            for (MatrixD& item : x.numbers.items)
                which == NormGain ? item.array().rowwise() *= row : item.array().rowwise() += row;
            for (MatrixD& error : x.numbers.errors)
                if (which == NormGain)
                    error.array().rowwise() *= row.abs();
                else
                    error.array().rowwise() += given.rounding.relative * row.abs();
            if (which == NormGain) x.numbers.round(given.rounding);
        }
        x.numbers.round(rounding_);
        return {std::move(x.numbers), recipe_.norm.isRms ? "rms(X)" : "norm(X)"};
    }

    /// Returns W [in, out] of all heads; nothing if it does not fit.
    std::optional<Numbers> weight(Parameter which, Index in, std::string& words) {
        const GivenParameter& given = file_.parameters.at(which);
        std::vector<MatrixD> blocks;
        for (const auto& [head, block] : given.blocks) blocks.push_back(block);
        if (which == Parameter::Wo && blocks.size() > 1) { // [heads, d_v, d]
            for (MatrixD& block : blocks) block = MatrixD(block.transpose());
            blocks = {sideBySide(blocks).transpose()};
        }
        const bool fits = blocks[0].rows() == in, fitsTurned = blocks[0].cols() == in;
        if (!fits && !fitsTurned) return std::nullopt;
        bool isTurned = !fits;
        if (fits && fitsTurned) {
            used_.squares.insert(which);
            used_.others = used_.others || !given.isLinear;
            isTurned = (given.isLinear || recipe_.areOthersTurned) != recipe_.turned.contains(which);
        }
        for (MatrixD& block : blocks)
            if (isTurned) block = MatrixD(block.transpose());
        words += std::string(" ") + symbolOf(which) + (isTurned ? "^T" : "");
        Numbers w{{sideBySide(blocks)}};
        w.round(given.rounding);
        return w;
    }

    Made projected(Parameter which, Parameter bias, const Made& input) {
        if (isEmpty(input)) return {};
        if (!file_.has(which)) { // without trainable weights Q = K = V = X
            const bool hasAny = file_.has(Stage::Q) || file_.has(Stage::K) || file_.has(Stage::V) ||
                                file_.has(Parameter::Wq) || file_.has(Parameter::Wk) || file_.has(Parameter::Wv);
            if (hasAny || which == Parameter::Wo) return {};
            used_.guess = true;
            return input;
        }
        Made made{{}, bracketed(input.words)};
        const auto w = weight(which, colsOf(input.numbers), made.words);
        if (!w) return {};
        made.numbers = product(input.numbers, *w);
        made.numbers.round(rounding_);
        if (!file_.has(bias)) return made;
        used_.biases.insert(bias);
        if (recipe_.leftOut.contains(bias)) return made;
        const GivenParameter& given = file_.parameters.at(bias);
        std::vector<MatrixD> rows;
        for (const auto& [head, row] : given.blocks) rows.push_back(row);
        const MatrixD row = sideBySide(rows);
        if (row.cols() != colsOf(made.numbers)) return {};
        for (std::size_t i = 0; i < made.numbers.items.size(); ++i) {
            made.numbers.items[i].rowwise() += row.row(0);
            made.numbers.errors[i].rowwise() += row.row(0).unaryExpr([&](double x) { return given.rounding.of(x); });
        }
        made.numbers.round(rounding_);
        made.words += std::string(" + ") + symbolOf(bias);
        return made;
    }

    /// Cuts a stage into heads, or repeats those that a group of queries shares, which are `shared` columns wide.
    Numbers asHeads(Numbers numbers, Index count, Index shared = 0) {
        const auto own = std::ssize(numbers.items);
        if (own == count || own == 0 || count % own != 0) return numbers;
        if (own > 1 && colsOf(numbers) == shared) {
            Numbers repeated;
            for (Index head = 0; head < count; ++head) {
                repeated.items.push_back(numbers.items[static_cast<std::size_t>(head * own / count)]);
                repeated.errors.push_back(numbers.errors[static_cast<std::size_t>(head * own / count)]);
            }
            return repeated;
        }
        if (colsOf(numbers) % (count / own) != 0) return numbers;
        used_.split = true;
        return split(numbers, count / own, recipe_.splitsByView);
    }

    Made queriesTimesKeys() {
        Made q = of(Stage::Q), k = of(Stage::K);
        if (isEmpty(q) || isEmpty(k)) return {};
        q.numbers = asHeads(std::move(q.numbers), file_.heads());
        k.numbers = asHeads(std::move(k.numbers), std::ssize(q.numbers.items), colsOf(q.numbers));
        if (q.numbers.items.size() != k.numbers.items.size() || colsOf(q.numbers) != colsOf(k.numbers)) return {};
        const auto rows = static_cast<double>(q.numbers.items[0].rows() * std::ssize(q.numbers.items));
        if (rows * static_cast<double>(k.numbers.items[0].rows()) > kMaxScores) return {};
        Made made{product(q.numbers, transposed(k.numbers)), bracketed(q.words) + " " + bracketed(k.words) + "^T"};
        made.numbers.round(rounding_);
        return made;
    }

    /// Returns the scores before a stage, scaled.
    Made scaledBefore(Stage stage, bool& isMasked) {
        using enum Stage;
        isMasked = stage > Masked && file_.has(Masked) && !recipe_.skipsMasked;
        if (isMasked) return of(Masked);
        if (stage > Scaled && file_.has(Scaled) && !recipe_.skipsScaled) return of(Scaled);
        Made made = stage > Scores && file_.has(Scores) ? of(Scores) : queriesTimesKeys();
        if (isEmpty(made)) return made;
        used_.factor = true;
        for (MatrixD& item : made.numbers.items) item *= recipe_.factor.value;
        for (MatrixD& error : made.numbers.errors) error *= std::abs(recipe_.factor.value);
        if (recipe_.factor.value != 1) made.numbers.round(rounding_);
        made.words += recipe_.factor.words;
        return made;
    }

    Made logits(Stage stage) {
        bool isMasked = false;
        Made made = scaledBefore(stage, isMasked);
        if (isEmpty(made)) return {};
        used_.mask = true;
        used_.guess = used_.guess || file_.isMaskUnknown;
        const auto cells = allowed(recipe_.mask, made.numbers.items[0].rows(), colsOf(made.numbers));
        if (!cells) return {};
        for (MatrixD& item : made.numbers.items) item = maskedScores(item, *cells);
        made.words += recipe_.mask.words;
        return made;
    }

    Made weights() {
        bool isMasked = false;
        Made made = scaledBefore(Stage::Weights, isMasked);
        if (isEmpty(made)) return {};
        used_.softmax = true;
        used_.mask = !isMasked;
        used_.guess = used_.guess || (used_.mask && file_.isMaskUnknown);
        const auto cells = allowed(isMasked ? MaskForm() : recipe_.mask, made.numbers.items[0].rows(),
                                   colsOf(made.numbers));
        if (!cells) return {};
        made.numbers = softmax(made.numbers, *cells, recipe_.axis, recipe_.masksAfter, rounding_);
        made.words = std::string("softmax ") +
                     (recipe_.axis == Axis::Queries ? "over queries "
                      : recipe_.axis == Axis::Heads ? "over heads "
                                                    : "") +
                     "of " + made.words + (isMasked ? "" : recipe_.mask.words) +
                     (recipe_.masksAfter ? " after the softmax" : "");
        return made;
    }

    Made context() {
        const Made w = of(file_.has(Stage::Dropped) ? Stage::Dropped : Stage::Weights);
        Made v = of(Stage::V);
        if (isEmpty(w) || isEmpty(v)) return {};
        const Index cols = file_.has(Stage::Context) ? file_.first(Stage::Context).cols() : 0;
        v.numbers = asHeads(std::move(v.numbers), std::ssize(w.numbers.items), cols);
        if (v.numbers.items.size() != w.numbers.items.size() || colsOf(w.numbers) != v.numbers.items[0].rows())
            return {};
        Made made{product(w.numbers, v.numbers), bracketed(w.words) + " " + bracketed(v.words)};
        made.numbers.round(rounding_);
        return made;
    }

    const Recipe& recipe_;
    const Material& file_;
    Stage target_;
    Used& used_;
    Precision rounding_; ///< the coarsest of the file's stages up to the target
};

/// Applies dropout as the file's numbers show it: 0 where they are 0, else times 1 / (1 - p). False if they cannot be
/// of dropout: some numbers are dropped, at least three are kept and become larger, and p is about the share of those
/// dropped (within five standard deviations).
bool drop(Numbers& made, const Numbers& given) {
    double most = 0, factor = 0, share = 0, kept = 0, dropped = 0;
    for (std::size_t head = 0; head < made.items.size(); ++head)
        for (Index i = 0; i < made.items[head].size(); ++i) {
            const double value = made.items[head].data()[i], inFile = given.items[head].data()[i];
            const double error = made.errors[head].data()[i] + given.errors[head].data()[i];
            const bool isSeen = std::isfinite(value) && std::abs(value) > error;
            (inFile == 0 ? dropped : kept) += isSeen ? 1 : 0;
            if (!isSeen || inFile == 0 || std::abs(value) <= most) continue;
            most = std::abs(value);
            factor = inFile / value;
            share = error / most;
        }
    const double p = 1 - 1 / factor, all = kept + dropped;
    const bool isShare = std::abs(dropped - p * all) <= 1 + 5 * std::sqrt(p * (1 - p) * all);
    if (dropped == 0 || kept < 3 || !(factor * (1 - share) > 1) || !isShare) return false;
    for (std::size_t head = 0; head < made.items.size(); ++head) {
        made.items[head] = (given.items[head].array() == 0).select(0, made.items[head] * factor);
        made.errors[head] = made.errors[head] * factor + made.items[head].cwiseAbs() * share;
    }
    return true;
}

/// True for what programs write where a softmax has nothing to sum: NaN or equal weights; or 0 for a query without
/// keys.
bool isOfEmptyRow(double inFile, Index sides, Axis axis) {
    return std::isnan(inFile) || (inFile == 0 && axis == Axis::Keys) ||
           std::abs(inFile * static_cast<double>(sides) - 1) < 1e-2;
}

} // namespace

std::optional<Compared> compared(const Recipe& recipe, const Material& file, Stage stage,
                                 const std::optional<double>& tolerance) {
    Used used;
    const GivenStage& given = file.stages.at(stage);
    auto [numbers, words] = Maker(recipe, file, stage, used).target();
    const auto isSame = [](const MatrixD& a, const MatrixD& b) { return a.rows() == b.rows() && a.cols() == b.cols(); };
    if (!std::ranges::equal(numbers.items, given.numbers.items, isSame)) return std::nullopt;
    const bool mayDrop = recipe.hasDropout != (stage == Stage::Dropped);
    if ((mayDrop && !drop(numbers, given.numbers) && recipe.hasDropout) || (recipe.hasDropout && !mayDrop))
        return std::nullopt;
    numbers.round(given.rounding);
    StageReport report{infoOf(stage).id, given.name, words + (mayDrop ? ", with dropout" : "")};
    const bool mayBeEmpty = stage == Stage::Weights || stage == Stage::Dropped;
    const Index sides = recipe.axis == Axis::Keys      ? numbers.items[0].cols()
                        : recipe.axis == Axis::Queries ? numbers.items[0].rows()
                                                       : std::ssize(numbers.items);
    std::pair<bool, double> most{false, -1}; // a number beyond the tolerance comes before the others
    for (std::size_t item = 0; item < numbers.items.size(); ++item)
        for (Index i = 0; i < numbers.items[item].size(); ++i, ++report.of) {
            const double value = numbers.items[item].data()[i], inFile = given.numbers.items[item].data()[i];
            const bool isEqual = value == inFile || (std::isnan(value) && std::isnan(inFile)) ||
                                 (value < kHidden && inFile <= kHidden) ||
                                 (mayBeEmpty && std::isnan(value) && isOfEmptyRow(inFile, sides, recipe.axis));
            const double off = isEqual ? 0 : std::abs(value - inFile),
                         may = tolerance.value_or(numbers.errors[item].data()[i]);
            const double size = std::isnan(off) ? std::numeric_limits<double>::infinity() : off;
            const bool isBeyond = !isEqual && !(size <= may);
            report.differing += isBeyond ? 1 : 0;
            if (std::pair(isBeyond, size) <= most) continue;
            most = {isBeyond, size};
            report.largest = size;
            report.computed = value;
            report.inFile = inFile;
            report.tolerance = may;
            report.where = {i / numbers.items[item].cols(), i % numbers.items[item].cols()};
            auto place = static_cast<std::int64_t>(item);
            if (given.isPerToken) std::swap(place, report.where[0]);
            for (std::size_t side = given.shape.size() - 2; side-- > 0; place /= given.shape[side])
                report.where.insert(report.where.begin(), place % given.shape[side]);
        }
    report.agrees = report.differing == 0;
    return Compared{report, used};
}

} // namespace headlight
