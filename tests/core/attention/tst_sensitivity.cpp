// Compares sensitivities of a score or a weight with finite differences of the formulas in double.
#include "attention/formulas.h"
#include "attention/sensitivity.h"
#include "support/blocks.h"
#include "support/projections.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// A layer and its inputs.
struct Model {
    LayerWeights layer;
    ScoreRule rule;
    MatrixD x, xKv; ///< xKv: the second sentence, or empty
    const MatrixD* keys() const { return xKv.size() > 0 ? &xKv : nullptr; }
    Program program() const { return programOf(layer, rule, {.hasSecondSentence = keys() != nullptr}); }
    ReferenceTrace trace() const { return referenceOf(layer, rule, x, keys()); }
};

/// One number of a model.
struct Number {
    Stage stage;
    std::size_t head;
    Index row, col;
    double of(const Model& model) const { return model.trace()(stage, head)(row, col); }
};

/// Rounds to multiples of 2^-12, so that a step away is a float32, too.
Matrix inSteps(const Matrix& m) {
    return m.unaryExpr([](float v) { return std::round(v * 4096) / 4096; });
}

Model modelOf(unsigned seed, bool isNormed, bool hasKeys, bool hasWeights, bool hasBiases) {
    std::mt19937 random(seed);
    const int d = 4, dKv = hasKeys ? 3 : d, dk = hasWeights ? 3 : d;
    Model model;
    model.x = randomMatrix(random, 5, d, 1.5F).cast<double>();
    if (hasKeys) model.xKv = randomMatrix(random, 6, dKv, 1.5F).cast<double>();
    for (std::size_t h = 0; h < (hasWeights ? 2U : 1U); ++h) {
        HeadWeights& head = model.layer.heads.emplace_back();
        if (!hasWeights) continue;
        head[Parameter::Wq] = inSteps(randomMatrix(random, d, dk));
        head[Parameter::Wk] = inSteps(randomMatrix(random, dKv, dk));
        head[Parameter::Wv] = inSteps(randomMatrix(random, dKv, 2));
        for (const Parameter bias : {Parameter::Bq, Parameter::Bk})
            if (hasBiases) head[bias] = inSteps(randomMatrix(random, 1, dk));
    }
    if (isNormed) model.layer.norm = Norm{Norm::Place::Before, 0.01};
    model.layer[Parameter::NormGain] = randomMatrix(random, 1, d, 2);
    model.layer[Parameter::NormBias] = randomMatrix(random, 1, d);
    model.rule.factor = 0.7;
    return model;
}

std::optional<Sensitivity> sensitivityOf(const Number& number, const Model& model, const Program& program) {
    const ReferenceTrace t = model.trace();
    const MatrixD q = t(Stage::Q, number.head).row(number.row),
                  weights = t(Stage::Weights, number.head).row(number.row);
    return sensitivity<MatrixD>(
        number.stage, number.row, number.col,
        {program, model.layer, model.rule, number.head, model.x, model.keys(), q, t(Stage::K, number.head), weights});
}

std::optional<Sensitivity> sensitivityOf(const Number& number, const Model& model) {
    return sensitivityOf(number, model, model.program());
}

struct Difference {
    double value = 0, tolerance = 0; ///< how far `value` may be off
};

/// Takes central differences of three steps and extrapolates twice. An error of c step^4 is left, so the last two
/// differ by 15 times the last one's; a factor of 4 covers higher orders. Each number is off by at most some 2^8
/// roundings.
template <class Move>
Difference difference(const Number& number, const Model& model, const Move& move) {
    double largest = 1;
    const auto slope = [&](double step) {
        Model more = model, less = model;
        move(more, step);
        move(less, -step);
        const double above = number.of(more), below = number.of(less);
        largest = std::max({largest, std::abs(above), std::abs(below)});
        return (above - below) / (2 * step);
    };
    constexpr double kStep = 0x1p-9, kRoundings = 0x1p-53 * 0x1p8;
    const double wide = slope(kStep), half = slope(kStep / 2), quarter = slope(kStep / 4);
    const double before = (4 * half - wide) / 3, value = (4 * quarter - half) / 3;
    return {value, 4 * std::abs(value - before) / 15 + 5.0 / 3 * kRoundings * largest / (kStep / 4)};
}

