// Tests explanations of any number: its terms have the values at their addresses, and give the number.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/RecordingBackend.h"
#include "support/changing.h"
#include "support/explanations.h"
#include "support/incremental.h"
#include "support/randomCells.h"
#include "support/traces.h"

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Counts the explanations that were checked.
struct Seen {
    std::map<Rule, int> rules; ///< numbers that were computed again
    std::map<Stage, int> stages;
    int cells = 0, close = 0, behindMask = 0; ///< close: within 1e-3; behindMask: shares of weights that a mask leaves
};

std::string wrong(const Explanation& e, const Session& session, const std::vector<Trace>& traces, Seen& seen) {
    if (auto text = wrongNumbers(e, session, traces); !text.empty()) return text;
    ++seen.cells;
    ++seen.stages[e.of.stage];
    const auto result = static_cast<double>(e.result);
    if (e.kind != RowKind::Plain && e.rule != Rule::Dropout) // no weights: the terms say why
        return e.hiddenBy || !isNaN(e.kind) ? (result == 0 ? "" : "a weight that is not 0")
                                            : (std::isnan(result) ? "" : "a weight that is not NaN");
    const std::vector<double> row = rowBehindMask(e, session, traces);
    const Evaluation evaluation(e, row);
    if (auto text = evaluation.wrongSums(); !text.empty()) return text;
    seen.behindMask += !row.empty();
    const auto [value, bound] = evaluation();
    const bool isSame = value == result || (std::isnan(value) && std::isnan(result));
    if (!isSame && !std::isfinite(bound)) return {};
    ++seen.rules[e.rule];
    seen.close += isSame || bound <= 1e-3 * std::max(1.0, std::abs(value));
    if (isSame || std::abs(value - result) <= bound) return {};
    return shortest(result) + ", not " + shortest(value) + " within " + shortest(bound);
}

} // namespace

class ExplanationsTest : public QObject {
    Q_OBJECT

private slots:
    /// Explains cells of a session that is edited at random, NaN included, and of the session one step before.
    void ofAnyCell() {
        Seen seen;
        for (unsigned seed = 1; seed <= 40; ++seed) {
            RandomEdits edits(seed);
            vary(edits.session, seed);
            while (firstInconsistency(edits.session)) edits.step(); // edits make it consistent
            RandomNumbers random(seed + 100);
            Engine engine(eigen());
            Session before = edits.session;
            for (int step = 0; step < 30; ++step) {
                const Session session = edits.session;
                Demand demand{{}, someCells(random, session, 0, 6), {before}};
                const auto ofBefore = someCells(random, before, 1, 2);
                demand.cells.insert(demand.cells.end(), ofBefore.begin(), ofBefore.end());
                const Frame frame = engine.answer(session, demand);
                QCOMPARE(frame.problem, std::string());
                const std::vector<Trace> traces[] = {allTraces(engine, session), allTraces(engine, before)};
                for (std::size_t i = 0; i < demand.cells.size(); ++i) {
                    const CellDemand& demanded = demand.cells[i];
                    const auto& e = frame.explanations.at(i);
                    QVERIFY(e && e->of == demanded.cell);
                    const std::string text = wrong(*e, demanded.state ? before : session, traces[demanded.state], seen);
                    QVERIFY2(text.empty(), (std::string(infoOf(e->of.stage).id) + ", seed " + std::to_string(seed) +
                                            ", step " + std::to_string(step) + ": " + text)
                                               .c_str());
                }
                before = session;
                edits.step();
            }
        }
        for (const StageInfo& info : stages()) QVERIFY2(seen.stages[info.stage] >= 20, info.id);
        for (int rule = 1; rule <= static_cast<int>(Rule::Rollout); ++rule)
            QVERIFY2(seen.rules[static_cast<Rule>(rule)] >= 20, std::to_string(rule).c_str());
        QVERIFY(seen.behindMask >= 20);
        QVERIFY(seen.cells > 8000);
        QVERIFY(seen.close > 9 * seen.cells / 10);
    }

