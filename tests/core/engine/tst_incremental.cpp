// Tests the main property: after any sequence of edits the Engine's Frame is that of a new Engine, bit for bit.
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/RandomEdits.h"
#include "support/RecordingBackend.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/projections.h"
#include "support/targets.h"

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

class IncrementalTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(true); }
    void init() { useTarget(); }

    void randomEdits_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 120; ++seed) QTest::newRow(std::to_string(seed).c_str()) << seed;
    }
    void randomEdits() {
        QFETCH(unsigned, seed);
        RandomEdits edits(seed);
        Engine engine(eigen());
        std::string history;
        for (int step = 0; step < 60; ++step) {
            const Frame frame = engine.answer(edits.session, edits.demand);
            const Frame fresh = Engine(eigen()).answer(edits.session, edits.demand);
            QCOMPARE(fresh.problem, std::string());
            const std::string text = difference(frame, fresh);
            QVERIFY2(text.empty(), ("step " + std::to_string(step) + ": " + text + "\nafter" + history).c_str());
            history += "\n" + edits.step();
        }
    }

    /// Answers that are stopped somewhere in between leave no trace in those after them.
    void stoppedAnswers_data() { randomEdits_data(); }
    void stoppedAnswers() {
        QFETCH(unsigned, seed);
        RandomEdits edits(seed);
        std::mt19937 random(seed);
        Engine engine(eigen());
        std::string history;
        for (int step = 0; step < 40; ++step) {
            auto left = random() % 6;
            const bool isWhole =
                engine.answer(edits.session, edits.demand, [&](double) { return left-- > 0; }).problem.empty();
            const Frame frame = random() % 2 == 0 ? engine.answer(edits.session, edits.demand) : Frame();
            if (!frame.tiles.empty()) {
                const Frame fresh = Engine(eigen()).answer(edits.session, edits.demand);
                const std::string text = difference(frame, fresh);
                QVERIFY2(text.empty(), ("step " + std::to_string(step) + ": " + text + "\nafter" + history).c_str());
            }
            history += (isWhole ? "\n" : "\nstopped, ") + edits.step();
        }
    }

    /// Sentences are so long that most of a row survives an edit, and everything is pooled.
    void longSentences_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<int>("mask");
        for (unsigned seed = 1; seed <= 3; ++seed)
            for (int mask = 0; mask < kMaskSorts; ++mask) QTest::addRow("%u, mask %d", seed, mask) << seed << mask;
    }
    void longSentences() {
        QFETCH(unsigned, seed);
        QFETCH(int, mask);
        std::mt19937 random(seed);
        Session session = randomSession(random, {300, 16, 2, 8, 5});
        changing(session)->options.mask = maskOf(random, mask, 300, 300);
        const Demand demand = scoresAndWeights(2, 37);
        Engine engine(eigen());
        engine.answer(session, demand);
        for (int step = 0; step < 40; ++step) {
            Matrix x = *session.text.embeddings.matrix();
            for (unsigned edit = 0; edit < 1 + random() % 3; ++edit)
                x(static_cast<Index>(random() % 300),
                  static_cast<Index>(random() % 16)) = randomMatrix(random, 1, 1, step % 10 == 5 ? 1e4F : 2.0F)(0, 0);
            session.text.embeddings = x;
            const Frame fresh = Engine(eigen()).answer(session, demand);
            const std::string text = difference(engine.answer(session, demand), fresh);
            QVERIFY2(text.empty(), ("step " + std::to_string(step) + ": " + text).c_str());
        }
    }

    /// Only maps computed from W_o change with it; those of the heads remain the same objects.
    void anEditOfTheOutputWeightsChangesItsMap() {
        std::mt19937 random(5);
        Session session = randomSession(random, {6, 3, 2, 3, 4});
        changing(session)[Parameter::Wo] = randomMatrix(random, 8, 5);
        Demand demand = scoresAndWeights(2, 100);
        demand.maps.push_back({Stage::Concat, 0, 0, {}, 100, 100});
        demand.maps.push_back({Stage::Output, 0, 0, {}, 100, 100});
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        Matrix wo = *session.layers[0][Parameter::Wo];
        wo(3, 2) += 1;
        changing(session)[Parameter::Wo] = wo;
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < demand.maps.size(); ++i)
            QCOMPARE(after.tiles[i] == before.tiles[i], demand.maps[i].stage != Stage::Output);
        const auto changed = (after.tiles.back()->values - before.tiles.back()->values).cwiseAbs().colwise().maxCoeff();
        for (Index col = 0; col < 5; ++col) QCOMPARE(changed(col) > 0, col == 2);
    }

    void editOfOneHeadLeavesTheOthers_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("scoresStay");
        QTest::newRow("W_q") << "W_q" << false;
        QTest::newRow("W_k") << "W_k" << false;
        QTest::newRow("b_q") << "b_q" << false;
        QTest::newRow("W_v") << "W_v" << true; // neither scores nor weights depend on V
    }
    void editOfOneHeadLeavesTheOthers() {
        QFETCH(QString, what);
        QFETCH(bool, scoresStay);
        std::mt19937 random(7);
        Session session = randomSession(random, {12, 5, 3, 4, 4});
        const Demand demand = scoresAndWeights(3, 100);
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        const Parameter edited = what == "W_q" ? Parameter::Wq : what == "W_k" ? Parameter::Wk : Parameter::Wv;
        Matrix w = *session.layers[0].allHeads[1][edited];
        w(1, 1) += 1;
        if (what == "b_q")
            changing(session)->allHeads[1][Parameter::Bq] = Matrix(Matrix::Ones(1, 4));
        else
            changing(session)->allHeads[1][edited] = w;
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < demand.maps.size(); ++i)
            QCOMPARE(after.tiles[i] == before.tiles[i], demand.maps[i].head != 1 || scoresStay);
    }

    void optionsLeaveTheScores() {
        std::mt19937 random(8);
        Session session = randomSession(random, {12, 5, 2, 4, 4});
        const Demand demand = scoresAndWeights(2, 100);
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        changing(session)->options.mask.causal = true;
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < demand.maps.size(); ++i)
            QCOMPARE(after.tiles[i] == before.tiles[i], demand.maps[i].stage == Stage::Scores);
    }

    /// Equal numbers in new blocks are no change; neither is a repeated demand.
    void equalRowsAreNoChange() {
        std::mt19937 random(9);
        Session session = randomSession(random, {12, 5, 2, 4, 4});
        Demand demand = scoresAndWeights(2, 100);
        demand.cells = {CellRef{Stage::Weights, 0, 1, 2, 3}};
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        session.text.embeddings = Matrix(*session.text.embeddings.matrix());
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < demand.maps.size(); ++i) QVERIFY(after.tiles[i] == before.tiles[i]);
        QVERIFY(after.explanations.at(0) == before.explanations.at(0));
    }

    /// An explained context cell names its own row of the context, an explained weight none; no other row is computed
    /// while the explanation stays.
    void aCellThatStaysComputesNoOtherRow() {
        std::mt19937 random(14);
        const Session session = randomSession(random, {12, 5, 2, 4, 4});
        const Session edited = *withCell(session, {Parameter::Wv, 0, 0}, 1, 1, 3); // of the first head
        for (const auto& [stage, ofContext] : {std::pair{Stage::Weights, IndexSet()}, {Stage::Context, {false, {2}}}}) {
            Demand demand = scoresAndWeights(2, 100);
            demand.cells = {CellRef{stage, 0, 1, 2, 3}};
            const auto updates = std::make_shared<Updates>();
            Engine engine(std::make_unique<RecordingBackend>(updates));
            const Frame before = engine.answer(session, demand);
            QCOMPARE(updates->back().heads[1].rows[Stage::Context], ofContext);
            const Frame after = engine.answer(edited, demand);
            QVERIFY(after.explanations.at(0) == before.explanations.at(0));
            for (const StageInfo& info : stages())
                QCOMPARE(updates->back().heads[1].rows[info.stage],
                         info.stage == Stage::Context ? ofContext : IndexSet());
        }
    }

    /// Two demands alternate, as when one of them is deferred until the other is answered.
    void whatIsDemandedInTurnsIsKept() {
        std::mt19937 random(10);
        Session session = randomSession(random, {12, 5, 2, 4, 4});
        const Demand first = scoresAndWeights(2, 100);
        Demand all = first;
        for (const int head : {0, 1}) all.maps.push_back({Stage::Q, 0, head, {}, 4, 4});
        Engine engine(eigen());
        Frame before = engine.answer(session, all);
        for (int edit = 0; edit < 3; ++edit) {
            session = *withCell(session, {Parameter::Wq, 0, 0}, 0, 0, float(edit + 7));
            for (int again = 0; again < 2; ++again) engine.answer(session, first);
            const Frame after = engine.answer(session, all);
            const std::size_t later = first.maps.size();
            QVERIFY(after.tiles[later] != before.tiles[later]);
            QVERIFY(after.tiles[later + 1] == before.tiles[later + 1]); // the second head's
            before = after;
        }
    }

    /// Under causal masks only later tokens see a token, through any number of layers; so rows before it neither change
    /// nor are computed again.
    void causalLayersLookBack_data() {
        QTest::addColumn<int>("token");
        for (int token = 0; token < 12; ++token) QTest::addRow("token %d of 12", token) << token;
    }
    void causalLayersLookBack() {
        QFETCH(int, token);
        std::mt19937 random(11);
        const Session session = causalLayers(random, 3), edited = withVector(session, token, 0.75F);
        const Demand demand = everything(session);
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        const Frame before = engine.answer(session, demand);
        updates->clear();
        const Frame after = engine.answer(edited, demand);
        QCOMPARE(difference(after, Engine(eigen()).answer(edited, demand)), std::string());

        for (std::size_t i = 0; i < demand.maps.size(); ++i) {
            const Matrix &was = before.tiles[i]->values, &is = after.tiles[i]->values;
            const Stage stage = demand.maps[i].stage;
            const bool isUnmasked = stage == Stage::Scores || stage == Stage::Scaled; // of later keys, too
            const Index cols = isUnmasked ? token : is.cols();
            QVERIFY2(sameBits(Matrix(was.topLeftCorner(token, cols)), Matrix(is.topLeftCorner(token, cols))),
                     nameOf(demand.maps[i]).c_str());
            QVERIFY2(!sameBits(was, is), nameOf(demand.maps[i]).c_str());
        }

        QCOMPARE(updates->size(), std::size_t{3});
        for (std::size_t l = 0; l < 3; ++l)
            for (const HeadUpdate& head : (*updates)[l].heads)
                for (const Projection& p : kProjections) {
                    const IndexSet& rows = head.rows[p.stage];
                    std::vector<Index> expected{token};
                    for (Index row = token + 1; l > 0 && row < 12; ++row) expected.push_back(row);
                    QVERIFY(!rows.all);
                    QCOMPARE(rows.items, expected);
                }
    }

    /// Stages that nobody looks at are not computed, and do not count as computed later.
    void outputsThatWereNotLookedAt() {
        std::mt19937 random(12);
        Session session = causalLayers(random, 1);
        changing(session)[Parameter::Wo] = randomMatrix(random, 4, 3);
        const Demand concat{{{Stage::Concat, 0, 0, {}, 200, 200}}, {}},
            output{{{Stage::Output, 0, 0, {}, 200, 200}}, {}};
        Engine engine(eigen());
        engine.answer(session, output);
        for (const Index token : {8, 9, 11}) { // each edit changes fewer rows than the one before
            session = withVector(session, token, 2);
            engine.answer(session, concat);
        }
        QCOMPARE(difference(engine.answer(session, output), Engine(eigen()).answer(session, output)), std::string());
    }

    /// After an edit of a layer the maps of the layers below remain the same objects.
    void layersBelowStay_data() {
        QTest::addColumn<int>("layer");
        for (int layer = 0; layer < 3; ++layer) QTest::addRow("layer %d", layer + 1) << layer;
    }
    void layersBelowStay() {
        QFETCH(int, layer);
        std::mt19937 random(13);
        Session session = causalLayers(random, 3);
        const Demand demand = everything(session);
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        changeParameter(session, {Parameter::Wv, layer, 1}, [](ParameterValue& wv) { wv = Matrix(2 * *wv); });
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < demand.maps.size(); ++i) {
            const MapDemand& map = demand.maps[i];
            const StageInfo& info = infoOf(map.stage);
            const bool isJoined = info.scope == Scope::Layer && info.fromScores &&
                                  info.dependsOn == RulePart::Dropout && !info.isRollout;
            const bool isMade = map.stage == Stage::V || map.stage == Stage::Context;
            const bool changes = map.layer > layer || (map.layer == layer && ((isMade && map.head == 1) ||
                                                                              isJoined)); // rollouts: the weights only
            QVERIFY2((after.tiles[i] == before.tiles[i]) != changes, nameOf(map).c_str());
        }
    }

    void anEditOfTheOutputBias() {
        std::mt19937 random(16);
        Session session = randomSession(random, {6, 3, 2, 3, 4});
        changing(session)[Parameter::Wo] = randomMatrix(random, 8, 5);
        changing(session)[Parameter::Bo] = randomMatrix(random, 1, 5);
        const Demand demand = everything(session);
        Engine engine(eigen());
        engine.answer(session, demand);
        changing(session)[Parameter::Bo] = randomMatrix(random, 1, 5);
        QCOMPARE(difference(engine.answer(session, demand), Engine(eigen()).answer(session, demand)), std::string());
    }

    /// A layer does not compute its input, but a map that is compared with it needs its present rows.
    void anInputThatIsOnlyComparedWith() {
        std::mt19937 random(15);
        const Session session = causalLayers(random, 2);
        Demand demand{{{Stage::X, 1, 0, {}, 100, 100}}, {}, {session}};
        demand.maps[0].state = 1;
        Engine engine(eigen());
        engine.answer(session, demand);
        demand.maps[0].isDifference = true;
        demand.others[0] = withVector(session, 3, 0.5F);
        QCOMPARE(difference(engine.answer(session, demand), Engine(eigen()).answer(session, demand)), std::string());
    }
};

QTEST_APPLESS_MAIN(IncrementalTest)
#include "tst_incremental.moc"
