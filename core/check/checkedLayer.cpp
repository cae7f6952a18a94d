#include "base/numberText.h"
#include "check/Recipe.h"
#include "import/arrayNames.h"

#include <algorithm>
#include <array>
#include <cmath>
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
        using enum Stage;
        CheckReport report{{}, file_.skipped};
        bool areMeans = false; // from which no context follows
        for (const Stage stage : {Q, K, V, Scores, Scaled, Masked, Weights, Dropped, Context, Concat, Output}) {
            if (const auto misfit = file_.misfits.find(stage); misfit != file_.misfits.end())
                report.stages.push_back(misfit->second);
            if (!file_.has(stage)) continue;
            const bool needsWeights = stage == Dropped || stage == Context || (stage > Context && !file_.has(Context));
            if (areMeans && needsWeights && !(stage == Output && file_.has(Concat)))
                report.skipped.push_back({file_.stages.at(stage).name, "the weights are the mean of the heads"});
            else if (auto one = checked(stage, report.skipped)) {
                areMeans = areMeans || one->isMean;
                report.stages.push_back(std::move(one->report));
            }
        }
        return report;
    }

private:
    std::optional<Compared> checked(Stage stage, std::vector<SkippedArray>& skipped) {
        std::optional<Compared> best;
        std::vector<Recipe> rights;
        for (const Recipe& right : rightForms(stage)) {
            auto found = compared(right, file_, stage, options_.tolerance);
            if (!found) continue;
            if (found->report.agrees) {
                found->report.unseen = causesOf(stage, {right}, *found, true);
                if (right.mask.mayBeOpposite && found->used.contains(Op::Kind::Mask)) sayOpposite(found->report);
                return found;
            }
            const auto distance = [](const StageReport& report) { return std::pair(report.differing, report.largest); };
            if (!right.isUsual) continue;
            rights.push_back(right);
            if (!best || distance(found->report) < distance(best->report)) best = std::move(found);
        }
        if (!best && stage >= Stage::Context && file_.stages.begin()->first < stage)
            skipped.push_back({file_.stages.at(stage).name, "the file does not have what it follows from"});
        if (best && best->mayBeRight) skipped.push_back({best->report.array, best->report.why});
        if (!best || best->mayBeRight) return std::nullopt;
        best->report.causes = causesOf(stage, rights, *best, false);
        if (const std::string why = whyAlike(best->report.causes); !why.empty()) best->report.why = why;
        if (!best->guessed || !best->report.causes.empty()) return best;
        const std::string& formula = best->report.formula;
        skipped.push_back({best->report.array, std::string("the file does not say ") + best->guessed +
                                                   (formula.empty() ? "" : ": it is not " + formula)});
        return std::nullopt;
    }

    /// Adds that the mask may be meant the other way round, which the stage agrees with, too.
    static void sayOpposite(StageReport& report) {
        const auto cause = std::ranges::find(causes(), std::string_view("mask_exchanged"), &Cause::name);
        report.unseen.push_back({cause->name, cause->sentence, report.formula,
                                 "the name of the mask does not say whether 1 attends or hides"});
    }

    /// Returns the causes that give all numbers of a stage, each once. Those that are unseen begin where the right form
    /// does.
    std::vector<FoundCause> causesOf(Stage stage, const std::vector<Recipe>& rights, const Compared& right,
                                     bool isUnseen) const {
        std::vector<FoundCause> found;
        for (const Cause& cause : causes()) {
            std::vector<Recipe> wrong;
            for (const Recipe& recipe : rights)
                if (!cause.of || right.used.contains(*cause.of)) cause.change(file_, recipe, wrong);
            for (const Recipe& recipe : wrong) {
                const auto leavesOut = [&](const auto& one) {
                    return one.first >= recipe.computed && one.first < std::min(stage, Stage::Weights);
                };
                if (isUnseen && std::ranges::any_of(file_.stages, leavesOut)) continue;
                if (!std::ranges::includes(right.parameters, recipe.turned) ||
                    !std::ranges::includes(right.parameters, recipe.leftOut))
                    continue;
                const auto fit = compared(recipe, file_, stage, options_.tolerance);
                if (!fit || !fit->report.agrees || fit->report.formula == right.report.formula) continue;
                found.push_back({cause.name, cause.sentence, fit->report.formula, cause.whyUnseen});
                break;
            }
        }
        return found;
    }

    /// Returns the right factors of the scores, of which the first is what people mean to compute.
    std::vector<Factor> factors(Stage stage) const {
        const Index dk = file_.dk();
        if (options_.scale == "none") return {Factor()};
        if (!options_.scale.empty() && options_.scale != "sqrt_dk")
            return {times(numberFromInput(options_.scale).value())};
        if (options_.scale.empty() && file_.scale) return {times(factorOf(*file_.scale))};
        if (stage == Stage::Scaled && file_.has(Stage::Scores) && (file_.isTrace || dk == 0) &&
            file_.numbers(stage).sides == file_.numbers(Stage::Scores).sides) {
            const Eigen::ArrayXd &scores = file_.numbers(Stage::Scores).values, &made = file_.numbers(stage).values;
            Index largest = 0;
            const auto isSeen = scores.isFinite() && scores > kHidden;
            if (isSeen.select(scores.abs(), 0).maxCoeff(&largest) > 0) return {times(made[largest] / scores[largest])};
        }
        if (dk == 0) return {Factor()};
        if (!options_.scale.empty() || stage == Stage::Scaled) return {rootOf(dk)};
        return {rootOf(dk), {1, ", without a scale (people usually divide by sqrt(" + std::to_string(dk) + "))"}};
    }

    std::vector<MaskForm> masks(Stage stage) const {
        if (options_.mask == "none") return {MaskForm()};
        using enum Stage;
        if (!isOfCells(stage) && file_.has(Weights)) return {MaskForm()};
        const bool mayBeCausal = file_.mayBeCausal || !options_.mask.empty();
        const MaskForm causal = file_.triangle(", causal", 0);
        std::vector<MaskForm> forms;
        for (const MaskForm& mask : file_.masks)
            if (!mask.isTriangle && mayBeCausal) forms.push_back(both(causal, mask));
        if (!options_.mask.empty()) return forms.empty() ? std::vector{causal} : forms;
        if (stage > Masked && file_.has(Masked)) return {file_.shownBy(Masked, ", with the mask of masked")};
        forms.insert(forms.begin(), file_.masks.begin(), file_.masks.end());
        if (forms.empty()) forms.push_back(mayBeCausal ? causal : MaskForm());
        if (stage == Weights && file_.masks.empty())
            if (MaskForm hidden = file_.hiddenKeys(); !hidden.cells.isEmpty()) forms.push_back(std::move(hidden));
        if (stage == Masked && file_.masks.empty()) { // it says itself what is hidden, unless that is a wrong triangle
            const MaskForm own = file_.shownBy(Masked, ", with its own mask");
            if (!file_.isTriangle(own.cells)) forms.push_back(own);
        }
        if (file_.keys > file_.queries && mayBeCausal)
            forms.push_back(file_.triangle(", causal from the last key", file_.keys - file_.queries));
        const bool isMaskedBefore = std::ranges::any_of(file_.stages, [&](const auto& one) {
            return one.first >= Scores && one.first < std::min(stage, Weights) &&
                   (one.second.numbers.values <= kHidden).any();
        });
        if (isMaskedBefore || stage < Masked || (stage > Masked && file_.masks.empty()))
            forms.insert(forms.begin(), MaskForm());
        return forms;
    }

    std::vector<Recipe> rightForms(Stage stage) const {
        std::vector<Factor> scales = factors(stage);
        std::vector<MaskForm> hidden = masks(stage);
        const auto first = compared({scales[0], hidden[0]}, file_, stage, options_.tolerance);
        if (!first || !first->used.contains(Op::Kind::Scale)) scales.resize(1);
        if (!first || !first->used.contains(Op::Kind::Mask)) hidden.resize(1);
        std::vector<Recipe> forms;
        for (const Factor& factor : scales)
            for (const MaskForm& mask : hidden) forms.push_back({factor, mask, {}, &factor == &scales[0]});
        if (stage == Stage::Context && file_.isTrace) forms.push_back({scales[0], hidden[0], file_.headsOn(), false});
        return forms;
    }

    const Material& file_;
    const CheckOptions& options_;
};