/// Returns nothing, or the entry that is off by more than its difference quotient may be.
template <class Move>
std::string wrong(const char* what, const Number& number, const Model& model, const MatrixD& derived,
                  const Move& move) {
    for (Index r = 0; r < derived.rows(); ++r)
        for (Index c = 0; c < derived.cols(); ++c) {
            const auto [value, tolerance] = difference(number, model,
                                                       [&](Model& m, double step) { move(m, r, c, step); });
            if (std::abs(derived(r, c) - value) > tolerance || tolerance > 1e-8)
                return std::string(what) + " is " + shortest(derived(r, c)) + ", not " + shortest(value) + " within " +
                       shortest(tolerance);
        }
    return {};
}

std::string wrong(const Number& number, const Model& model) {
    const auto s = sensitivityOf(number, model);
    if (!s) return "there is none";
    std::string text = wrong("X", number, model, (*s)[Parameter::X],
                             [](Model& m, Index r, Index c, double by) { m.x(r, c) += by; });
    text += wrong("X_kv", number, model, (*s)[Parameter::Xkv],
                  [](Model& m, Index r, Index c, double by) { m.xKv(r, c) += by; });
    for (const Parameter parameter : {Parameter::Wq, Parameter::Wk, Parameter::Bq, Parameter::Bk}) {
        const FrozenMatrix& matrix = model.layer.heads[number.head][parameter];
        const MatrixD& derived = (*s)[parameter];
        if (derived.rows() != (matrix ? matrix->rows() : 0)) return std::string(symbolOf(parameter)) + " has no size";
        text += wrong(symbolOf(parameter), number, model, derived, [&](Model& m, Index r, Index c, double by) {
            FrozenMatrix& moved = m.layer.heads[number.head][parameter];
            Matrix copy = *moved;
            copy(r, c) += static_cast<float>(by);
            moved = copy;
        });
    }
    return text;
}

} // namespace

