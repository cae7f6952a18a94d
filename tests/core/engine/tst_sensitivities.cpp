// Tests the sensitivities that the Engine answers: of any cell, after any edits, in any layer.
#include "attention/formulas.h"
#include "attention/sensitivity.h"
#include "support/incremental.h"
#include "support/layers.h"
#include "support/randomCells.h"
#include "support/traces.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr std::array kStages{Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Weights};

/// Computes a sensitivity from the whole stages of a layer, in float32 or double.
template <class M>
std::optional<Sensitivity> expected(const Session& session, const CellRef& cell, const LayerStages<M>& t) {
    const Layer& layer = layerAt(session, cell.layer);
    if (!hasKnownScores(programOf(session, cell.layer))) return std::nullopt;
    const auto head = static_cast<std::size_t>(cell.head);
    const M q = t(Stage::Q, head).row(cell.row), weights = t(Stage::Weights, head).row(cell.row);
    auto found = sensitivity<M>(cell.stage, cell.row, cell.col,
                                {programOf(session, cell.layer), weightsOf(layer),
                                 ruleOf(layer.options, sizesOf(session, cell.layer)), head, t(Stage::X),
                                 t.has(Stage::XKv) ? &t(Stage::XKv) : nullptr, q, t(Stage::K, head), weights});
    if (!found || cell.layer > 0) return found;
    for (const Parameter p : {Parameter::X, Parameter::Xkv})
        if (const Text* text = textOf(session, p)) (*found)[p] = sumOfShared((*found)[p], text->tokens->ids);
    return found;
}

constexpr std::array kParts{Parameter::X, Parameter::Xkv, Parameter::Wq, Parameter::Wk, Parameter::Bq, Parameter::Bk};