/// Returns what a file that leaves something open may mean; first what is usual.
std::vector<Material> readingsOf(const Material& file) {
    std::vector<Material> all{file};
    const auto add = [&](bool is, const auto& change) {
        for (std::size_t i = 0, count = all.size(); is && i < count; ++i) change(all.emplace_back(all[i]));
    };
    add(file.mayOutputBeConcat, [](Material& reading) { reading.rename(Stage::Output, Stage::Concat); });
    const std::size_t usual = all.size();
    add(std::ranges::any_of(file.parameters, [](const auto& one) { return !one.second.isLinear; }),
        [](Material& reading) { reading.areTurned = true; });
    add(file.mayTokensBeFirst, [](Material& reading) { reading.putHeadsFirst(true); });
    add(file.has(Stage::Scores) && !file.has(Stage::Scaled),
        [](Material& reading) { reading.rename(Stage::Scores, Stage::Scaled); });
    for (Index heads = 2, width = file.heads() == 1 ? file.dk() : 0; heads <= width; ++heads)
        if (width % heads == 0) {
            all.push_back(file);
            all.back().assumedHeads = heads;
        }
    for (std::size_t i = usual; i < all.size(); ++i) all[i].isUsual = false;
    return all;
}

} // namespace

CheckReport checkedLayer(const Material& file, const CheckOptions& options) {
    CheckReport best;
    std::array<std::ptrdiff_t, 3> most{-1}; // stages that agree, have a known cause, or have the right shape
    for (const Material& reading : readingsOf(file)) {
        CheckReport report = Checker(reading, options).checked();
        const auto hasCause = [](const StageReport& stage) { return !stage.causes.empty(); };
        const auto hasPlace = [](const StageReport& stage) { return !stage.where.empty(); };
        const std::array<std::ptrdiff_t, 3> rank{std::ranges::count(report.stages, true, &StageReport::agrees),
                                                 reading.isUsual ? std::ranges::count_if(report.stages, hasCause) : 0,
                                                 std::ranges::count_if(report.stages, hasPlace)};
        if (rank <= most) continue;
        most = rank;
        best = std::move(report);
        if (!best.firstDiffering() && best.skipped.size() == file.skipped.size()) break;
    }
    return best;
}

} // namespace headlight
