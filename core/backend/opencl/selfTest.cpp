#include "backend/opencl/selfTest.h"

#include "backend/cpu/CpuBackend.h"
#include "base/numberText.h"

#include <cmath>

namespace headlight {
namespace {

constexpr Index kTokens = 70, kD = 17; ///< more than a group of work items, and no multiple of anything
constexpr int kHeads = 2;
/// The numbers are below 10. A wrong kernel is off by far more than this, one that only rounds differently by far less.
constexpr double kTolerance = 1e-4;

Matrix numbers(Index rows, Index cols, double seed) {
    return Matrix::NullaryExpr(rows, cols, [=](Index row, Index col) {
        return static_cast<float>(
            std::sin(seed + 1.7 * static_cast<double>(row) + 0.9 * static_cast<double>(col * col)));
    });
}

struct Sort {
    Norm::Place place = Norm::Place::After;
    bool hasDropout = false, isCross = false, isGiven = false, masksAfter = false, isSum = false;
};
constexpr Sort kSorts[] = {{.hasDropout = true},
                           {.place = Norm::Place::Before, .isGiven = true},
                           {.isCross = true, .masksAfter = true},
                           {.isSum = true}};

LayerUpdate smallLayer(const Sort& sort, bool hasNorm) {
    LayerWeights weights;
    const auto made = [&](Index rows, Index cols, double seed) { // no sum of scores is near 0
        const Matrix matrix = numbers(rows, cols, seed);
        return sort.isSum ? Matrix(matrix.cwiseAbs()) : matrix;
    };
    for (int h = 0; h < kHeads; ++h) {
        HeadWeights head;
        for (const ParameterInfo& info : parameters())
            if (info.scope == Scope::Head && info.presence == Presence::Together)
                head[info.parameter] = Matrix(made(kD, 5, h + static_cast<double>(info.parameter)) * 0.5F);
            else if (info.scope == Scope::Head && info.weight && h == 0)
                head[info.parameter] = made(1, 5, static_cast<double>(info.parameter));
        weights.heads.push_back(head);
    }
    weights[Parameter::Wo] = Matrix(numbers(10, kD, 3) * 0.5F);
    weights[Parameter::Bo] = numbers(1, kD, 4);
    weights[Parameter::NormGain] = numbers(1, kD, 5);
    weights[Parameter::NormBias] = numbers(1, kD, 6);
    weights.residual = true;
    if (hasNorm) weights.norm = Norm{.place = sort.place};
    LayerUpdate update;
    update.weights = weights;
    update.rule.factor = 0.4;
    update.rule.mask.causal = true;
    update.rule.mask.hidden = {0}; // so that the first row has no weights
    update.rule.masksAfter = sort.masksAfter;
    if (sort.isGiven) update.rule.mask.given = Matrix(numbers(kTokens, kTokens, 7).array().max(0));
    if (sort.hasDropout) update.rule.dropout = drawDropout({.rate = 0.3}, kHeads, kTokens, kTokens);
    if (sort.isSum) update.rule.normalisation = Normalisation::Sum;
    update.queries = update.keys = {made(kTokens, kD, 1), nullptr};
    if (sort.isCross) update.keys = {made(kTokens, kD, 8), nullptr};
    update.program = programOf(weights, update.rule,
                               {.hasSecondSentence = sort.isCross, .hasRollouts = true, .hasMeans = true});
    update.heads.resize(kHeads);
    for (const Op& op : update.program) {
        update.rows[op.result] = IndexSet::every();
        for (HeadUpdate& head : update.heads) head.rows[op.result] = IndexSet::every();
    }
    for (HeadUpdate& head : update.heads) head.columns = IndexSet::every();
    return update;
}

/// Returns the update after a token has gone and another one has come: rows move, and the new row is computed.
LayerUpdate edited(LayerUpdate update) {
    RowMap moved{{}, kTokens};
    for (Index row = 0; row < kTokens; ++row)
        if (row != 2) moved.from.push_back(row);
    moved.from.push_back(-1);
    update.queriesMoved = update.keysMoved = moved;
    const bool isCross = !(update.queries == update.keys);
    const auto now = [&](const LayerInput& before) {
        Matrix x = moved.applied(*before.rows);
        x.row(kTokens - 1) = numbers(1, kD, 9).cwiseAbs();
        return LayerInput{x, nullptr};
    };
    update.queries = now(update.queries);
    update.keys = isCross ? now(update.keys) : update.queries;
    const IndexSet isNew{false, {kTokens - 1}};
    for (const Op& op : update.program) {
        if (infoOf(op.result).scope == Scope::Head) break;
        update.rows[op.result] = isNew;
    }
    for (std::size_t h = 0; h < update.heads.size(); ++h) {
        HeadUpdate& head = update.heads[h];
        head.indexBefore = static_cast<int>(h);
        head.columns = isNew;
        head.isRuleNew = static_cast<bool>(update.rule.mask.given); // a given mask does not move with the tokens
        for (const Op& op : update.program)
            if (op.kind == Op::Kind::Affine || op.kind == Op::Kind::Scores) head.rows[op.result] = isNew;
    }
    return update;
}

/// Returns reads of whole rows, of a small tile and of the extent of every stage.
std::vector<Read> readsOf(const LayerUpdate& update) {
    std::vector<Read> reads;
    for (const Op& op : update.program.behindInputs()) {
        const StageInfo& info = infoOf(op.result);
        for (int head = 0; head < (info.scope == Scope::Head ? kHeads : 1); ++head) {
            reads.push_back({Read::What::Rows, info.stage, head, {0, 0, kTokens, 0, 0, 0}, {}});
            reads.push_back({Read::What::Tile, info.stage, head, {0, 0, kTokens, 5, 7, 2}, Pooling::Mean});
            reads.push_back({Read::What::Extent, info.stage, head, {}, {}});
            if (info.dependsOn == RulePart::Normalisation && info.scope == Scope::Head)
                reads.push_back({Read::What::RowKinds, info.stage, head, {0, 0, kTokens, 0, 0, 0}, {}});
        }
    }
    return reads;
}

/// Returns the answers after the last update.
std::vector<Answer> answersOf(Backend& backend, std::span<const LayerUpdate> updates, std::span<const Read> reads) {
    std::vector<Answer> answers;
    const std::unique_ptr<BackendLayer> layer = backend.makeLayer();
    for (const LayerUpdate& update : updates) {
        answers.assign(reads.size(), {});
        if (const auto ran = layer->run(update, reads, answers, {}); !ran) throw std::runtime_error(ran.text());
        if (const auto ran = backend.finish({}); !ran) throw std::runtime_error(ran.text());
    }
    return answers;
}

double distance(const Answer& a, const Answer& b) {
    const auto apart = [](double x, double y) { return x == y ? 0 : std::abs(x - y); };
    if (a.values.rows() != b.values.rows() || a.values.cols() != b.values.cols() || a.kinds != b.kinds) return HUGE_VAL;
    double max = std::max(apart(static_cast<double>(a.extent.low), static_cast<double>(b.extent.low)),
                          apart(static_cast<double>(a.extent.high), static_cast<double>(b.extent.high)));
    for (Index i = 0; i < a.values.size(); ++i) {
        const double d = apart(static_cast<double>(a.values.data()[i]), static_cast<double>(b.values.data()[i]));
        if (!(d <= max)) max = d; // NaN stays
    }
    return max;
}

} // namespace

std::string selfTest(Backend& backend, bool hasDoubles) {
    CpuBackend cpu;
    for (const Sort& sort : kSorts) {
        if (sort.isSum && !hasDoubles) continue;
        const LayerUpdate first = smallLayer(sort, hasDoubles), updates[] = {first, edited(first)};
        const std::vector<Read> reads = readsOf(first);
        const std::vector<Answer> expected = answersOf(cpu, updates, reads), found = answersOf(backend, updates, reads);
        for (std::size_t i = 0; i < reads.size(); ++i)
            if (const double d = distance(expected[i], found[i]); !(d <= kTolerance))
                return std::string("its self-test computed ") + infoOf(reads[i].stage).id + " wrong, by " + shortest(d);
    }
    return {};
}

} // namespace headlight
