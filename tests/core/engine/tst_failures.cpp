// A call of the backend may fail at any point: the Frame says so, and the next answer is right again.
#include "base/LeavableThread.h"
#include "engine/GuardedEngine.h"
#include "support/FailingBackend.h"
#include "support/RandomEdits.h"
#include "support/changing.h"
#include "support/frames.h"

#include <QTest>

#include <algorithm>
#include <thread>

using namespace headlight;
using namespace headlight::testing;

class FailuresTest : public QObject {
    Q_OBJECT

private slots:
    /// Threads that did not come back in time have ended by now, and are joined.
    void cleanup() { QTRY_COMPARE(threadsLeftBehind(), 0); }

    void anyCallMayFail_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("said");
        QTest::newRow("an error") << int(Failure::Kind::Error) << "could not be computed (the device is gone)";
        QTest::newRow("no memory") << int(Failure::Kind::NoMemory) << "not enough memory";
        QTest::newRow("a problem") << int(Failure::Kind::Problem) << "could not be computed (the device is gone)";
        QTest::newRow("something else") << int(Failure::Kind::Other) << "could not be computed.";
    }
    void anyCallMayFail() {
        QFETCH(int, kind);
        QFETCH(QString, said);
        int failed = 0;
        for (unsigned seed = 1; seed <= 12; ++seed) {
            RandomEdits edits(seed);
            const auto failure = std::make_shared<Failure>();
            failure->kind = static_cast<Failure::Kind>(kind);
            failure->times = failure->kind == Failure::Kind::NoMemory ? 1000 : 1; // no second try
            Engine engine(std::make_unique<FailingBackend>(failure));
            for (int step = 1; step <= 40; ++step) {
                failure->calls = 0;
                failure->at = 1 + step % 4; // from the first call to one that few answers need
                const Frame frame = engine.answer(edits.session, edits.demand);
                const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
                if (frame.problem.empty()) {
                    QCOMPARE(difference(frame, fresh), std::string());
                } else {
                    ++failed;
                    QVERIFY2(QString::fromStdString(frame.problem).contains(said), frame.problem.c_str());
                    QVERIFY(frame.tiles.empty() && frame.explanations.empty());
                    failure->at = 0;
                    QCOMPARE(difference(engine.answer(edits.session, edits.demand), fresh), std::string());
                }
                edits.step();
            }
        }
        QVERIFY2(failed > 80, std::to_string(failed).c_str());
    }

    /// If there is a fallback, its answer is given, with a notice.
    void anotherTakesOver_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("why");
        QTest::newRow("an error") << int(Failure::Kind::Error) << " (the device is gone)";
        QTest::newRow("no memory where there should be") << int(Failure::Kind::NoMemory) << " (not enough memory)";
        QTest::newRow("something else") << int(Failure::Kind::Other) << "";
        QTest::newRow("a problem") << int(Failure::Kind::Problem) << " (the device is gone)";
        QTest::newRow("no answer") << int(Failure::Kind::Never) << " (no answer for 200 ms)";
    }
    void anotherTakesOver() {
        QFETCH(int, kind);
        QFETCH(QString, why);
        const std::string notice = "A frail backend has failed" + why.toStdString() + ". Headlight now computes with " +
                                   makeBackend(kDefaultBackend).value()->description() + ".";
        for (int at = 1; at <= 3; ++at) {
            RandomEdits edits(3);
            edits.demand.cells = {CellRef{}};
            const auto failure = std::make_shared<Failure>();
            failure->kind = static_cast<Failure::Kind>(kind);
            failure->at = at;
            failure->times = failure->kind == Failure::Kind::NoMemory ? 1000 : 1;
            GuardedEngine engine(std::make_unique<FailingBackend>(failure), makeBackend(kDefaultBackend).value());
            if (failure->kind == Failure::Kind::Never) engine.setPatience(std::chrono::milliseconds(200));
            int notices = 0;
            for (int step = 0; step < 5; ++step) {
                const Frame frame = engine.answer(edits.session, edits.demand);
                const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
                QCOMPARE(difference(frame, fresh), std::string());
                if (!frame.notice.empty()) {
                    ++notices;
                    QCOMPARE(frame.notice, notice);
                }
                edits.step();
                edits.demand.cells = {CellRef{}};
            }
            failure->end();
            QCOMPARE(notices, 1);
            QVERIFY(engine.backendText() != "A frail backend");
        }
    }

    /// An answer on a thread of its own reports progress and stops as on the caller's thread.
    void answersAreToldAndStopped() {
        std::mt19937 random(4);
        const Session session = randomSession(random, {9, 4, 3, 3, 5}), edited = randomSession(random, {8, 4, 3, 3, 5});
        const Demand demand = scoresAndWeights(3, 9);
        GuardedEngine engine(std::make_unique<FailingBackend>(std::make_shared<Failure>()),
                             makeBackend(kDefaultBackend).value());
        const auto here = std::this_thread::get_id();
        std::vector<double> told;
        const auto tell = [&](double part) { return told.push_back(part), std::this_thread::get_id() == here; };
        QCOMPARE(engine.answer(session, demand, tell).problem, std::string());
        QVERIFY(told.size() > 2 && std::ranges::is_sorted(told) && told.front() == 0 && told.back() <= 1);
        int steps = 0;
        const auto stop = [&](double) { return ++steps < 2; };
        QCOMPARE(engine.answer(edited, demand, stop).problem, std::string("Cancelled"));
        QCOMPARE(steps, 2);
        QCOMPARE(engine.backendText(), std::string("A frail backend"));
    }

    /// Too little memory for maps that the backend never held is no failure: the next maps may need less.
    void notEnoughMemoryIsNoFailure() {
        RandomEdits edits(3);
        edits.demand = {{{Stage::Scores, 0, 0, {}, 9, 9}}, {}};
        const auto failure = std::make_shared<Failure>();
        failure->kind = Failure::Kind::NoMemory;
        failure->at = 1;
        failure->times = 1000;
        failure->scoresBytes = 1e9;
        GuardedEngine engine(std::make_unique<FailingBackend>(failure), makeBackend(kDefaultBackend).value());
        const auto answer = [&] { return engine.answer(edits.session, edits.demand); };
        for (int time = 0; time < 3; ++time) {
            const Frame frame = answer();
            QCOMPARE(frame.problem, std::string("There is not enough memory for these maps. Shorten the sentence or "
                                                "show fewer heads."));
            QCOMPARE(frame.backend + frame.notice, std::string("A frail backend"));
        }
        QCOMPARE(engine.backendText(), std::string("A frail backend"));
        failure->at = 0;
        QCOMPARE(answer().problem, std::string());
        failure->calls = 0;
        failure->at = 1;
        edits.session.seed += 1;
        changing(edits.session)->options.temperature = 3;
        const Frame frame = answer(); // these maps did fit before
        QVERIFY2(frame.notice.find("failed (not enough memory)") != std::string::npos, frame.notice.c_str());
        QCOMPARE(frame.problem, std::string());
    }

    /// The engine tries again without what it kept of the answer before, which may have taken the memory.
    void withoutMemoryItIsTriedAgain() {
        const RandomEdits edits(3);
        const auto failure = std::make_shared<Failure>();
        failure->kind = Failure::Kind::NoMemory;
        failure->at = 1;
        GuardedEngine engine(std::make_unique<FailingBackend>(failure), makeBackend(kDefaultBackend).value());
        const Frame frame = engine.answer(edits.session, edits.demand);
        const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
        QCOMPARE(difference(frame, fresh), std::string());
        QCOMPARE(frame.backend + frame.notice, std::string("A frail backend"));
    }

    /// The time that the engine waits grows with the work.
    void patience() {
        using std::chrono::milliseconds;
        QCOMPARE(patienceFor(0, milliseconds(30'000)).count(), 30'000);
        QCOMPARE(patienceFor(6e9, milliseconds(30'000)).count(), 30'000);
        QCOMPARE(patienceFor(2e11, milliseconds(30'000)).count(), 1'000'000);
        std::mt19937 random(1);
        Session session = randomSession(random, {4, 4, 2, 3, 2}); // 4 tokens, d 4, 2 heads, d_k 3, d_v 2
        const double ofHead = 4 * 4 * 3 + 4 * 4 * (3 + 2) + 4 * 4 * (3 + 2 + 16);
        QCOMPARE(multiplicationsUpTo(session, 0), 2 * ofHead);
        session.layers.push_back(session.layers[0]);
        changing(session)[Parameter::Wo] = randomMatrix(random, 4, 4);
        QCOMPARE(multiplicationsUpTo(session, 1), 4 * ofHead + 4 * 4 * 4);
        QCOMPARE(multiplicationsUpTo(session, -1), 0.0);
        changing(session)->allHeads.clear();
        QCOMPARE(multiplicationsUpTo(session, 1), 0.0);
    }

    /// An exception in a backend's description ends in "The backend", and in a notice.
    void withoutWords() {
        RandomEdits edits(3);
        const auto failure = std::make_shared<Failure>();
        failure->isMute = true;
        GuardedEngine engine(std::make_unique<FailingBackend>(failure), makeBackend(kDefaultBackend).value());
        QCOMPARE(engine.backendText(), std::string("The backend"));
        QVERIFY(engine.remarks().empty());
        const Frame frame = engine.answer(edits.session, edits.demand);
        QVERIFY(frame.notice.starts_with("The backend has failed (no words)"));
        QCOMPARE(engine.backendText(), makeBackend(kDefaultBackend).value()->description());
    }
};

QTEST_GUILESS_MAIN(FailuresTest)
#include "tst_failures.moc"
