// Compares the Engine in float32 with the formulas in double, within bounds that support/floatBounds.h derives stage by
// stage and carries through norms and layers.
#include "attention/formulas.h"
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/compareWithReference.h"
#include "support/frames.h"
#include "support/randomModel.h"
#include "support/targets.h"
#include "support/traces.h"
#include "support/withinBounds.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns nothing, or the first number that is too far off.
std::string compareAll(const Session& session) { return WithinBounds()(session, tracesOf(session)); }

} // namespace

class AgainstFormulasTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(true); }
    void init() { useTarget(); }

    void sizes_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("dims");
        for (const int n : {1, 2, 3, 7, 63, 64, 65, 257})
            for (const int d : {1, 3, 64, 65}) QTest::addRow("N %d, d %d", n, d) << n << d;
    }
    void sizes() {
        QFETCH(int, tokens);
        QFETCH(int, dims);
        std::mt19937 random(static_cast<unsigned>(tokens * 1000 + dims));
        Session session = randomSession(random, {tokens, dims, 2, (dims + 1) / 2, dims + 2});
        changing(session)->allHeads[1][Parameter::Bq] = randomMatrix(random, 1, (dims + 1) / 2);
        changing(session)->allHeads[1][Parameter::Bv] = randomMatrix(random, 1, dims + 2);
        for (int sort = 0; sort < kMaskSorts; ++sort) {
            changing(session)->options.mask = maskOf(random, sort, tokens, tokens);
            changing(session)->options.temperature = sort == 1 ? 0.3 : 1;
            const std::string text = compareAll(session);
            QVERIFY2(text.empty(), text.c_str());
        }
    }

    void variants_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"simplified", "by sum", "cross", "negative factor", "no factor", "spikes"})
            QTest::newRow(what) << what;
    }
    void variants() {
        QFETCH(QString, what);
        std::mt19937 random(77);
        Session session = randomSession(random, {65, 9, 2, 5, 4});
        Layer layer = session.layers[0];
        if (what == "simplified") layer.allHeads = {Head()};
        if (what == "by sum") {
            layer.options.normalisation = Normalisation::Sum;
            // Scores are made positive, so that the sum does not cancel.
            session.text.embeddings = Matrix(session.text.embeddings.matrix()->cwiseAbs());
            layer.allHeads = {Head()};
        }
        if (what == "cross") session.source = textOf(randomMatrix(random, 33, 9));
        if (what == "negative factor") layer.options.scale = {Scale::Kind::Factor, -1.5};
        if (what == "no factor") layer.options.scale = {Scale::Kind::Factor, 0};
        if (what == "spikes") session.text.embeddings = Matrix(*session.text.embeddings.matrix() * 30.0F);
        session.layers.change(0, [&](Layer& now) { now = layer; });
        const std::string text = compareAll(session);
        QVERIFY2(text.empty(), text.c_str());
    }

    /// Sessions have shapes from 1 to 64 and one to three layers; everything else is random.
    void anything() {
        RandomModel model(2024);
        WithinBounds compared;
        for (int i = 0; i < 200; ++i) {
            const Session session = model.next();
            QCOMPARE(firstInconsistency(session).value_or(""), std::string());
            const std::string text = compared(session, tracesOf(session));
            QVERIFY2(text.empty(), ("session " + std::to_string(i) + ", " + text).c_str());
        }
        // Wide bounds would say nothing. Each sum over 64 numbers lets the worst case grow, whatever really happens.
        constexpr std::array kCarried{0.95, 0.5, 0.2};
        for (std::size_t l = 0; l < kCarried.size(); ++l) {
            QVERIFY(compared.carried[l].share() > kCarried[l]);
            QVERIFY(compared.alone[l].share() > 0.9);
        }
    }

    /// The bounds of a small session are narrow: an error of a thousandth is found in any stage of any layer.
    void aWrongNumberIsFound() {
        std::mt19937 random(5);
        Session session = randomSession(random, {7, 4, 2, 3, 2});
        session.positions = Positions();
        changing(session)->options.mask = causalMask();
        changing(session)->options.dropout = Dropout{0.2, 1};
        session = withLayerAdded(session).value();
        for (int l = 0; l < 2; ++l) {
            session = withOptional(session, l, Parameter::Wo, true).value();
            session = withNorm(session, l, Norm{l == 0 ? Norm::Place::Before : Norm::Place::After}).value();
        }
        changing(session, 1)->options.maskMode = MaskMode::After;
        const std::vector<Trace> right = tracesOf(session);
        QCOMPARE(WithinBounds()(session, right), std::string());
        for (std::size_t l = 0; l < right.size(); ++l)
            for (const StageInfo& info : stages())
                if (right[l].has(info.stage) && !info.isOfModel) {
                    std::vector<Trace> wrong = right;
                    float& cell = wrong[l](info.stage)(5, 1);
                    cell += std::max(1.0F, std::abs(cell)) / 1000;
                    const std::string text = WithinBounds()(session, wrong);
                    QVERIFY2(text.starts_with("layer " + std::to_string(l + 1) + ", " + info.id), text.c_str());
                }
    }

    /// Engine and formulas treat numbers that are not finite alike: the same cells are NaN, infinite, or zero.
    void edges_data() {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("mask");
        QTest::newRow("NaN in one token") << "1 2; nan 1; 3 1"
                                          << "";
        QTest::newRow("NaN masked") << "1 2; nan 1; 3 1"
                                    << "1 0 1; 1 0 1; 1 0 1";
        QTest::newRow("+inf") << "1 2; inf 1; 3 1"
                              << "";
        QTest::newRow("-inf") << "1 2; -inf 1; 3 1"
                              << "";
        QTest::newRow("-inf masked for others") << "1 2; -inf 1; 3 1"
                                                << "1 0 1; 0 1 0; 1 0 1";
        QTest::newRow("fully masked row") << "1 2; 2 1; 3 1"
                                          << "1 1 1; 0 0 0; 1 0 1";
        QTest::newRow("everything masked") << "1 2; nan 1; 3 1"
                                           << "0 0 0; 0 0 0; 0 0 0";
    }
    void edges() {
        QFETCH(QString, x);
        QFETCH(QString, mask);
        Session session = bareSession(matrixFrom(x.toStdString()));
        if (!mask.isEmpty()) {
            changing(session)->options.mask = maskOf(matrixFrom(mask.toStdString()));
        }
        Engine engine(makeBackend(kDefaultBackend).value());
        for (const Normalisation normalisation : {Normalisation::Softmax, Normalisation::Sum}) {
            changing(session)->options.normalisation = normalisation;
            const Trace trace = traceOf(engine, session);
            for (const StageDifference& d : compareWithReference(session, trace))
                QVERIFY2(d.largest <= 1e-6 * std::max(1.0, d.magnitude), // infinity where only one is NaN
                         (d.stage + " [" + std::to_string(d.row) + ", " + std::to_string(d.col) + "]").c_str());
        }
    }

    /// A score of -inf (an overflow) has weight 0, and the row keeps its other weights.
    void minusInfinityWeighsNothing() {
        Session session = bareSession(matrixFrom("1e30; -1e30; 0"));
        Engine engine(makeBackend(kDefaultBackend).value());
        const Trace trace = traceOf(engine, session);
        const Matrix& s = trace(Stage::Scores, 0);
        QVERIFY(std::isinf(s(0, 0)) && s(0, 1) < 0 && std::isinf(s(0, 1)));
        QVERIFY(std::isnan(trace(Stage::Weights, 0)(0, 0)) && std::isnan(trace(Stage::Weights, 0)(0, 2)));
        QVERIFY(sameBits(Matrix(trace(Stage::Weights, 0).row(2)), Matrix(Matrix::Constant(1, 3, 1.0F / 3.0F))));
        Session masked = session;
        changing(masked)->options.mask = maskOf(matrixFrom("0 1 1; 1 1 1; 1 1 1"));
        const Trace m = traceOf(engine, masked);
        QVERIFY(sameBits(Matrix(m(Stage::Weights, 0).row(0)), matrixFrom("0 0 1")));
    }

    /// The engine, the selected cell and the formulas use the factor of a tiny temperature without cutting it.
    void nearlyNoTemperature() {
        Session session = bareSession(matrixFrom("0.5; 0; -0.5; 0.25"));
        changing(session)->options.temperature = 1e-30;
        Engine engine(makeBackend(kDefaultBackend).value());
        const Trace trace = traceOf(engine, session);
        for (const StageDifference& d : compareWithReference(session, trace))
            QVERIFY2(d.largest <= 1e-6 * std::max(1.0, d.magnitude), d.stage.c_str());
        QVERIFY(sameBits(trace(Stage::Weights, 0), matrixFrom("1 0 0 0; 0.25 0.25 0.25 0.25; 0 0 1 0; 1 0 0 0")));
        const Frame frame = engine.answer(session, {{}, {CellRef{Stage::Scaled, 0, 0, 0, 0}}});
        const Explanation& scaled = *frame.explanations.at(0);
        QCOMPARE(scaled.factor, 1e30);
        QCOMPARE(scaled.result, 2.5e29F);
    }

    /// A row of finite scores has finite weights that add up to 1, whatever scale and temperature make of them.
    void finiteScoresHaveWeights_data() {
        QTest::addColumn<QString>("x"); // Q = K = V = X
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("temperature");
        QTest::newRow("scaled is infinite") << "1e5; 1" << 1.0 << 1e-30;
        QTest::newRow("scaled is minus infinite") << "2e5; 1e5" << -1.0 << 1e-30;
        QTest::newRow("differences are infinite") << "1.8e19; -1.8e19; 1" << 1e-30 << 1.0;
        QTest::newRow("differences are infinite, negated") << "1.8e19; -1.8e19; 1" << -1e-30 << 1.0;
        QTest::newRow("differences are infinite, nothing remains") << "1.8e19; -1.8e19; 1" << 0.0 << 1.0;
        QTest::newRow("differences are infinite, all remains") << "1.8e19; -1.8e19; 1" << 2.0 << 1.0;
        QTest::newRow("tiny") << "1e-15; 2e-15" << 1.0 << 1e-30;
    }
    void finiteScoresHaveWeights() {
        QFETCH(QString, x);
        QFETCH(double, scale);
        QFETCH(double, temperature);
        Session session = bareSession(matrixFrom(x.toStdString()));
        changing(session)->options.scale = {Scale::Kind::Factor, scale};
        changing(session)->options.temperature = temperature;
        Engine engine(makeBackend(kDefaultBackend).value());
        const Trace trace = traceOf(engine, session);
        QVERIFY(trace(Stage::Scores).allFinite() && trace(Stage::Weights).allFinite());
        for (Index row = 0; row < trace(Stage::Weights).rows(); ++row)
            QVERIFY(std::abs(trace(Stage::Weights).row(row).sum() - 1) < 1e-6F);
        // Scores are off by gamma(1) = 6e-8 relative; up to an exponent of 100 that is 6e-6 of a weight. In a mean of V
        // the terms cancel: a fused sum keeps the rounding error of the first product, within the derived bounds.
        const bool isMean = scale == 0;
        const std::string text = isMean ? compareAll(session) : std::string();
        QVERIFY2(text.empty(), text.c_str());
        for (const StageDifference& d : compareWithReference(session, trace))
            QVERIFY2((isMean && (d.stage == "context" || d.stage == "concat")) ||
                         d.largest <= 1e-5 * std::max(1.0, d.magnitude),
                     d.stage.c_str());
        for (const StageInfo& info : stages()) { // the maps show the same, pooled and not
            if (!trace.has(info.stage)) continue;
            for (const int pixels : {100, 1}) {
                const Frame frame = Engine(makeBackend(kDefaultBackend).value())
                                        .answer(session, {{{info.stage, 0, 0, {}, pixels, pixels}}, {}});
                if (pixels > 1) QVERIFY(sameBits(frame.tiles[0]->values, trace(info.stage)));
                if (info.stage == Stage::Weights) QVERIFY(frame.tiles[0]->values.allFinite());
                if (info.stage == Stage::Weights) QCOMPARE(frame.tiles[0]->range.high, trace(info.stage).maxCoeff());
            }
        }
    }

    /// Where a scaled score is beyond float32, infinity counts as equal, and a finite number does not.
    void beyondFloat() {
        Session session = bareSession(matrixFrom("2e5; 1e5"));
        changing(session)->options.scale = {Scale::Kind::Factor, -1};
        changing(session)->options.temperature = 1e-30;
        Engine engine(makeBackend(kDefaultBackend).value());
        Trace trace = traceOf(engine, session);
        QVERIFY(sameBits(trace(Stage::Scaled, 0)(0, 0), -std::numeric_limits<float>::infinity()));
        const auto scaled = [&] { return compareWithReference(session, trace).at(4); };
        QCOMPARE(scaled().stage, std::string("scaled"));
        QCOMPARE(scaled().largest, 0.0);
        trace(Stage::Scaled, 0)(0, 0) = -1;
        QVERIFY(std::isinf(scaled().largest));
    }

    void reportNamesTheWorst() {
        std::mt19937 random(3);
        const Session session = randomSession(random, {6, 3, 2, 2, 2});
        Engine engine(makeBackend("checked").value());
        Trace trace = traceOf(engine, session);
        for (const StageDifference& d : compareWithReference(session, trace)) QVERIFY(d.largest < 1e-5);
        trace(Stage::Weights, 1)(2, 4) += 0.5F;
        for (const StageDifference& d : compareWithReference(session, trace)) {
            if (d.stage != "weights") continue;
            QVERIFY(std::abs(d.largest - 0.5) < 1e-5);
            QCOMPARE(d.head, 1);
            QCOMPARE(d.row, Index{2});
            QCOMPARE(d.col, Index{4});
        }
    }
};

QTEST_APPLESS_MAIN(AgainstFormulasTest)
#include "tst_againstFormulas.moc"
