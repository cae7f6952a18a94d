// The property, forever: after any sequence of edits the Engine's Frame is that of a fresh Engine, bit for bit.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/frames.h"

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::unique_ptr<Backend> eigen() { return makeBackend(kDefaultBackend).value(); }

Demand scoresAndWeights(int heads, int pixels) {
    Demand demand;
    for (int h = 0; h < heads; ++h)
        for (const Stage stage : {Stage::Scores, Stage::Weights})
            demand.maps.push_back({stage, 0, h, {}, pixels, pixels});
    return demand;
}

} // namespace

class IncrementalTest : public QObject {
    Q_OBJECT

private slots:
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

    /// Larger, so that most of a row survives an edit, and everything is pooled.
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
        Options& options = session.layers[0].options;
        options.mask = maskOf(random, mask, 300, 300);
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

    /// Only the maps that W_o makes follow it; those of the heads are the objects that they were.
    void anEditOfTheOutputWeightsChangesItsMap() {
        std::mt19937 random(5);
        Session session = randomSession(random, {6, 3, 2, 3, 4});
        session.layers[0][Parameter::Wo] = randomMatrix(random, 8, 5);
        Demand demand = scoresAndWeights(2, 100);
        demand.maps.push_back({Stage::Concat, 0, 0, {}, 100, 100});
        demand.maps.push_back({Stage::Output, 0, 0, {}, 100, 100});
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        Matrix wo = *session.layers[0][Parameter::Wo];
        wo(3, 2) += 1;
        session.layers[0][Parameter::Wo] = wo;
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
        QTest::newRow("W_v") << "W_v" << true; // neither scores nor weights look at V
    }
    void editOfOneHeadLeavesTheOthers() {
        QFETCH(QString, what);
        QFETCH(bool, scoresStay);
        std::mt19937 random(7);
        Session session = randomSession(random, {12, 5, 3, 4, 4});
        const Demand demand = scoresAndWeights(3, 100);
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        Head& head = session.layers[0].heads[1];
        if (what == "b_q") head[Parameter::Bq] = Matrix(Matrix::Ones(1, 4));
        FrozenMatrix& edited = what == "W_q"   ? head[Parameter::Wq]
                               : what == "W_k" ? head[Parameter::Wk]
                                               : head[Parameter::Wv];
        if (what != "b_q") {
            Matrix w = *edited;
            w(1, 1) += 1;
            edited = w;
        }
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
        session.layers[0].options.mask.causal = true;
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < demand.maps.size(); ++i)
            QCOMPARE(after.tiles[i] == before.tiles[i], demand.maps[i].stage == Stage::Scores);
    }

    /// The same numbers in other blocks are no change; neither is asking twice.
    void equalRowsAreNoChange() {
        std::mt19937 random(9);
        Session session = randomSession(random, {12, 5, 2, 4, 4});
        Demand demand = scoresAndWeights(2, 100);
        demand.cell = CellRef{0, 1, 2, 3};
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        session.text.embeddings = Matrix(*session.text.embeddings.matrix());
        const Frame after = engine.answer(session, demand);
        for (std::size_t i = 0; i < demand.maps.size(); ++i) QVERIFY(after.tiles[i] == before.tiles[i]);
        QVERIFY(after.cell == before.cell);
    }

    void typedWordAndBack() {
        std::mt19937 random(10);
        Session session = randomSession(random, {40, 5, 2, 4, 4});
        const Demand demand = scoresAndWeights(2, 17);
        Engine engine(eigen());
        const Frame before = engine.answer(session, demand);
        Session longer = session;
        Tokens tokens = *session.text.tokens;
        tokens.ids.push_back(3);
        tokens.texts.push_back(tokenName(3));
        longer.text.tokens = tokens;
        QVERIFY(!difference(engine.answer(longer, demand), before).empty());
        const std::string text = difference(engine.answer(session, demand), before);
        QVERIFY2(text.empty(), text.c_str());
    }
};

QTEST_APPLESS_MAIN(IncrementalTest)
#include "tst_incremental.moc"
