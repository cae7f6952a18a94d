// Every number is the same, bit for bit, whatever the number of threads, on each target.
#include "base/parallel.h"
#include "core/io/exampleFiles.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/targets.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr double kAnyWork = 0; ///< any work is shared

Frame frameOf(Engine& engine, int threads, const Session& session, const Demand& demand) {
    setComputingThreads(threads, kAnyWork);
    return engine.answer(session, demand);
}

} // namespace

class ThreadsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(true); }
    void init() { useTarget(); }
    void cleanup() { setComputingThreads(0); }

    void examples_data() { addExamples(); }
    void examples() {
        QFETCH(QString, name);
        const Session session = exampleSession(name.toStdString());
        Engine one(eigen()), three(eigen());
        const Demand demand = everything(session);
        const std::string text = difference(frameOf(three, 3, session, demand), frameOf(one, 1, session, demand));
        QVERIFY2(text.empty(), text.c_str());
    }

    /// Engines that are kept, each with its number of threads, give what a new one computes, after all kinds of edits,
    /// poolings, masks and normalisations. HEADLIGHT_SEED is the first of 20 seeds.
    void randomEdits_data() {
        QTest::addColumn<unsigned>("seed");
        const auto first = unsigned(std::max(1, qEnvironmentVariableIntValue("HEADLIGHT_SEED")));
        for (unsigned seed = first; seed < first + 20; ++seed) QTest::newRow(std::to_string(seed).c_str()) << seed;
    }
    void randomEdits() {
        QFETCH(unsigned, seed);
        QFETCH_GLOBAL(QString, target);
        RandomEdits edits(seed);
        Engine one(eigen()), two(eigen()), three(eigen());
        std::string history;
        for (int step = 0; step < 50; ++step) {
            Engine fresh(eigen());
            const Frame expected = frameOf(fresh, 1, edits.session, edits.demand);
            for (const auto& [engine, threads] : {std::pair(&one, 1), std::pair(&two, 2), std::pair(&three, 3)}) {
                const std::string text = difference(frameOf(*engine, threads, edits.session, edits.demand), expected);
                QVERIFY2(text.empty(), (std::to_string(threads) + " threads, step " + std::to_string(step) + ": " +
                                        text + "\nafter" + history)
                                           .c_str());
            }
            history += "\n" + edits.step();
            ++edits_[target];
        }
    }

    /// Frames are stopped in the middle, while threads are computing heads.
    void stoppedFramesLeaveNothing() {
        std::mt19937 random(5);
        for (unsigned seed = 1; seed <= 10; ++seed) {
            RandomEdits edits(seed);
            Engine one(eigen()), three(eigen());
            for (int step = 0; step < 20; ++step) {
                auto left = random() % 4;
                setComputingThreads(3, kAnyWork);
                three.answer(edits.session, edits.demand, [&](double) { return left-- > 0; });
                const std::string text = difference(frameOf(three, 3, edits.session, edits.demand),
                                                    frameOf(one, 1, edits.session, edits.demand));
                QVERIFY2(text.empty(), text.c_str());
                edits.step();
            }
        }
    }

    /// Rollouts are stopped between any two blocks of rows, on one thread, and computed on three.
    void rolloutsAreStopped() {
        std::mt19937 random(4);
        Session session = randomSession(random, {150, 4, 2, 3, 2});
        session.layers.push_back(session.layers[0]);
        const Demand demand{{{Stage::Rollout, 1, 0, {}, 150, 150}, {Stage::Product, 1, 0, {}, 150, 150}}};
        Engine engine(eigen());
        int asks = 0;
        for (bool isStopped = true; isStopped; ++asks) {
            changing(session)->allHeads[0][Parameter::Wq] = randomMatrix(random, 4, 3);
            setComputingThreads(1, kAnyWork);
            const Frame expected = Engine(eigen()).answer(session, demand);
            isStopped =
                !engine.answer(session, demand, [left = asks](double) mutable { return left-- > 0; }).problem.empty();
            const std::string text = difference(frameOf(engine, 3, session, demand), expected);
            QVERIFY2(text.empty(), text.c_str());
        }
        QVERIFY(asks > 2 * 2 * 4); // blocks of 48 rows: two stages of two layers
    }

    /// There are enough rows for blocks of several threads.
    void longSentences() {
        std::mt19937 random(3);
        Session session = randomSession(random, {300, 16, 2, 8, 5});
        Demand demand = scoresAndWeights(2, 37);
        demand.others = {session};
        for (std::size_t map = 0; map < 2; ++map) {
            demand.maps.push_back(demand.maps[map]);
            demand.maps.back().state = 1;
            demand.maps.back().isDifference = true;
        }
        Engine one(eigen()), three(eigen());
        for (int step = 0; step < 20; ++step) {
            const std::string text = difference(frameOf(three, 3, session, demand), frameOf(one, 1, session, demand));
            QVERIFY2(text.empty(), text.c_str());
            Matrix m = *session.layers[0].allHeads[step % 2][Parameter::Wq].kept;
            m(step % 16, 1) += 1;
            changing(session)->allHeads[step % 2][Parameter::Wq] = std::move(m);
            if (step % 5 == 4) changing(session)->options.temperature = 1 + step;
        }
    }

    void cleanupTestCase() {
        for (const auto& [target, count] : edits_) qInfo("edits: %d on %s", count, qPrintable(target));
    }

private:
    std::map<QString, int> edits_; ///< number of edits in randomEdits() on each target
};

QTEST_GUILESS_MAIN(ThreadsTest)
#include "tst_threads.moc"