    /// Terms are in the order in which a person would write them down.
    void terms() {
        std::mt19937 random(4);
        Session session = randomSession(random, {4, 3, 2, 2, 5});
        changing(session)->allHeads[1][Parameter::Bq] = randomMatrix(random, 1, 2);
        changing(session)->options.mask = causalMask();
        changing(session)->options.dropout = Dropout{0.5, 3};
        Engine engine(eigen());
        const Explanation q = one(engine, session, {Stage::Q, 0, 1, 2, 1});
        QCOMPARE(q.terms.size(), std::size_t{3});
        QCOMPARE(std::get<CellRef>(q.terms[2].a.at), (CellRef{Stage::X, 0, 0, 2, 2}));
        QCOMPARE(std::get<ParameterCell>(q.terms[2].b.at), (ParameterCell{Parameter::Wq, 0, 1, 2, 1}));
        QCOMPARE(std::get<ParameterCell>(q.bias.at), (ParameterCell{Parameter::Bq, 0, 1, 0, 1}));
        const Explanation weight = one(engine, session, {Stage::Weights, 0, 1, 1, 3});
        QVERIFY(weight.hiddenBy.causal && !weight.hiddenBy.given && weight.result == 0);
        QVERIFY(!weight.terms[1].isMasked && weight.terms[2].isMasked && weight.terms[3].isMasked);
        QCOMPARE(one(engine, session, {Stage::Masked, 0, 1, 1, 3}).result, -INFINITY);
        const Explanation context = one(engine, session, {Stage::Context, 0, 1, 3, 4});
        const Explanation side = one(engine, session, {Stage::Concat, 0, 0, 3, 9});
        QCOMPARE(std::get<CellRef>(side.terms[0].a.at), context.of);
        const DropoutMask drawn = drawDropout({0.5, 3}, 2, 4, 4);
        for (int key = 0; key < 4; ++key) {
            const bool isDropped = drawn.dropped[1](3, key);
            QCOMPARE(context.terms[std::size_t(key)].isMasked, isDropped);
            QCOMPARE(std::get<CellRef>(context.terms[std::size_t(key)].a.at), (CellRef{Stage::Dropped, 0, 1, 3, key}));
            QCOMPARE(one(engine, session, {Stage::Dropped, 0, 1, 3, key}).terms[0].isMasked, isDropped);
        }
    }

    void embeddings() {
        Session session = bareSession(matrixFrom("1 2; 3 4; 5 6"));
        session.text = textOf(*session.text.embeddings.matrix(), {2, 0, 2, 1, 2});
        Engine engine(eigen());
        for (const Stage stage : {Stage::X, Stage::Embeddings}) {
            const Explanation e = one(engine, session, {stage, 0, 0, 2, 1});
            QCOMPARE(e.rule, Rule::Embedding);
            QCOMPARE(e.tableRow, 2);
            QCOMPARE(e.sharedWith, (std::vector<int>{0, 4}));
            session.positions = Positions{};
        }
        const Explanation e = one(engine, session, {Stage::X, 0, 0, 2, 1});
        QCOMPARE(e.rule, Rule::Sum);
        QCOMPARE(std::get<CellRef>(e.terms[1].a.at), (CellRef{Stage::Positions, 0, 0, 2, 1}));
    }

    /// Where score times factor is beyond float32, the weights are still those of the exact product.
    void beyondFloat32() {
        Session session = bareSession(matrixFrom("1 0; 2 0; 0 1"));
        changing(session)->options.scale = {Scale::Kind::Factor, 2e38};
        Engine engine(eigen());
        const Explanation e = one(engine, session, {Stage::Weights, 0, 0, 1, 1});
        QCOMPARE(e.terms[1].a.value, std::numeric_limits<float>::infinity());
        QCOMPARE(std::get<CellRef>(e.terms[1].b.at), (CellRef{Stage::Scores, 0, 0, 1, 1}));
        QCOMPARE(e.exponent(e.terms[1]), 4 * 2e38); // a double can hold it
        QVERIFY(!e.terms[2].b.isSomewhere());
        QCOMPARE(e.terms[1].value / e.sum, 1.0);
        QCOMPARE(e.result, 1.0F);
    }

    /// A softmax before the mask is of all keys, hidden ones too: if one score is not finite, the row has no weights,
    /// whatever the mask leaves.
    void notFiniteBeforeTheMask() {
        Session session = bareSession(matrixFrom("1 0.5; inf 0.8; 0.2 -1"));
        Options options = session.layers[0].options;
        options.scale.kind = Scale::Kind::None;
        options.mask.causal = true;
        options.maskMode = MaskMode::After;
        changing(session)->options = options;
        Engine engine(eigen());
        for (int query = 0; query < 3; ++query)
            QCOMPARE(one(engine, session, {Stage::Masked, 0, 0, query, 0}).kind, RowKind::ScoreNotFinite);
        QCOMPARE(one(engine, session, {Stage::Weights, 0, 0, 0, 0}).kind, RowKind::Plain); // its own key alone
        session.text = textOf(matrixFrom("1 0.5; 3 0.8; 0.2 -1"));
        QCOMPARE(one(engine, session, {Stage::Masked, 0, 0, 1, 0}).kind, RowKind::Plain);
        session.text = textOf(matrixFrom("0; -inf; inf")); // 0 times infinity
        QCOMPARE(one(engine, session, {Stage::Masked, 0, 0, 0, 0}).kind, RowKind::ScoreNotFinite);
    }

