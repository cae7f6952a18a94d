// Every number of every stage that PyTorch and the notebooks printed, by the formulas and by the Engine.
#include "attention/formulas.h"
#include "backend/backends.h"
#include "engine/Engine.h"
#include "support/golden.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

// The file's 7 decimals are off by 5e-8; float32 adds a few roundings of numbers below 4 (2.4e-7 each).
constexpr double kTorchTolerance = 1e-5;
// Printed to 4 decimals, and computed from inputs printed to 4 decimals.
constexpr double kNotebookTolerance = 1e-4;

Trace traceOf(const Session& session) {
    Engine engine(makeBackend(kDefaultBackend).value());
    return engine.trace(session, 0, {}).value();
}

template <class M>
double largestDifference(const M& values, const Json& expected) {
    const MatrixD e = matrixOfJson<MatrixD>(expected);
    if (values.rows() != e.rows() || values.cols() != e.cols()) return INFINITY;
    double largest = 0;
    for (Index i = 0; i < e.size(); ++i) {
        const double d = std::abs(static_cast<double>(values.data()[i]) - e.data()[i]);
        if (!(d <= largest)) largest = d; // NaN counts
    }
    return largest;
}

/// trace: a Trace or a ReferenceTrace.
template <class AnyTrace>
void compareCase(const AnyTrace& trace, const Json& expected, bool hasOutput) {
    for (std::size_t h = 0; h < expected["heads"].size(); ++h) {
        const Json& e = expected["heads"][h];
        for (const StageInfo& info : stages()) {
            if (info.scope != Scope::Head) continue;
            if (info.stage == Stage::Masked) continue; // these have none
            QVERIFY2(e.contains(info.id), info.id);
            QVERIFY2(largestDifference(trace(info.stage, h), e[info.id]) <= kTorchTolerance, info.id);
        }
    }
    QVERIFY(largestDifference(trace(Stage::Concat), expected["concat"]) <= kTorchTolerance);
    QCOMPARE(trace.has(Stage::Output), hasOutput);
    if (hasOutput) QVERIFY(largestDifference(trace(Stage::Output), expected["output"]) <= kTorchTolerance);
}

Session withHead(const Json& x, const Json* wq, const Json* wk, const Json* wv) {
    Session session;
    session.text = textOf(matrixOfJson(x));
    Head head;
    if (wq) { // the notebooks print W as [d_k, d]
        head[Parameter::Wq] = Matrix(matrixOfJson(*wq).transpose());
        head[Parameter::Wk] = Matrix(matrixOfJson(*wk).transpose());
        head[Parameter::Wv] = Matrix(matrixOfJson(*wv).transpose());
    }
    Layer layer;
    layer.heads = {head};
    layer.options.scale.kind = wq ? Scale::Kind::SqrtDk : Scale::Kind::None;
    session.layers = {layer};
    return session;
}

template <class M>
double rowDifference(const M& values, Index row, const Json& expected) {
    return largestDifference(M(values.row(row)), expected);
}

} // namespace

class GoldenTest : public QObject {
    Q_OBJECT

private slots:
    void torch_data() {
        QTest::addColumn<int>("index");
        const Json cases = goldenFile("torch.json")["cases"];
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
        QCOMPARE(cases.size(), std::size_t{9});
    }
    void torch() {
        QFETCH(int, index);
        const Json golden = goldenFile("torch.json")["cases"][static_cast<std::size_t>(index)];
        const Session session = sessionOfCase(golden);
        const Json& expected = golden["expect"];
        compareCase(reference(session), expected, expected.contains("output"));
        if (QTest::currentTestFailed()) return;
        compareCase(traceOf(session), expected, expected.contains("output"));
    }

    /// W = identity in the file; without any W the numbers must be the same.
    void simplifiedWithoutWeights() {
        const Json golden = goldenFile("torch.json")["cases"][0];
        QCOMPARE(golden["name"].get<std::string>(), std::string("simplified"));
        Session session = sessionOfCase(golden);
        session.layers[0].heads[0] = Head();
        compareCase(traceOf(session), golden["expect"], false);
        compareCase(reference(session), golden["expect"], false);
    }

    void notebooksSimplified_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("journey") << "journey_simplified";
        QTest::newRow("six tokens") << "six_tokens_simplified";
    }
    void notebooksSimplified() {
        QFETCH(QString, name);
        const Json all = goldenFile("notebooks.json")["cases"];
        const Json& golden = all[name.toStdString()];
        Session session = withHead(golden["X"], nullptr, nullptr, nullptr);
        const auto check = [&](const auto& trace, const char* weightsKey) {
            const Index query = golden["query"].get<int>();
            if (golden.contains("scores"))
                QVERIFY(largestDifference(trace(Stage::Scores), golden["scores"]) <= kNotebookTolerance);
            if (golden.contains("scores_of_query"))
                QVERIFY(rowDifference(trace(Stage::Scores), query, golden["scores_of_query"]) <= kNotebookTolerance);
            QVERIFY(rowDifference(trace(Stage::Weights), query, golden[weightsKey]) <= kNotebookTolerance);
        };
        const char* softmax = golden.contains("weights_softmax") ? nullptr : "weights_of_query_softmax";
        if (softmax) {
            check(reference(session), softmax);
            check(traceOf(session), softmax);
        } else {
            const Trace trace = traceOf(session);
            const Json& weights = golden["weights_softmax"];
            QVERIFY(largestDifference(trace(Stage::Weights), weights) <= kNotebookTolerance);
            QVERIFY(largestDifference(reference(session)(Stage::Weights), weights) <= kNotebookTolerance);
            QVERIFY(largestDifference(trace(Stage::Context), golden["context"]) <= kNotebookTolerance);
        }
        session.layers[0].options.normalisation = Normalisation::Sum;
        check(reference(session), "weights_of_query_by_sum");
        check(traceOf(session), "weights_of_query_by_sum");
    }

    void notebooksShoes() {
        const Json all = goldenFile("notebooks.json")["cases"];
        const Json& golden = all["shoes_scaled"];
        const Session session = withHead(golden["X"], &golden["W_q"], &golden["W_k"], &golden["W_v"]);
        const auto check = [&](const auto& trace) {
            const Index query = golden["query"].get<int>();
            // Inputs rounded to 4 decimals (5e-5): a score of 3 terms of |q|, |k| < 2 may be off by 3 * 4 * 2e-4.
            QVERIFY(rowDifference(trace(Stage::Q), query, golden["q_of_query"]) <= 3e-4);
            QVERIFY(largestDifference(trace(Stage::K), golden["K"]) <= 3e-4);
            QVERIFY(largestDifference(trace(Stage::V), golden["V"]) <= 3e-4);
            QVERIFY(rowDifference(trace(Stage::Scores), query, golden["unscaled_scores_of_query"]) <= 2.4e-3);
            QVERIFY(rowDifference(trace(Stage::Weights), query, golden["weights_of_query"]) <= kNotebookTolerance);
            QVERIFY(rowDifference(trace(Stage::Context), query, golden["context_of_query"]) <= 3e-4);
        };
        check(reference(session));
        check(traceOf(session));
    }
};

QTEST_APPLESS_MAIN(GoldenTest)
#include "tst_golden.moc"
