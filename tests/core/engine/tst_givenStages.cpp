// A layer that starts with given stages: its numbers against tables that NumPy computed (the line of Python is in the
// comment at each), on every backend.
#include "backend/backends.h"
#include "backend/reference/ReferenceBackend.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/givenStages.h"
#include "support/traces.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

Matrix rows(std::initializer_list<std::initializer_list<float>> numbers) {
    Matrix matrix(static_cast<Index>(numbers.size()), static_cast<Index>(numbers.begin()->size()));
    for (Index row = 0; const auto& line : numbers) {
        for (Index col = 0; const float x : line) matrix(row, col++) = x;
        ++row;
    }
    return matrix;
}

QString textOf(const Matrix& m) {
    QString text;
    for (Index row = 0; row < m.rows(); ++row)
        for (Index col = 0; col < m.cols(); ++col)
            text += QString::number(static_cast<double>(m(row, col)), 'f', 5) + (col + 1 < m.cols() ? " " : "; ");
    return text;
}

#define COMPARE_NUMBERS(made, wanted)                                                                                  \
    QVERIFY2((made).rows() == (wanted).rows() && (made).cols() == (wanted).cols() &&                                   \
                 ((made) - (wanted)).cwiseAbs().maxCoeff() < 1e-5F,                                                    \
             qPrintable(textOf(made)))

const float kInf = std::numeric_limits<float>::infinity();

/// Q, K and V of two heads of three tokens.
std::vector<GivenOfHead> projected() {
    return {{{Parameter::GivenQ, rows({{1, 0}, {0.5F, 2}, {-1, 1}})},
             {Parameter::GivenK, rows({{1, 1}, {0, -1}, {2, 0.5F}})},
             {Parameter::GivenV, rows({{1}, {2}, {4}})}},
            {{Parameter::GivenQ, rows({{0, 1}, {2, -1}, {0.25F, 0.5F}})},
             {Parameter::GivenK, rows({{-1, 0}, {1, 1}, {0.5F, 0.5F}})},
             {Parameter::GivenV, rows({{-1}, {0.5F}, {3}})}}};
}

} // namespace

class GivenStagesTest : public QObject {
    Q_OBJECT

    std::string backend_;
    std::unique_ptr<Backend> backend() const {
        if (backend_ == "reference") return std::make_unique<ReferenceBackend>();
        return std::move(*makeBackend(backend_));
    }
    std::vector<Trace> traces(const Session& session) const {
        Engine engine(backend());
        return engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {}).value();
    }

