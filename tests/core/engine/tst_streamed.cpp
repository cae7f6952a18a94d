// Answers without stored scores have the same bits as those with stored scores.
#include "backend/cpu/CpuBackend.h"
#include "base/parallel.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/RecordingBackend.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/openedTraces.h"
#include "support/targets.h"

#include <QTest>

#include <array>

using namespace headlight;
using namespace headlight::testing;

namespace {

Frame within(double memory, Engine& engine, const Session& session, const Demand& demand, const Watch& watch = {}) {
    setScoreMemory(memory);
    Frame frame = engine.answer(session, demand, watch);
    setScoreMemory();
    return frame;
}

} // namespace

class StreamedTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(true); }
    void init() { useTarget(); }
    void cleanup() { setComputingThreads(0); }

    void randomEdits_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 60; ++seed) QTest::newRow(std::to_string(seed).c_str()) << seed;
    }
    /// Some answers are stopped in between.
    void randomEdits() {
        QFETCH(unsigned, seed);
        RandomEdits edits(seed);
        std::mt19937 random(seed);
        Engine engine(eigen());
        std::string history;
        for (int step = 0; step < 40; ++step) {
            if (auto left = random() % 12; left < 8)
                within(0, engine, edits.session, edits.demand, [&](double) { return left-- > 0; });
            const Frame frame = within(0, engine, edits.session, edits.demand);
            const Frame stored = Engine(eigen()).answer(edits.session, edits.demand);
            QCOMPARE(stored.problem, std::string());
            const std::string text = difference(frame, stored);
            QVERIFY2(text.empty(), ("step " + std::to_string(step) + ": " + text + "\nafter" + history).c_str());
            history += "\n" + edits.step();
        }
    }

    void thereMayBeNoKeys() {
        std::mt19937 random(3);
        Session session = randomSession(random, {9, 4, 2, 3, 4});
        session.source = session.text;
        while (session.source->tokens->count() > 0) eraseToken(*session.source, 0);
        Demand demand;
        for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Context, Stage::Concat})
            demand.maps.push_back({stage, 0, 0, {}, 9, 9});
        Engine stored(eigen()), streamed(eigen());
        QCOMPARE(difference(within(0, streamed, session, demand), stored.answer(session, demand)), std::string());
    }

    /// The limit crosses what an engine needs between any two answers, one of which may have been stopped.
    void theLimitChanges() {
        for (unsigned seed = 1; seed <= 10; ++seed) {
            RandomEdits edits(seed);
            std::mt19937 random(seed);
            Engine engine(eigen());
            for (int step = 0; step < 20; ++step) {
                const auto limit = [&] { return random() % 2 ? kScoreMemory : 0; };
                if (auto left = random() % 12; left < 4)
                    within(limit(), engine, edits.session, edits.demand, [&](double) { return left-- > 0; });
                const Frame frame = within(limit(), engine, edits.session, edits.demand);
                const std::string text = difference(frame, Engine(eigen()).answer(edits.session, edits.demand));
                QVERIFY2(text.empty(), ("step " + std::to_string(step) + ": " + text).c_str());
                if (random() % 3) edits.step(); // otherwise only the limit changes
            }
        }
    }

    /// Answers do not depend on the number of threads, now or when the engine began.
    void threads_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 101; seed <= 115; ++seed) QTest::newRow(std::to_string(seed).c_str()) << seed;
    }
    void threads() {
        QFETCH(unsigned, seed);
        RandomEdits edits(seed);
        std::array engines{Engine(eigen()), Engine(eigen()), Engine(eigen())};
        std::string history;
        for (int step = 0; step < 30; ++step) {
            setComputingThreads(1);
            const Frame stored = Engine(eigen()).answer(edits.session, edits.demand);
            for (std::size_t e = 0; e < engines.size(); ++e) {
                setComputingThreads(static_cast<int>(step % 10 == 9 ? 3 - e : e + 1), 0);
                const std::string text = difference(within(0, engines[e], edits.session, edits.demand), stored);
                QVERIFY2(text.empty(), (std::to_string(computingThreads()) + " threads, step " + std::to_string(step) +
                                        ": " + text + "\nafter" + history)
                                           .c_str());
            }
            history += "\n" + edits.step();
        }
    }

    /// Traces that are read some rows at a time equal whole ones, also with a backend that stores all scores.
    void traces() {
        for (unsigned seed = 1; seed <= 30; ++seed) {
            RandomEdits edits(seed);
            edits.step();
            const Session& session = edits.session;
            const int last = static_cast<int>(session.layers.size()) - 1, first = last > 1 ? 1 : 0;
            Engine engine(eigen()), keeping(std::make_unique<RecordingBackend>(std::make_shared<Updates>()));
            const auto whole = engine.traces(session, first, last, {});
            QVERIFY(whole.ok());
            for (Engine* one : {&engine, &keeping}) {
                const auto opened = one->openTraces(session, first, last, {});
                QVERIFY(opened.ok());
                const std::string text = difference(**opened, *whole);
                QVERIFY2(text.empty(), text.c_str());
            }
        }
    }

    /// If a backend that does not stream refuses a demand, it releases the scores that it had.
    void whatIsRefusedKeepsNothing() {
        std::mt19937 random(3);
        const Session session = randomSession(random, {9, 4, 2, 3, 5});
        const Demand demand = scoresAndWeights(2, 9);
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        QCOMPARE(within(kScoreMemory, engine, session, demand).problem, std::string());
        QVERIFY(within(1, engine, session, demand).problem.find("Show fewer heads") != std::string::npos);
        updates->clear();
        QCOMPARE(within(kScoreMemory, engine, session, demand).problem, std::string());
        QVERIFY(updates->at(0).heads.at(0).rows[Stage::Scores].all);
    }

    /// Sentences are longer than a block of rows, so that rows are kept after an edit, everything is pooled, and there
    /// are blocks for one to three threads.
    void longSentences_data() {
        QTest::addColumn<int>("mask");
        for (int mask = 0; mask < kMaskSorts; ++mask) QTest::addRow("mask %d", mask) << mask;
    }
    void longSentences() {
        QFETCH(int, mask);
        std::mt19937 random(3);
        Session session = randomSession(random, {300, 16, 2, 8, 5});
        changing(session)->options.mask = maskOf(random, mask, 300, 300);
        for (const Pooling pooling : {Pooling::LargestMagnitude, Pooling::Maximum, Pooling::Mean}) {
            Demand demand = scoresAndWeights(2, 37);
            for (MapDemand& map : demand.maps) map.pooling = pooling;
            Engine engine(eigen());
            setComputingThreads(3, 0);
            within(0, engine, session, demand);
            for (int step = 0; step < 15; ++step) {
                Matrix x = *session.text.embeddings.matrix();
                for (unsigned edit = 0; edit < 1 + random() % 3; ++edit)
                    x(static_cast<Index>(random() % 300), static_cast<Index>(random() % 16)) = randomMatrix(
                        random, 1, 1, step % 5 == 4 ? 1e4F : 2.0F)(0, 0);
                session.text.embeddings = x;
                setComputingThreads(1);
                const Frame stored = Engine(eigen()).answer(session, demand);
                setComputingThreads(1 + step % 3, 0);
                const std::string text = difference(within(0, engine, session, demand), stored);
                QVERIFY2(text.empty(), ("step " + std::to_string(step) + ": " + text).c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(StreamedTest)
#include "tst_streamed.moc"
