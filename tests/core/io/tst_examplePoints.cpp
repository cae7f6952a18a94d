// Checks in numbers what each example is there to show, and that its numbers can be drawn again as it says.
#include "core/io/exampleFiles.h"
#include "support/changing.h"
#include "support/drawnAt.h"
#include "support/frames.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <numeric>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the index of the first token of this name.
Index placeOf(const Session& session, const std::string& token) {
    const auto& texts = session.text.tokens->texts;
    return std::ranges::find(texts, token) - texts.begin();
}

Session withScale(Session session, Scale::Kind kind) {
    changing(session)->options.scale.kind = kind;
    return session;
}

using Order = std::array<int, 5>;

/// Returns the session with the five tokens of its sentence in another order.
Session reordered(const Session& session, const Order& order) {
    std::string sentence;
    for (const int place : order)
        sentence += (sentence.empty() ? "" : " ") + session.text.tokens->texts[static_cast<std::size_t>(place)];
    return withSentence(session, sentence).value();
}

/// Returns the rows in another order; in a map of tokens the columns, too.
Matrix permuted(const Matrix& m, const Order& order, bool isMap) {
    Matrix p = m;
    for (Index row = 0; row < m.rows(); ++row)
        for (Index col = 0; col < m.cols(); ++col)
            p(row, col) = m(order[std::size_t(row)], isMap ? Index(order[std::size_t(col)]) : col);
    return p;
}

} // namespace

class ExamplePointsTest : public QObject {
    Q_OBJECT

private slots:
    void oneWordTakesAllUntilItIsScaled() {
        const Session session = exampleSession("saturation");
        const auto largest = [&](Scale::Kind kind) {
            return Matrix(tracesOf(withScale(session, kind)).at(0)(Stage::Weights).rowwise().maxCoeff());
        };
        QVERIFY(session.layers[0].options.scale.kind == Scale::Kind::None);
        QVERIFY(largest(Scale::Kind::None).minCoeff() > 0.95F);
        QVERIFY(largest(Scale::Kind::SqrtDk).maxCoeff() < 0.6F);
    }

    void aWordSeesItselfAndTwoBefore() {
        const Matrix weights = tracesOf(exampleSession("window")).at(0)(Stage::Weights);
        QCOMPARE(weights.rows(), Index{12});
        for (Index query = 0; query < 12; ++query) {
            for (Index key = 0; key < 12; ++key) QCOMPARE(weights(query, key) > 0, key <= query && query - key < 3);
            QVERIFY(std::abs(weights.row(query).sum() - 1) < 1e-6F);
        }
    }

    void theRolloutLeadsWhereNoLayerDoes() {
        const Session session = exampleSession("two-layers");
        const auto traces = tracesOf(session);
        const Index it = placeOf(session, "it"), cat = placeOf(session, "cat"), black = placeOf(session, "black");
        QVERIFY(traces[0](Stage::Weights)(cat, black) > 0.99F);
        QVERIFY(traces[1](Stage::Weights)(it, cat) > 0.99F);
        QVERIFY(traces[1](Stage::Weights)(it, black) < 0.001F);
        QVERIFY(traces[1](Stage::Rollout)(it, black) > 0.2F);
        for (const Layer& layer : session.layers) QVERIFY(layer.residual && layer.norm);
    }

    /// In all 120 orders of the five tokens: without positions the maps are the same, permuted, bit for bit. So are
    /// rows of vectors, except for sums over the keys, which are rounded in another order.
    void withoutPositionsOrderMeansNothing() {
        const Session without = withPositions(exampleSession("positions"), {}).value();
        const Trace before = tracesOf(without).at(0);
        Order order;
        std::iota(order.begin(), order.end(), 0);
        int orders = 0;
        do {
            const Trace after = tracesOf(reordered(without, order)).at(0);
            for (const StageInfo& info : stages()) {
                if (!before.has(info.stage) || info.stage == Stage::Rest) continue; // another token is the first
                const Matrix expected = permuted(before(info.stage), order, info.isMap());
                if (info.fromScores && !info.isMap()) // sums over tokens
                    QVERIFY2((after(info.stage) - expected).cwiseAbs().maxCoeff() <= 1e-6F, info.id);
                else
                    QVERIFY2(sameBits(after(info.stage), expected), info.id);
            }
            ++orders;
        } while (std::next_permutation(order.begin(), order.end()));
        QCOMPARE(orders, 120);
        QVERIFY(sameBits(Matrix(before(Stage::Weights).row(0)), Matrix(before(Stage::Weights).row(3)))); // "the", "the"
    }

    void withPositionsItDoes() {
        const Session with = exampleSession("positions");
        const Trace before = tracesOf(with).at(0);
        const auto apart = [](const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); };
        QVERIFY(apart(before(Stage::Weights).row(0), before(Stage::Weights).row(3)) > 0.5F);
        Order order{0, 1, 2, 3, 4};
        while (std::next_permutation(order.begin(), order.end())) {
            if (order == Order{3, 1, 2, 0, 4}) continue; // the same sentence
            const Trace after = tracesOf(reordered(with, order)).at(0);
            QVERIFY(apart(after(Stage::Weights), permuted(before(Stage::Weights), order, true)) > 0.01F);
        }
    }

    /// The dialog for drawing can then show the lines of Python that give these numbers.
    void whatIsDrawnIsDrawnAgain_data() {
        QTest::addColumn<int>("drawn");
        for (const auto& [name, count] :
             {std::pair("self-attention-v1", 3), std::pair("self-attention-v2", 3), std::pair("causal-attention", 3),
              std::pair("dropout", 3), std::pair("multi-head-wrapper", 6), std::pair("multi-head-split", 8),
              std::pair("cross-attention", 3), std::pair("saturation", 3), std::pair("positions", 4),
              std::pair("window", 4), std::pair("two-layers", 0)})
            QTest::newRow(name) << count;
    }
    void whatIsDrawnIsDrawnAgain() {
        QFETCH(int, drawn);
        const Session session = exampleSession(QTest::currentDataTag());
        const auto draw = [&](const ParameterRef& ref, const Matrix& numbers) {
            const DrawnBy by = drawnBy(session, ref);
            if (!by.drawing) return;
            --drawn;
            QVERIFY2(sameBits(drawnAt(*by.drawing, by.place), numbers), symbolOf(ref.parameter));
        };
        draw({Parameter::X, 0, 0}, *session.text.embeddings.matrix());
        forEachParameter(session, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
            if (matrix) draw(ref, *matrix);
        });
        QCOMPARE(drawn, 0);
    }
};

QTEST_GUILESS_MAIN(ExamplePointsTest)
#include "tst_examplePoints.moc"