bool isSame(const MatrixD& a, const MatrixD& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::equal(a.data(), a.data() + a.size(), b.data(),
                      [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

bool isSame(const std::shared_ptr<const Sensitivity>& is, const std::optional<Sensitivity>& other) {
    return bool(is) == bool(other) &&
           (!is || std::ranges::all_of(kParts, [&](Parameter p) { return isSame((*is)[p], (*other)[p]); }));
}

std::shared_ptr<const Sensitivity> one(Engine& engine, const Session& session, const CellRef& cell) {
    return engine.answer(session, {{}, {}, {}, {{cell, 0}}}).sensitivities.at(0);
}

/// Returns two layers with norms, biases and positions, over "a b a c".
Session withAll() {
    Session session = *withNorm(*withSentence(sample(), "a b a c"), 0, Norm{Norm::Place::Before, 0.01});
    session = *withNorm(*withOptional(session, 0, Parameter::Bq, true), 1, Norm{Norm::Place::Before, 0.01});
    session = *withOptional(*withOptional(session, 0, Parameter::Bk, true), 1, Parameter::Bk, true);
    return *withPositions(session, Positions::Kind::Sinusoidal);
}

} // namespace

class SensitivitiesTest : public QObject {
    Q_OBJECT

private slots:
    /// A sensitivity follows, bit for bit, from the stages of a new engine, after edits of all sorts.
    void ofAnyCell() {
        int found = 0, none = 0;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            RandomEdits edits(seed);
            vary(edits.session, seed);
            while (firstInconsistency(edits.session)) edits.step();
            RandomNumbers random(seed + 100);
            Engine engine(eigen());
            Session before = edits.session;
            for (int step = 0; step < 30; ++step) {
                const Session session = edits.session;
                Demand demand{{}, {}, {before}, {}};
                for (const int state : {0, 1})
                    for (const CellDemand& cell : someCells(random, state ? before : session, state, 12))
                        if (std::ranges::find(kStages, cell.cell.stage) != kStages.end())
                            demand.sensitivities.push_back({cell.cell, state});
                const Frame frame = engine.answer(session, demand);
                QCOMPARE(frame.sensitivities.size(), demand.sensitivities.size());
                for (std::size_t i = 0; i < demand.sensitivities.size(); ++i) {
                    const auto& [cell, state] = demand.sensitivities[i];
                    const Session& of = state ? before : session;
                    Engine other(eigen());
                    const auto wanted = expected(of, cell, traceOf(other, of, cell.layer));
                    ++(wanted ? found : none);
                    QVERIFY2(
                        isSame(frame.sensitivities[i], wanted),
                        qPrintable(QString("%1, seed %2, step %3").arg(infoOf(cell.stage).id).arg(seed).arg(step)));
                }
                before = session;
                edits.step();
            }
        }
        QVERIFY2(found > 500 && none > 50, qPrintable(QString("%1 and %2").arg(found).arg(none)));
    }

    /// A sensitivity is off by roundings of float32 only, in each layer, with one sentence and with two.
    void asTheFormulasHaveIt_data() {
        QTest::addColumn<int>("layer");
        QTest::addColumn<bool>("hasSource");
        for (const int layer : {0, 1})
            for (const bool hasSource : {false, true})
                QTest::addRow("layer %d%s", layer + 1, hasSource ? ", two sentences" : "") << layer << hasSource;
    }
    void asTheFormulasHaveIt() {
        QFETCH(int, layer);
        QFETCH(bool, hasSource);
        Session session = withAll();
        if (hasSource) session = *withSecondSentence(session, true);
        Engine engine(eigen());
        for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Weights}) {
            const CellRef cell{stage, layer, 1, 2, 1};
            const auto is = one(engine, session, cell);
            const auto wanted = expected(session, cell, reference(session, layer));
            for (const Parameter p : kParts) {
                const MatrixD &a = (*is)[p], &b = (*wanted)[p], &wq = (*wanted)[Parameter::Wq];
                QCOMPARE(a.size(), b.size());
                if (a.size() > 0) QVERIFY((a - b).cwiseAbs().maxCoeff() <= 1e-5 * wq.cwiseAbs().maxCoeff());
            }
            const MatrixD& x = (*is)[Parameter::X];
            QCOMPARE(x.row(0) == x.row(2), layer == 0); // "a" and "a" are one row of the table
        }
    }

    /// Rows of a given X belong to places, but those of X_kv still to words: with the same numbers only X differs.
    void aGivenXLeavesXkvShared() {
        Session session = *withSentence(sample(), "a b a c");
        session = *withSentence(*withSecondSentence(session, true), "d e d", {}, Sentence::Second);
        Session given = session;
        given.layers.change(0, [&](Layer& layer) { layer[Parameter::GivenX] = Matrix(tokenVectors(session.text)); });
        Engine engine(eigen());
        const CellRef cell{Stage::Scores, 0, 0, 0, 2};
        const auto of = one(engine, session, cell), ofGiven = one(engine, given, cell);
        QVERIFY(isSame((*of)[Parameter::Xkv], (*ofGiven)[Parameter::Xkv]));
        QVERIFY((*of)[Parameter::Xkv].row(0) == (*of)[Parameter::Xkv].row(2));
        QVERIFY(!isSame((*of)[Parameter::X], (*ofGiven)[Parameter::GivenX]));
    }

    /// A parameter that is raised moves the map by as much as its sensitivity says.
    void movesTheMap() {
        const Session session = withAll();
        Engine engine(eigen());
        const CellRef cell{Stage::Weights, 0, 0, 1, 2};
        const auto weight = [&](const Session& of) { return reference(of)(Stage::Weights, 0)(1, 2); };
        const auto of = one(engine, session, cell);
        struct Entry {
            Parameter parameter;
            int row, col;
        };
        for (const auto& [parameter, row, col] : {Entry{Parameter::Wq, 2, 1}, Entry{Parameter::Wk, 0, 2},
                                                  Entry{Parameter::Bq, 0, 1}, Entry{Parameter::X, 2, 3}}) {
            const ParameterRef ref{parameter, 0, 0};
            const float value = (*matrixOf(session, ref))(row, col), more = value + 0x1p-10F, less = value - 0x1p-10F;
            const double slope = (weight(*withCell(session, ref, row, col, more)) -
                                  weight(*withCell(session, ref, row, col, less))) /
                                 (static_cast<double>(more) - static_cast<double>(less));
            QVERIFY2(std::abs(slope - (*of)[parameter](row, col)) <= 1e-4 * (*of)[Parameter::Wq].cwiseAbs().maxCoeff(),
                     symbolOf(parameter));
        }
    }

    /// The vectors stay, but belong to one token or to two.
    void followsTheTokens() {
        const Matrix table = matrixFrom("1 2; 1 2; 3 -1");
        Session session = bareSession(table);
        Engine engine(eigen());
        const auto isOneToken = [&] {
            const MatrixD& x = (*one(engine, session, {Stage::Weights, 0, 0, 0, 2}))[Parameter::X];
            return x.row(0) == x.row(1);
        };
        session.text = textOf(table, {0, 0, 2});
        QVERIFY(isOneToken());
        session.text = textOf(table, {0, 1, 2});
        QVERIFY(!isOneToken());
    }

    void isKept() {
        Session session = withAll();
        Engine engine(eigen());
        const CellRef cell{Stage::Weights, 0, 0, 1, 2};
        const auto first = one(engine, session, cell);
        QVERIFY(first);
        session = *withCell(session, {Parameter::Wv, 0, 0}, 0, 0, 7);
        QCOMPARE(one(engine, session, cell), first); // values move no weight
        session = *withCell(session, {Parameter::Wk, 0, 1}, 0, 0, 7);
        QCOMPARE(one(engine, session, cell), first); // nor does another head
        session = *withCell(session, {Parameter::Wk, 0, 0}, 0, 0, 7);
        QVERIFY(one(engine, session, cell) != first);
        for (const CellRef& none : {CellRef{Stage::Context, 0, 0, 1, 1}, CellRef{Stage::Weights, 2, 0, 1, 1},
                                    CellRef{Stage::Weights, 0, 0, 9, 1}})
            QVERIFY(!one(engine, session, none));
    }
};

QTEST_APPLESS_MAIN(SensitivitiesTest)
#include "tst_sensitivities.moc"
