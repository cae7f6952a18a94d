#include "check/Material.h"

#include "base/numberText.h"
#include "import/fileMask.h"

#include <algorithm>
#include <utility>

namespace headlight {

Grid GivenParameter::all() const {
    Grid joined = parts.begin()->second;
    const auto append = [](Eigen::ArrayXd& to, const Eigen::ArrayXd& more) {
        to = (Eigen::ArrayXd(to.size() + more.size()) << to, more).finished();
    };
    for (auto part = std::next(parts.begin()); part != parts.end(); ++part) {
        const Grid& next = part->second;
        if (next.rows() != joined.rows() || next.cols() != joined.cols()) continue;
        append(joined.values, next.values), append(joined.errors, next.errors);
        ++joined.sides[1];
    }
    return joined;
}

MaskForm both(const MaskForm& a, const MaskForm& b) {
    Sides sides{};
    for (std::size_t k = 0; k < 4; ++k) sides[k] = std::max(a.cells.sides[k], b.cells.sides[k]);
    return {a.words + " and" + b.words.substr(1), masked(fitted(a.cells, sides), b.cells, 0), false,
            a.mayBeOpposite || b.mayBeOpposite};
}

StageReport misfit(Stage stage, const GivenStage& given, std::string why) {
    StageReport report{infoOf(stage).id, given.name, {}};
    report.differing = report.of = static_cast<std::size_t>(given.numbers.values.size());
    report.why = std::move(why);
    return report;
}

bool mayBeRight(Stage stage, const Sides& own, const Sides& expected, std::string& why) {
    if (stage < Stage::Scores) return true;
    const auto isMore = [&](std::size_t side) { return own[side] > 1 && expected[side] == 1; };
    if (isMore(0) || isMore(1)) why += "; it may be of several layers";
    return !std::ranges::equal(own, expected, [](Index a, Index b) { return (a == 1) == (b == 1); });
}

Index Material::heads() const {
    Index count = 1;
    for (const auto& [stage, given] : stages) count = std::max(count, given.numbers.sides[1]);
    return count == 1 ? assumedHeads : count;
}

void Material::takeHeads(const NamedArray& count) {
    const float stated = count.values[0]; // NaN fits nothing
    const Index own = heads(), width = dk();
    const bool isCount = stated >= 1 && stated <= 8192 && width % static_cast<Index>(stated) == 0;
    if (own > 1 ? stated == static_cast<float>(own) : isCount) return void(assumedHeads = static_cast<Index>(stated));
    skipped.push_back({count.name, shortest(stated) + " heads do not fit the stages"});
}

Index Material::dk() const {
    for (const Stage stage : {Stage::Q, Stage::K})
        if (has(stage)) return numbers(stage).cols() / (numbers(stage).sides[1] > 1 ? 1 : heads());
    if (!has(Parameter::Wq)) return dModel() / heads();
    const Grid w = parameters.at(Parameter::Wq).all();
    return (w.rows() == dModel() ? w.cols() : w.rows()) / (w.sides[1] > 1 ? 1 : heads());
}

Index Material::dModel() const {
    for (const Stage stage : {Stage::X, Stage::Normed})
        if (has(stage)) return numbers(stage).cols();
    return has(Stage::Q) || has(Stage::K) ? dk() * heads() : 0;
}

void Material::rename(Stage from, Stage to) {
    auto stage = stages.extract(from);
    stage.key() = to;
    stages.insert(std::move(stage));
}

void Material::putHeadsFirst(bool isAmbiguous) {
    for (auto& [stage, given] : stages) {
        const bool isOfKeys = stage == Stage::K || stage == Stage::V;
        if (!isOfKeys && stage != Stage::Q && stage != Stage::Context) continue;
        const Index tokens = isOfKeys ? keys : queries;
        const Index rows = given.numbers.rows(), side = given.numbers.sides[1];
        if (side != tokens || side == 1) continue;
        if (rows == tokens) mayTokensBeFirst = !isAmbiguous;
        if ((rows == tokens) != isAmbiguous) continue;
        given.isPerToken = true;
        given.numbers = permuted(given.numbers, {0, 2, 1, 3});
    }
}

MaskForm Material::triangle(const char* words, Index last, bool isUpper) const {
    Grid cells({1, 1, queries, keys}, Eigen::ArrayXd(queries * keys));
    for (Index i = 0; i < queries * keys; ++i) cells.values[i] = (i % keys <= i / keys + last) != isUpper ? 1 : 0;
    return {words, cells, true};
}

bool Material::isTriangle(const Grid& cells) const {
    const auto is = [&](Index last, bool isUpper) {
        return (fitted(triangle("", last, isUpper).cells, cells.sides).values == cells.values).all();
    };
    return queries == keys && keys > 1 &&
           (is(0, false) || is(-1, false) || is(0, true) || is(-1, true) || (keys > 2 && is(1, false)));
}

MaskForm Material::shownBy(Stage stage, const char* words) const {
    Grid cells = numbers(stage);
    cells.values = (cells.values > kHidden).cast<double>();
    cells.errors.setZero();
    const bool isCausal = (fitted(triangle("", 0).cells, cells.sides).values == cells.values).all();
    return isCausal ? triangle(", causal", 0) : MaskForm{words, cells};
}

MaskForm Material::hiddenKeys() const {
    const Eigen::ArrayXf weights = numbers(Stage::Weights).values.cast<float>();
    const Index count = numbers(Stage::Weights).sides[0], size = weights.size() / count, cellsOfText = queries * keys;
    std::vector<Mask> ofTexts;
    bool isAny = false, isCausal = false;
    for (Index text = 0; text < count; ++text) {
        ofTexts.push_back(maskOfZeros({&weights[text * size], static_cast<std::size_t>(size)}, queries, keys));
        if (ofTexts.back().given) return {};
        if (std::ssize(ofTexts.back().hidden) == keys) ofTexts.back() = {}; // all its weights are 0 or NaN: a mistake
        isAny = isAny || !ofTexts.back().hidden.empty();
        isCausal = isCausal || ofTexts.back().causal;
    }
    if (!isAny || (isCausal && !mayBeCausal)) return {};
    for (Mask& mask : ofTexts) mask.causal = isCausal;
    Grid cells({count, 1, queries, keys}, Eigen::ArrayXd(count * cellsOfText));
    for (Index i = 0; i < cells.values.size(); ++i) {
        const Index cell = i % cellsOfText;
        cells.values[i] = ofTexts[static_cast<std::size_t>(i / cellsOfText)].allows(cell / keys, cell % keys) ? 1 : 0;
    }
    return {isCausal ? ", causal, with hidden keys" : ", with hidden keys", cells};
}

void Material::takeMaskAfterSoftmax(const std::optional<double>& tolerance) {
    if (!has(Stage::Masked) || !has(Stage::Scaled)) return;
    const Grid& scaled = numbers(Stage::Scaled);
    Grid cells = numbers(Stage::Masked);
    const Eigen::ArrayXd made = cells.values;
    if (cells.sides != scaled.sides || (made == scaled.values).all()) return;
    Grid weights = softmax(scaled, Axis::Keys, stages.at(Stage::Scaled).rounding);
    weights.round(stages.at(Stage::Masked).rounding);
    if (tolerance) weights.errors.setConstant(*tolerance);
    const auto isWeight = (made - weights.values).abs() <= weights.errors || (made.isNaN() && weights.values.isNaN());
    if (!(made == 0 || isWeight).all()) return; // the mask is before the softmax
    cells.values = (made != 0).cast<double>();
    cells.errors.setZero();
    masks = {{", with the mask of masked", std::move(cells)}};
    skipped.push_back({stages.at(Stage::Masked).name, "it shows the mask, which comes after the softmax"});
    stages.erase(Stage::Masked);
}

MaskForm Material::headsOn() const {
    const Grid& context = numbers(Stage::Context);
    const Index heads = context.sides[1];
    MaskForm on{{}, Grid({1, heads, 1, 1}, Eigen::ArrayXd::Zero(heads))};
    for (Index i = 0; i < context.items(); ++i)
        if ((context.matrix(i).array() != 0).any()) on.cells.values[i % heads] = 1;
    for (Index head = 0; head < heads; ++head)
        if (on.cells.values[head] == 0)
            on.words += (on.words.empty() ? ", switched off: head " : ", head ") + std::to_string(head + 1);
    return on;
}

} // namespace headlight
