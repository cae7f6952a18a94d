// A call of the backend may fail at any point: the Frame says so, and the next answer is as if nothing had happened.
#include "engine/Engine.h"
#include "support/FailingBackend.h"
#include "support/RandomEdits.h"
#include "support/frames.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class FailuresTest : public QObject {
    Q_OBJECT

private slots:
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
                    QVERIFY(frame.tiles.empty() && !frame.cell);
                    failure->at = 0;
                    QCOMPARE(difference(engine.answer(edits.session, edits.demand), fresh), std::string());
                }
                edits.step();
            }
        }
        QVERIFY2(failed > 80, std::to_string(failed).c_str());
    }

    /// With somebody to take over, the answer is as if he had been asked, and it is said.
    void anotherTakesOver_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("an error") << int(Failure::Kind::Error);
        QTest::newRow("no memory") << int(Failure::Kind::NoMemory);
        QTest::newRow("something else") << int(Failure::Kind::Other);
        QTest::newRow("a problem") << int(Failure::Kind::Problem);
        QTest::newRow("no answer") << int(Failure::Kind::Never);
    }
    void anotherTakesOver() {
        QFETCH(int, kind);
        for (int at = 1; at <= 3; ++at) {
            RandomEdits edits(3);
            edits.demand.cell = CellRef{};
            const auto failure = std::make_shared<Failure>();
            failure->kind = static_cast<Failure::Kind>(kind);
            failure->at = at;
            Engine engine(std::make_unique<FailingBackend>(failure), makeBackend(kDefaultBackend).value());
            if (failure->kind == Failure::Kind::Never) engine.setPatience(std::chrono::milliseconds(200));
            int notices = 0;
            for (int step = 0; step < 5; ++step) {
                const Frame frame = engine.answer(edits.session, edits.demand);
                const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
                QCOMPARE(difference(frame, fresh), std::string());
                if (!frame.notice.empty()) {
                    ++notices;
                    const QString text = QString::fromStdString(frame.notice);
                    QVERIFY2(text.startsWith("A frail backend has failed: "), frame.notice.c_str());
                    QVERIFY2(text.endsWith("1 thread computes."), frame.notice.c_str());
                }
                edits.step();
                edits.demand.cell = CellRef{};
            }
            failure->end();
            QCOMPARE(notices, 1);
            QVERIFY(engine.backend().description() != "A frail backend");
        }
    }

    void aSessionAtFaultIsNoFailure() {
        RandomEdits edits(3);
        edits.session.layers[0].options.temperature = -1;
        Engine engine(std::make_unique<FailingBackend>(std::make_shared<Failure>()),
                      makeBackend(kDefaultBackend).value());
        const Frame frame = engine.answer(edits.session, edits.demand);
        QVERIFY(!frame.problem.empty() && frame.notice.empty());
        QCOMPARE(engine.backend().description(), std::string("A frail backend"));
    }
};

QTEST_GUILESS_MAIN(FailuresTest)
#include "tst_failures.moc"
