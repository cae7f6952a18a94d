// Tests properties that hold for any session, each under the conditions under which it is true. The sessions are edited
// at random.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/RandomEdits.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/targets.h"
#include "support/traces.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

bool isFinite(const Trace& trace) {
    for (const StageInfo& info : stages())
        for (const Matrix& matrix : trace.all(info.stage))
            if (info.stage != Stage::Masked && !matrix.allFinite()) return false;
    return true;
}

bool areGiven(const Layer& layer) { return layer.isGiven(); }

double largestDifference(const Matrix& a, const Matrix& b) {
    return a.size() == 0 ? 0 : static_cast<double>((a - b).cwiseAbs().maxCoeff());
}

/// Calls check(session, its traces) for many sessions. Returns how often the check found something to look at.
template <class Check>
int forSessions(Check check) {
    int looked = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
        RandomEdits edits(seed);
        for (int step = 0; step < 30; ++step) {
            edits.step();
            if (edits.session.text.tokens->count() > 0) looked += check(edits.session, tracesOf(edits.session));
            if (QTest::currentTestFailed()) return looked;
        }
    }
    return looked;
}

// A weight is off by a few roundings of exp and of the sum, and a row has at most 70 weights: 70 * 4 * 2^-24.
constexpr double kRowTolerance = 2e-5;

} // namespace

class PropertiesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(true); }
    void init() { useTarget(); }

    /// Rows of weights sum to 1 after a softmax, unless they are empty or NaN; those of a rollout of such layers, too.
    void rowsSumToOne() {
        const int looked = forSessions([](const Session& session, const std::vector<Trace>& traces) {
            int rows = 0;
            for (std::size_t l = 0; l < traces.size(); ++l) {
                if (session.layers[l].options.normalisation != Normalisation::Softmax || areGiven(session.layers[l]))
                    continue;
                for (const Matrix& weights : traces[l].all(Stage::Weights))
                    for (Index row = 0; row < weights.rows(); ++row) {
                        const auto sum = weights.row(row).cast<double>().sum();
                        if (std::isnan(sum) || weights.row(row).isZero(0)) continue;
                        ++rows;
                        [&] { QVERIFY2(std::abs(sum - 1) < kRowTolerance, std::to_string(sum).c_str()); }();
                    }
            }
            return rows;
        });
        QVERIFY(looked > 1000);
    }

    /// If the second sentence equals the first and the first layer has no norm before, nothing changes in that layer.
    void aSecondSentenceBeginsAsTheFirst() {
        const int looked = forSessions([](const Session& session, const std::vector<Trace>&) {
            const Layer& first = session.layers[0];
            if (session.source.kept || first.hasNorm(Norm::Place::Before) || first.isGiven()) return 0;
            Session plain = session;
            while (plain.layers.size() > 1) plain.layers.erase(1);
            changing(plain)->options.mask.given = {};
            changing(plain)->options.mask.hidden.clear();
            const Session crossed = withSecondSentence(plain, true).value();
            const auto now = tracesOf(crossed), before = tracesOf(plain);
            for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Context})
                for (std::size_t h = 0; h < first.heads().size(); ++h)
                    [&] { QVERIFY(sameBits(now[0].all(stage)[h], before[0].all(stage)[h])); }();
            return 1;
        });
        QVERIFY(looked > 30);
    }

    /// A hidden key has weight 0 and does not change the context.
    void hiddenKeysDoNotMatter() {
        std::mt19937 random(4);
        Session session = randomSession(random, {7, 4, 2, 3, 2});
        changing(session)->options.mask.hidden = {2};
        const Trace before = tracesOf(session).front();
        session = *withCell(session, {Parameter::X, 0, 0}, 2, 1, 9.0F);
        const Trace after = tracesOf(session).front();
        for (Index row = 0; row < 7; ++row) {
            if (row == 2) continue; // the query of the edited token
            for (std::size_t h = 0; h < 2; ++h) {
                QVERIFY(
                    sameBits(Matrix(before(Stage::Weights, h).row(row)), Matrix(after(Stage::Weights, h).row(row))));
                QVERIFY(
                    sameBits(Matrix(before(Stage::Context, h).row(row)), Matrix(after(Stage::Context, h).row(row))));
            }
        }
    }

    /// Without positions, causal masks, windows and dropout, permuting the tokens only permutes the result; with
    /// positions it changes it.
    void permutingTokensPermutesTheMaps_data() {
        QTest::addColumn<bool>("hasPositions");
        QTest::newRow("no positions") << false;
        QTest::newRow("positions") << true;
    }
    void permutingTokensPermutesTheMaps() {
        QFETCH(bool, hasPositions);
        std::mt19937 random(5);
        Session session = randomSession(random, {6, 4, 2, 3, 2}); // makes 4 columns
        session.layers.push_back(session.layers[0]);
        session = *withResidual(*withNorm(session, 1, Norm{}), 1, true);
        if (hasPositions) session = *withPositions(session, Positions::Kind::Sinusoidal);
        Session reversed = session;
        Tokens tokens = *session.text.tokens;
        std::reverse(tokens.ids.begin(), tokens.ids.end());
        std::reverse(tokens.texts.begin(), tokens.texts.end());
        reversed.text.tokens = std::move(tokens);
        const Matrix a = tracesOf(session).back()(Stage::Result), b = tracesOf(reversed).back()(Stage::Result);
        // The sums over keys run in the opposite order: a few roundings of numbers below 4.
        QCOMPARE(largestDifference(a, Matrix(b.colwise().reverse())) < 1e-5, !hasPositions);
    }

    /// Under causal masks (before the softmax) a row knows nothing of later tokens, through any number of layers.
    void causalRowsKnowNothingOfLaterTokens() {
        const int looked = forSessions([](const Session& random, const std::vector<Trace>&) {
            if (random.source || random.text.tokens->count() < 2) return 0;
            Session session = random;
            changeLayers(session, [](Layer& layer) {
                layer.options.mask = {};
                layer.options.mask.causal = true;
                layer.options.maskMode = MaskMode::Before;
                layer.options.dropout = {};
            });
            const int last = session.text.tokens->count() - 1;
            if (std::ranges::any_of(session.layers, areGiven)) return 0;
            const auto edited = withCell(session, {Parameter::X, 0, 0}, last, 0, 0.125F);
            const auto& ids = session.text.tokens->ids;
            if (!edited || std::count(ids.begin(), ids.end(), ids.back()) > 1) return 0;
            const std::vector<Trace> a = tracesOf(session), b = tracesOf(*edited);
            for (std::size_t l = 0; l < a.size(); ++l) {
                const Stage stage = programOf(session, static_cast<int>(l)).result();
                [&] { QVERIFY(sameBits(Matrix(a[l](stage).topRows(last)), Matrix(b[l](stage).topRows(last)))); }();
            }
            return 1;
        });
        QVERIFY(looked > 50);
    }

    /// Both mask modes agree where no hidden score exceeds the largest allowed one by 60.
    void bothMaskModesAgree() {
        const int looked = forSessions([](Session session, std::vector<Trace>) {
            int heads = 0;
            changeLayers(session, [](Layer& layer) {
                layer.options.maskMode = MaskMode::After;
                layer.options.normalisation = Normalisation::Softmax;
            });
            const std::vector<Trace> traces = tracesOf(session);
            for (std::size_t l = 0; l < traces.size(); ++l) {
                if (!session.layers[l].options.masksAfter() || areGiven(session.layers[l]) || !isFinite(traces[l]))
                    continue;
                Session other = session;
                changing(other, l)->options.maskMode = MaskMode::Before;
                const Trace before = tracesOf(other)[l];
                for (std::size_t h = 0; h < before.all(Stage::Weights).size(); ++h) {
                    const Matrix& scaled = before(Stage::Scaled, h);
                    double maxExcess = 0; // the largest excess of a hidden score over the allowed ones
                    for (Index row = 0; row < scaled.rows(); ++row) {
                        float allowed = -INFINITY;
                        for (Index key = 0; key < scaled.cols(); ++key)
                            if (session.layers[l].options.mask.allows(row, key))
                                allowed = std::max(allowed, scaled(row, key));
                        if (std::isfinite(allowed))
                            maxExcess = std::max(maxExcess, static_cast<double>(scaled.row(row).maxCoeff() - allowed));
                    }
                    if (!(maxExcess < 60)) continue;
                    ++heads;
                    const double d = largestDifference(before(Stage::Weights, h), traces[l](Stage::Weights, h));
                    [&] { QVERIFY2(d < 1e-6, std::to_string(d).c_str()); }();
                }
            }
            return heads;
        });
        QVERIFY(looked > 10);
    }

    /// The result of a layer without residual and norm is its output, or concat, bit for bit.
    void withoutResidualAndNormTheResultIsTheOutput() {
        const int looked = forSessions([](const Session& session, const std::vector<Trace>& traces) {
            int layers = 0;
            for (std::size_t l = 1; l < traces.size(); ++l) {
                const Layer& below = session.layers[l - 1];
                if (below.residual || below.norm || session.layers[l].isGiven()) continue;
                const Matrix& made = traces[l - 1](below[Parameter::Wo] ? Stage::Output : Stage::Concat);
                [&] { QVERIFY(sameBits(made, traces[l](Stage::X))); }();
                ++layers;
            }
            return layers;
        });
        QVERIFY(looked > 20);
    }

    /// Dropout multiplies a weight that it keeps by 1 / (1 - rate), and drops others to 0. Both happen.
    void dropoutKeepsOrDrops() {
        int kept = 0, dropped = 0;
        forSessions([&](const Session& session, const std::vector<Trace>& traces) {
            for (std::size_t l = 0; l < traces.size(); ++l) {
                if (!session.layers[l].options.dropout || !isFinite(traces[l])) continue;
                const auto factor = static_cast<float>(1 / (1 - session.layers[l].options.dropout->rate));
                for (std::size_t h = 0; h < traces[l].all(Stage::Dropped).size(); ++h) {
                    const Matrix &weights = traces[l](Stage::Weights, h), &left = traces[l](Stage::Dropped, h);
                    for (Index i = 0; i < weights.size(); ++i) {
                        const float x = left.data()[i], whole = weights.data()[i] * factor;
                        [&] { QVERIFY(x == 0 || x == whole); }();
                        if (whole != 0) ++(x == 0 ? dropped : kept);
                    }
                }
            }
            return 0;
        });
        QVERIFY2(kept > 100 && dropped > 100, qPrintable(QString("%1 %2").arg(kept).arg(dropped)));
    }
};

QTEST_APPLESS_MAIN(PropertiesTest)
#include "tst_properties.moc"
