#include "base/numberText.h"
#include "base/quotedText.h"
#include "check/Recipe.h"
#include "import/arrayNames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace headlight {
namespace {

Factor rootOf(Index n) { return {1 / std::sqrt(static_cast<double>(n)), " / sqrt(" + std::to_string(n) + ")"}; }
Factor times(double factor) {
    return {factor, factor == 1 ? ", without a scale" : " * " + shortest(static_cast<float>(factor))};
}

/// Returns why several causes give the same numbers, for "since ...".
std::string whyAlike(const std::vector<FoundCause>& found) {
    const auto has = [&](const char* name) { return std::ranges::find(found, name, &FoundCause::name) != found.end(); };
    if (found.size() < 2) return {};
    if (found.size() == 2 && has("wrong_triangle") && has("mask_exchanged"))
        return "a causal mask with True and False exchanged is the upper triangle without the diagonal";
    return "they give the same numbers within the tolerance";
}

/// Computes the stages of a layer by right forms, then by wrong ones.
class Checker {
public:
    Checker(const Material& file, const CheckOptions& options) : file_(file), options_(options) {}

    CheckReport checked() {
        CheckReport report = checkedOnce();
        if (turned_ == 0 || (straight_ == 0 && !report.firstDiffering())) return report;
        areOthersTurned_ = turned_ > straight_;
        return checkedOnce();
    }

private:
    CheckReport checkedOnce() {
        using enum Stage;
        CheckReport report;
        for (const Stage stage : {Q, K, V, Scores, Scaled, Masked, Weights, Dropped, Context, Concat, Output}) {
            const bool needsWeights = stage == Dropped || stage == Context || (stage > Context && !file_.has(Context));
            if (!file_.has(stage) || (areMeans_ && needsWeights && !(stage == Output && file_.has(Concat)))) continue;
            if (auto one = checked(stage, report.notes)) report.stages.push_back(*std::move(one));
        }
        return report;
    }

    std::optional<StageReport> checked(Stage stage, std::vector<std::string>& notes) {
        const auto probed = compared({}, file_, stage, options_.tolerance);
        if (!probed) return std::nullopt;
        std::optional<Compared> best;
        std::vector<Recipe> rights = rightForms(stage, probed->used);
        for (const Recipe& right : rights) {
            auto found = compared(right, file_, stage, options_.tolerance);
            if (!found) continue;
            if (found->report.agrees) {
                if (stage == Stage::Scores) areScoresScaled_ = right.factor.value != 1;
                if (stage == Stage::Weights) areMeans_ = found->used.mean;
                if (found->used.norm) norm_ = right.norm;
                if (found->used.others) ++(right.areOthersTurned ? turned_ : straight_);
                found->report.unseen = causesOf(stage, {right}, found->used, true);
                return found->report;
            }
            const auto distance = [](const StageReport& report) { return std::pair(report.differing, report.largest); };
            if (right.isUsual && (!best || distance(found->report) < distance(best->report))) best = std::move(found);
        }
        if (!best) return std::nullopt;
        std::erase_if(rights, [](const Recipe& right) { return !right.isUsual; });
        best->report.causes = causesOf(stage, rights, best->used, false);
        if (best->used.guess && best->report.causes.empty()) {
            notes.push_back(quotedBriefly(best->report.array) +
                            " is not compared, since the file does not say what it follows from: it is not " +
                            best->report.formula + ".");
            return std::nullopt;
        }
        best->report.why = whyAlike(best->report.causes);
        return best->report;
    }

    /// Returns the causes that give all numbers of a stage, each once. Those that are unseen begin where the right form
    /// does.
    std::vector<FoundCause> causesOf(Stage stage, const std::vector<Recipe>& rights, const Used& used,
                                     bool isUnseen) const {
        std::vector<FoundCause> found;
        for (const Cause& cause : causes()) {
            std::vector<Recipe> wrong;
            for (const Recipe& right : rights) cause.change(file_, right, used, wrong);
            for (const Recipe& recipe : wrong) {
                if (isUnseen && ((recipe.skipsScaled && !used.factor) || (recipe.skipsMasked && !used.mask))) continue;
                if (const auto fit = compared(recipe, file_, stage, options_.tolerance); fit && fit->report.agrees) {
                    found.push_back({cause.name, cause.sentence, fit->report.formula, cause.whyUnseen});
                    break;
                }
            }
        }
        return found;
    }

    /// Returns the right factors of the scores. The first `usual` of them are what people mean to compute.
    std::vector<Factor> factors(Stage stage, std::size_t& usual) const {
        const Index dk = file_.dk();
        const bool isStated = !options_.scale.empty();
        if ((areScoresScaled_ && stage > Stage::Scores && file_.has(Stage::Scores)) || options_.scale == "none")
            return std::vector<Factor>(1);
        const auto stated = [&](const Factor& factor) { // of one step, either Q K^T or the next
            return stage == Stage::Scores ? std::vector{Factor(), factor} : std::vector{factor};
        };
        if (isStated && options_.scale != "sqrt_dk") return stated(times(numberFromInput(options_.scale).value()));
        if (!isStated && file_.scale) return stated(times(factorOf(*file_.scale)));
        if (dk == 0) {
            usual = 1;
            return {{}, fitted(stage)};
        }
        if (file_.isTrace && stage == Stage::Scaled) return {rootOf(dk), fitted(stage)};
        if (isStated || stage <= Stage::Scaled) return stated(rootOf(dk));
        if (file_.has(Parameter::Wq) || file_.has(Stage::Q)) usual = 1;
        return {rootOf(dk), {1, ", without a scale (people usually divide by sqrt(" + std::to_string(dk) + "))"}};
    }

