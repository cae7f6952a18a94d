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
        QTest::newRow("something else") << int(Failure::Kind::Other) << "could not be computed.";
    }
    void anyCallMayFail() {
        QFETCH(int, kind);
        QFETCH(QString, said);
        int failed = 0;
        for (unsigned seed = 1; seed <= 12; ++seed) {
            RandomEdits edits(seed);
            Failure failure{static_cast<Failure::Kind>(kind)};
            Engine engine(std::make_unique<FailingBackend>(failure));
            for (int step = 1; step <= 40; ++step) {
                failure.calls = 0;
                failure.at = 1 + step % 13; // from the first call to one that few answers need
                const Frame frame = engine.answer(edits.session, edits.demand);
                const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
                if (frame.problem.empty()) {
                    QCOMPARE(difference(frame, fresh), std::string());
                } else {
                    ++failed;
                    QVERIFY2(QString::fromStdString(frame.problem).contains(said), frame.problem.c_str());
                    QVERIFY(frame.tiles.empty() && !frame.cell);
                    failure.at = 0;
                    QCOMPARE(difference(engine.answer(edits.session, edits.demand), fresh), std::string());
                }
                edits.step();
            }
        }
        QVERIFY2(failed > 100, std::to_string(failed).c_str());
    }
};

QTEST_GUILESS_MAIN(FailuresTest)
#include "tst_failures.moc"