class SensitivityTest : public QObject {
    Q_OBJECT

private slots:
    void ofNumbers_data() {
        QTest::addColumn<bool>("isNormed");
        QTest::addColumn<bool>("hasKeys");
        QTest::addColumn<bool>("hasWeights");
        QTest::addColumn<bool>("hasBiases");
        QTest::addColumn<int>("mask");
        QTest::newRow("plain") << false << false << true << false << 0;
        QTest::newRow("biases") << false << false << true << true << 0;
        QTest::newRow("norm before") << true << false << true << true << 0;
        QTest::newRow("two sentences") << false << true << true << true << 0;
        QTest::newRow("norm and two sentences") << true << true << true << true << 0;
        QTest::newRow("without weights") << false << false << false << false << 0;
        QTest::newRow("norm without weights") << true << false << false << false << 0;
        for (int mask = 1; mask < kMaskSorts; ++mask)
            QTest::addRow("mask %d", mask) << (mask % 2 == 0) << false << true << true << mask;
    }
    void ofNumbers() {
        QFETCH(bool, isNormed);
        QFETCH(bool, hasKeys);
        QFETCH(bool, hasWeights);
        QFETCH(bool, hasBiases);
        QFETCH(int, mask);
        Model model = modelOf(7, isNormed, hasKeys, hasWeights, hasBiases);
        const Index keys = hasKeys ? model.xKv.rows() : model.x.rows();
        std::mt19937 random(3);
        model.rule.mask = maskOf(random, mask, model.x.rows(), keys);
        for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Weights})
            for (const auto& [row, col] : {std::pair(3, 1), std::pair(2, 2), std::pair(0, 4), std::pair(4, 0)}) {
                const std::string text = wrong({stage, model.layer.heads.size() - 1, row, col}, model);
                QVERIFY2(text.empty(), (std::string(infoOf(stage).id) + ": " + text).c_str());
            }
    }

    void ofNothingElse() {
        Model model = modelOf(7, false, false, true, false);
        QVERIFY(!sensitivityOf({Stage::Context, 0, 1, 1}, model));
        model.rule.normalisation = Normalisation::Sum;
        QVERIFY(!sensitivityOf({Stage::Weights, 0, 1, 1}, model));
        QVERIFY(sensitivityOf({Stage::Scores, 0, 1, 1}, model));
        model = modelOf(7, false, false, true, false);
        model.rule.mask = causalMask();
        model.rule.masksAfter = true;
        QVERIFY(!sensitivityOf({Stage::Masked, 0, 1, 1}, model));
        QVERIFY(sensitivityOf({Stage::Weights, 0, 1, 1}, model));
        Program twice; // scaled before and after the mask
        for (Op op : model.program()) {
            if (op.result == Stage::Masked) op = {Op::Kind::Scale, Stage::Masked, {Stage::Scaled}};
            twice.add(op);
        }
        QVERIFY(!sensitivityOf({Stage::Scores, 0, 1, 1}, model, twice));
    }

    /// A masked score has the sensitivity of the scaled one where it is visible, and none where it is hidden.
    void ofMaskedScores() {
        Model model = modelOf(7, false, false, true, false);
        model.rule.mask = causalMask();
        const auto ofWq = [&](Stage stage, Index row, Index col) -> MatrixD {
            return (*sensitivityOf({stage, 0, row, col}, model))[Parameter::Wq];
        };
        const MatrixD seen = ofWq(Stage::Masked, 3, 1);
        QVERIFY(seen == ofWq(Stage::Scaled, 3, 1) && !seen.isZero());
        QVERIFY(ofWq(Stage::Masked, 1, 3).isZero());
    }

    /// Numbers of float32, as the maps have them, are off by roundings only.
    void ofFloats() {
        const Model model = modelOf(7, true, false, true, true);
        const ReferenceTrace t = model.trace();
        const Matrix x = model.x.cast<float>(), q = t(Stage::Q).row(3).cast<float>(), k = t(Stage::K).cast<float>(),
                     weights = t(Stage::Weights).row(3).cast<float>();
        const auto rounded = sensitivity<Matrix>(
            Stage::Weights, 3, 1, {model.program(), model.layer, model.rule, 0, x, nullptr, q, k, weights});
        const auto exact = sensitivityOf({Stage::Weights, 0, 3, 1}, model);
        for (const Parameter p : {Parameter::X, Parameter::Wk}) {
            const MatrixD &here = (*rounded)[p], &there = (*exact)[p];
            QVERIFY((here - there).cwiseAbs().maxCoeff() < 1e-5 * there.cwiseAbs().maxCoeff());
        }
    }

    /// A weight that is 1 as a float: its distance from 1 is the sum of the other weights, which float32 has to 7
    /// digits.
    void ofASaturatedRow() {
        Model model = modelOf(7, false, false, true, false);
        for (const Parameter p : {Parameter::Wq, Parameter::Wk}) {
            Matrix large = *model.layer.heads[0][p];
            large *= 5;
            model.layer.heads[0][p] = large;
        }
        const ReferenceTrace t = model.trace();
        Index query = 0, key = 0;
        const double max = t(Stage::Weights).maxCoeff(&query, &key);
        QVERIFY(max < 1 && static_cast<float>(max) == 1);
        const Matrix x = model.x.cast<float>(), q = t(Stage::Q).row(query).cast<float>(), k = t(Stage::K).cast<float>(),
                     weights = t(Stage::Weights).row(query).cast<float>();
        const auto rounded = sensitivity<Matrix>(
            Stage::Weights, query, key, {model.program(), model.layer, model.rule, 0, x, nullptr, q, k, weights});
        const auto exact = sensitivityOf({Stage::Weights, 0, query, key}, model);
        for (const Parameter p : {Parameter::X, Parameter::Wq, Parameter::Wk}) {
            const MatrixD &here = (*rounded)[p], &there = (*exact)[p];
            QVERIFY((here - there).cwiseAbs().maxCoeff() < 1e-5 * there.cwiseAbs().maxCoeff());
        }
    }

    /// Tokens that share a row of the table move together, so their sensitivities are added; their positions stay.
    void ofSharedRows() {
        std::mt19937 random(5);
        Session session = randomSession(random, {3, 4, 1, 3, 2});
        const std::vector<int> ids{2, 0, 2, 1, 2};
        session.text = textOf(*session.text.embeddings.matrix(), ids);
        session.positions = Positions{};
        const LayerWeights layer = weightsOf(session.layers[0]);
        const ScoreRule rule = ruleOf(session.layers[0].options, sizesOf(session));
        const auto weight = [&](double by) {
            MatrixD x = reference(session)(Stage::X);
            for (const Index row : {0, 2, 4}) x(row, 1) += by;
            return referenceOf(layer, rule, x, nullptr)(Stage::Weights)(3, 2);
        };
        const Model model{layer, rule, reference(session)(Stage::X), {}};
        const MatrixD shared = sumOfShared((*sensitivityOf({Stage::Weights, 0, 3, 2}, model))[Parameter::X], ids);
        const double expected = (weight(1e-5) - weight(-1e-5)) / 2e-5;
        for (const Index row : {0, 2, 4}) QVERIFY(std::abs(shared(row, 1) - expected) < 2e-6 * std::abs(expected));
        QVERIFY(shared(1, 1) != shared(0, 1));
    }
};

QTEST_APPLESS_MAIN(SensitivityTest)
#include "tst_sensitivity.moc"