    /// Returns the factor that two numbers of the file show, where it does not say d_k.
    Factor fitted(Stage stage) const {
        if (!file_.has(Stage::Scores) || stage > Stage::Weights) return {};
        const bool areWeights = stage == Stage::Weights;
        const MatrixD &scores = file_.first(Stage::Scores), &made = file_.first(stage);
        double factor = 1, most = 0;
        for (Index row = 0; row < std::min(made.rows(), scores.rows()); ++row)
            for (Index col = 0; col < std::min(made.cols(), scores.cols()); ++col) {
                const double step = std::abs(scores(row, col) - (areWeights ? scores(row, 0) : 0));
                const double ratio = areWeights ? std::abs(std::log(made(row, col) / made(row, 0)))
                                                : std::abs(made(row, col));
                if (!(step > most) || !(step < -kHidden) || !(ratio < 15)) continue;
                most = step;
                factor = ratio / step;
            }
        const double n = 1 / (factor * factor);
        const bool isRoot = n > 1.5 && n < 1e6 && std::abs(n - std::round(n)) < 1e-4 * n;
        return isRoot ? rootOf(static_cast<Index>(std::round(n))) : times(factor);
    }

    std::vector<MaskForm> masks(Stage stage) const {
        using enum Stage;
        const MaskForm causal{", causal", {}, true};
        std::vector<MaskForm> forms = file_.masks;
        for (const MaskForm& mask : file_.masks) {
            if (!mask.hasTriangle) forms.push_back(both(causal, mask));
        }
        if (forms.empty()) forms.push_back(causal);
        if (stage == Masked && file_.masks.empty()) { // it says itself what is hidden, unless that is a wrong triangle
            const Allowed own = (file_.first(Masked).array() > kHidden).matrix();
            const bool isTriangle = std::ranges::any_of(std::array{-1, 0, 1}, [&](Index last) {
                const Allowed cells = triangle(own.rows(), own.cols(), last);
                return own == cells || own == Allowed(!cells.array());
            });
            if (!isTriangle) forms.push_back({", with its own mask", own});
        }
        const Stage square = file_.has(Weights) ? Weights : stage;
        if (const Index more = file_.first(square).cols() - file_.first(square).rows(); square <= Weights && more > 0)
            forms.push_back({", causal from the last key", {}, true, false, more});
        const bool isMaskedBefore = std::ranges::any_of(file_.stages, [&](const auto& one) {
            return one.first >= Scores && one.first < std::min(stage, Weights) &&
                   (one.second.numbers.items.front().array() <= kHidden).any();
        });
        if (isMaskedBefore || stage < Masked || (stage > Masked && file_.masks.empty()))
            forms.insert(forms.begin(), MaskForm());
        return forms;
    }

    /// Returns what may be done to X; once a stage agrees, what it says.
    std::vector<NormForm> norms() const {
        if (norm_) return {*norm_};
        std::vector<NormForm> forms{{}, {1e-5}, {1e-6}, {1e-12}};
        if (!file_.has(Parameter::NormBias)) forms.insert(forms.end(), {{1e-5, true}, {1e-6, true}});
        return forms;
    }

    std::vector<Recipe> rightForms(Stage stage, const Used& used) const {
        std::vector<Recipe> forms;
        std::size_t usual = 2;
        const std::vector<Factor> scales = used.factor ? factors(stage, usual) : std::vector<Factor>(1);
        for (const bool areTurned : {false, true}) {
            if (areOthersTurned_ ? areTurned != *areOthersTurned_ : areTurned && !used.others) continue;
            for (std::size_t i = 0; i < scales.size(); ++i)
                for (const MaskForm& mask : used.mask ? masks(stage) : std::vector<MaskForm>(1))
                    for (const NormForm& norm : used.norm ? norms() : std::vector<NormForm>(1))
                        forms.push_back(
                            {scales[i], mask, norm, areTurned, i < usual && (areOthersTurned_ || !areTurned)});
        }
        return forms;
    }

    const Material& file_;
    const CheckOptions& options_;
    std::optional<bool> areOthersTurned_; ///< all weights whose names do not say it are used alike
    std::optional<NormForm> norm_;
    int turned_ = 0, straight_ = 0; ///< stages that agree, by how they use such weights
    bool areScoresScaled_ = false, areMeans_ = false;
};

/// Returns how far a report is from agreement: for each stage that differs 1 with a known cause, else 2.
std::ptrdiff_t open(const CheckReport& report) {
    auto sum = 2 * std::ssize(report.notes);
    for (const StageReport& stage : report.stages) sum += stage.agrees ? 0 : stage.causes.empty() ? 2 : 1;
    return sum;
}

/// Checks a layer with the number of heads that fits best, if the file does not say it.
CheckReport checkedHeads(Material file, const CheckOptions& options) {
    CheckReport best = Checker(file, options).checked();
    const Index width = file.heads() == 1 ? file.dk()
                                          : 0; // without a stage of several heads, their number is not known
    for (file.assumedHeads = 2; file.assumedHeads <= width && open(best) > 0; ++file.assumedHeads) {
        if (width % file.assumedHeads != 0) continue;
        CheckReport report = Checker(file, options).checked();
        if (open(report) < open(best)) best = std::move(report);
    }
    return best;
}

} // namespace

CheckReport checkedLayer(Material file, const CheckOptions& options) {
    CheckReport best = checkedHeads(file, options);
    if (!file.mayOutputBeConcat || open(best) == 0) return best;
    auto output = file.stages.extract(Stage::Output);
    output.key() = Stage::Concat;
    file.stages.insert(std::move(output));
    CheckReport other = checkedHeads(file, options);
    return open(other) < open(best) ? other : best;
}

} // namespace headlight