    /// A mask after the softmax may leave next to nothing; then the weight is explained by the softmax of the allowed
    /// keys.
    void nextToNothingLeft() {
        Session session = bareSession(matrixFrom("10 0; 0 1; 0 2"));
        Options options = session.layers[0].options;
        options.scale.kind = Scale::Kind::None;
        options.mask.hidden = {0};
        options.maskMode = MaskMode::After;
        changing(session)->options = options;
        Engine engine(eigen());
        QCOMPARE(one(engine, session, {Stage::Weights, 0, 0, 1, 1}).rule, Rule::Share);
        QCOMPARE(one(engine, session, {Stage::Weights, 0, 0, 0, 1}).rule, Rule::Softmax);
        QCOMPARE(one(engine, session, {Stage::Weights, 0, 0, 0, 1}).result, 0.5F);
    }

    /// An unchanged explanation stays the same object: rows above an edited one under a causal mask, all if W_v
    /// changes.
    void whatStaysIsTheSameObject() {
        std::mt19937 random(4);
        Session session = causalLayers(random, 3);
        Demand demand;
        for (const int row : {2, 9})
            for (const Stage stage : {Stage::X, Stage::Q, Stage::Scores, Stage::Scaled, Stage::Weights})
                demand.cells.push_back(CellRef{stage, 2, 0, row, 1});
        demand.cells.push_back(CellRef{Stage::Q, 2, 7, 0, 0});
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        QVERIFY(!before.explanations.back());
        QCOMPARE(engine.answer(session, demand).explanations, before.explanations);
        session = withVector(session, 5, 0.3F);
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < 10; ++i) // hidden scores are terms of a weight, too
            QCOMPARE(after.explanations[i] == before.explanations[i], i < 4);
        session = withCell(session, {Parameter::Wv, 2, 0}, 0, 0, 7).value();
        QCOMPARE(engine.answer(session, demand).explanations, after.explanations);
    }

    /// Each is what it is alone, in any order; one that was there before is the same object; that of no cell is null.
    void severalAtOnce() {
        std::mt19937 random(4);
        const Session session = causalLayers(random, 3);
        const std::vector<CellDemand> cells{CellRef{Stage::Weights, 1, 0, 2, 3}, CellRef{Stage::Context, 0, 1, 8, 0},
                                            CellRef{Stage::Weights, 0, 1, 99, 0}, CellRef{Stage::Scores, 2, 1, 8, 1},
                                            CellRef{Stage::Weights, 1, 0, 2, 3}};
        Engine engine(eigen());
        const Frame frame = engine.answer(session, {scoresAndWeights(2, 20).maps, cells});
        QCOMPARE(frame.explanations.size(), cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto alone = Engine(eigen()).answer(session, {{}, {cells[i]}}).explanations.at(0);
            QCOMPARE(bool(frame.explanations[i]), i != 2);
            QCOMPARE(bool(alone), i != 2);
            if (alone) QVERIFY(*frame.explanations[i] == *alone);
        }
        const Frame others = engine.answer(session, {{}, {cells[3], CellRef{Stage::Weights, 0, 0, 0, 0}, cells[0]}});
        QCOMPARE(others.explanations.at(0), frame.explanations[3]);
        QCOMPARE(others.explanations.at(2), frame.explanations[0]);
    }

    /// The factor is a double: it may change where no float of the maps does.
    void theFactorIsThatOfTheSession() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 2, 3, 5});
        Engine engine(eigen());
        const CellRef cell{Stage::Scaled, 0, 1, 2, 3};
        const Explanation before = one(engine, session, cell);
        QVERIFY(std::abs(before.factor - 1 / std::sqrt(3.0)) < 1e-15);
        changing(session)->options.temperature = 1 + 1e-12;
        const Explanation now = one(engine, session, cell);
        QVERIFY(now.factor != before.factor && sameBits(now.result, before.result));
    }

    /// An explanation reads a row or a column at a time, whatever the size.
    void littleIsRead() {
        std::mt19937 random(4);
        Session session = causalLayers(random, 3);
        session.positions = Positions{};
        const auto updates = std::make_shared<Updates>();
        const auto reads = std::make_shared<std::vector<Read>>();
        Engine engine(std::make_unique<RecordingBackend>(updates, reads));
        for (int layer = 0; layer < 3; ++layer)
            for (const StageInfo& info : stages()) {
                if (!hasStage(info.stage, session, layer)) continue;
                reads->clear();
                one(engine, session, {info.stage, layer, 0, 1, 1});
                for (const Read& read : *reads) {
                    QVERIFY2(read.what != Read::What::Extent, info.id);
                    QVERIFY2(read.what == Read::What::Tile ? read.area.width == 1 : read.area.rows == 1, info.id);
                }
                QVERIFY2(reads->size() <= (info.stage == Stage::Weights ? 5 : 4), info.id); // its mask, too
            }
    }
};

QTEST_APPLESS_MAIN(ExplanationsTest)
#include "tst_explanations.moc"