private slots:
    void initTestCase_data() {
        QTest::addColumn<QString>("backend");
        for (const char* id : {"eigen", "reference", "checked:eigen"}) QTest::newRow(id) << QString(id);
    }
    void init() {
        QFETCH_GLOBAL(QString, backend);
        backend_ = backend.toStdString();
    }

    /// S = Q @ K.transpose(0, 2, 1); W = softmax(where(tril(ones((3, 3))), S / sqrt(2), -inf)); C = W @ V;
    /// concatenate(list(C), -1) @ W_o
    void queriesKeysAndValues() {
        Session session = givenSession("a b c", projected());
        changing(session)->options.scale.kind = Scale::Kind::SqrtDk;
        changing(session)->options.mask.causal = true;
        changing(session)[Parameter::Wo] = rows({{1, 2}, {0.5F, -1}});
        const Trace t = traces(session)[0];
        QVERIFY(!t.has(Stage::X) && t.has(Stage::Q) && t.has(Stage::Masked));
        COMPARE_NUMBERS(t(Stage::Scores, 0), rows({{1, 0, 2}, {2.5F, -2, 2}, {0, -1, -1.5F}}));
        COMPARE_NUMBERS(t(Stage::Weights, 1),
                        rows({{1, 0, 0}, {0.1070418F, 0.8929582F, 0}, {0.2181577F, 0.4424489F, 0.3393934F}}));
        COMPARE_NUMBERS(t(Stage::Context, 0), rows({{1}, {1.0398495F}, {1.8327916F}}));
        COMPARE_NUMBERS(t(Stage::Output), rows({{0.5F, 3}, {1.2095681F, 1.7402617F}, {2.3434151F, 2.6443363F}}));
    }

    /// softmax(S * 0.5 / 2)
    void scores() {
        Session session = givenSession("a b c",
                                       {{{Parameter::GivenScores, rows({{1, -kInf, 2}, {0, 0, 0}, {-1, 3, 0.5F}})}}});
        changing(session)->options.scale = {Scale::Kind::Factor, 0.5};
        changing(session)->options.temperature = 2;
        const Trace t = traces(session)[0];
        QVERIFY(!t.has(Stage::K) && !t.has(Stage::Context) && !t.has(Stage::Concat));
        QCOMPARE(t(Stage::Scores, 0)(0, 1), -kInf);
        COMPARE_NUMBERS(
            t(Stage::Weights, 0),
            rows({{0.4378235F, 0, 0.5621765F}, {1 / 3.0F, 1 / 3.0F, 1 / 3.0F}, {0.1933012F, 0.5254472F, 0.2812516F}}));
    }

    /// W @ V, whatever the sums of the rows of W are; masks and a factor of the layer have no effect.
    void weightsAreTakenAsTheyAre() {
        const Matrix weights = rows({{0.5F, 0.25F, 0}, {0, 0, 0}, {2, -1, 0.5F}});
        Session session = givenSession(
            "a b c", {{{Parameter::GivenWeights, weights}, {Parameter::GivenV, rows({{1, 2}, {3, -1}, {0.5F, 0}})}}});
        changing(session)->options.mask.causal = true;
        changing(session)->options.temperature = 5;
        const Trace t = traces(session)[0];
        QVERIFY(!t.has(Stage::Scores) && !t.has(Stage::Scaled) && !t.has(Stage::Masked));
        QVERIFY(t(Stage::Weights, 0) == weights);
        COMPARE_NUMBERS(t(Stage::Context, 0), rows({{1.25F, 0.75F}, {0, 0}, {-0.75F, 5}}));
    }

    /// (A2.mean(0) / 2 + I / 2) @ (A1.mean(0) / 2 + I / 2); A2.mean(0) @ A1.mean(0)
    void rolloutOfGivenWeights() {
        const auto layer = [](const Matrix& a, const Matrix& b) {
            return givenLayer({{{Parameter::GivenWeights, a}}, {{Parameter::GivenWeights, b}}});
        };
        Session session = givenSession("a b", {{{Parameter::GivenWeights, Matrix::Identity(2, 2)}}});
        session.layers.change(0, [&](Layer& first) {
            first = layer(rows({{1, 0}, {0.5F, 0.5F}}), rows({{0.2F, 0.8F}, {0, 1}}));
        });
        session.layers.push_back(layer(rows({{0.3F, 0.7F}, {1, 0}}), rows({{0.5F, 0.5F}, {0.4F, 0.6F}})));
        const std::vector<Trace> t = traces(session);
        COMPARE_NUMBERS(t[1](Stage::Rollout), rows({{0.5975F, 0.4025F}, {0.36125F, 0.63875F}}));
        COMPARE_NUMBERS(t[1](Stage::Product), rows({{0.39F, 0.61F}, {0.495F, 0.505F}}));
    }

    /// Equal words may have different rows. S = (X @ W_q) @ (X @ W_k).T / sqrt(2); softmax(S) @ (X @ W_v)
    void inputOfPlaces() {
        Session session = *withSentence(newSession(1, 2, 1, 2, 1), "a b a");
        session = *withPositions(session, Positions::Kind::Sinusoidal);
        session.layers.change(0, [](Layer& layer) {
            layer[Parameter::GivenX] = rows({{1, 0}, {0, 1}, {0.5F, -1}});
            layer.allHeads[0][Parameter::Wq] = rows({{1, 2}, {0, 1}});
            layer.allHeads[0][Parameter::Wk] = rows({{1, 0}, {-1, 1}});
            layer.allHeads[0][Parameter::Wv] = rows({{1}, {1}});
        });
        const Trace t = traces(session)[0];
        QVERIFY(t.has(Stage::X) && !t.has(Stage::Embeddings) && !t.has(Stage::Positions));
        COMPARE_NUMBERS(t(Stage::Q, 0), rows({{1, 2}, {0, 1}, {0.5F, 0}}));
        COMPARE_NUMBERS(t(Stage::Context, 0), rows({{0.7786486F}, {0.7899561F}, {0.3336716F}}));
    }

    /// The layer above reads the result, as of any layer: X of layer 2 is C of queriesKeysAndValues(), side by side.
    void theLayerAboveReadsTheResult() {
        Session session = givenSession("a b c", projected());
        changing(session)->options.scale.kind = Scale::Kind::SqrtDk;
        changing(session)->options.mask.causal = true;
        session = *withLayerAdded(session);
        COMPARE_NUMBERS(traces(session)[1](Stage::X),
                        rows({{1, -1}, {1.0398495F, 0.3394373F}, {1.8327916F, 1.021247F}}));
    }

    void aGivenNumberIsExplainedByItself() {
        const Session session = givenSession("a b c", projected());
        Engine engine(backend());
        Demand demand;
        demand.cells = {{{Stage::Q, 0, 1, 1, 0}}};
        const Frame frame = engine.answer(session, demand);
        const Explanation& e = *frame.explanations.at(0);
        QVERIFY(e.rule == Rule::Copy);
        QVERIFY(e.terms.at(0).a.at == Address(ParameterCell{Parameter::GivenQ, 0, 1, 1, 0}));
        QCOMPARE(e.result, 2.0F);
    }

    /// The first layer that computes reads the words of the second sentence; layers above it copy them.
    void theSecondSentenceAboveAGivenLayer() {
        Session session = givenSession("a b c", projected());
        session = *withLayerAdded(*withLayerAdded(*withSecondSentence(session, true)));
        const std::vector<Trace> t = traces(session);
        QVERIFY(!t[0].has(Stage::XKv) && t[1](Stage::XKv) == tokenVectors(*session.source));
        Engine engine(backend());
        Demand demand;
        demand.cells = {{{Stage::XKv, 1, 0, 1, 0}}, {{Stage::XKv, 2, 0, 1, 0}}};
        const Frame frame = engine.answer(session, demand);
        QVERIFY(frame.explanations.at(0)->rule == Rule::Embedding);
        QVERIFY(frame.explanations.at(1)->terms.at(0).a.at == Address(CellRef{Stage::XKv, 1, 0, 1, 0}));
    }

    /// 1.5 bits: -(0.5 log2(0.5) + 2 * 0.25 log2(0.25))
    void statisticsOfGivenWeights() {
        const Session session = givenSession(
            "a b c", {{{Parameter::GivenWeights, rows({{0.5F, 0.25F, 0.25F}, {1, 0, 0}, {0, 0, 0}})}}});
        Engine engine(backend());
        Demand demand;
        demand.statistics = {{0, 0}};
        const Frame frame = engine.answer(session, demand);
        const auto& measured = frame.statistics.at(0)->rows;
        QCOMPARE(measured[0][Measure::Entropy].value(), 1.5);
        QCOMPARE(measured[1][Measure::OnFirst].value(), 1.0);
        QVERIFY(!measured[2][Measure::Entropy]);
    }
};

QTEST_GUILESS_MAIN(GivenStagesTest)
#include "tst_givenStages.moc"
