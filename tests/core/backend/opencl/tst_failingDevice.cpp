// Tests devices that fail at the n-th call, are lost there, or hang: the CPU answers the same request next, with one
// notice.
#include "backend/backends.h"
#include "engine/GuardedEngine.h"
#include "support/OpenClFaults.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/openCl.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct Step {
    Session session;
    Demand demand;
};

/// Returns a first answer, an insertion of a word, and an edit.
std::vector<Step> steps() {
    std::mt19937 random(4);
    Session session = causalLayers(random, 1);
    Demand demand = scoresAndWeights(1, 8);
    demand.maps.push_back({Stage::Context, 0, 0, {}, 8, 8});
    std::vector<Step> all{{session, demand}};
    insertToken(session.text, 3, 1);
    all.push_back({session, demand});
    all.push_back({withVector(session, 2, 0.5F), demand});
    return all;
}

Frame onCpu(const Step& step) { return Engine(makeBackend(kDefaultBackend).value()).answer(step.session, step.demand); }

} // namespace

class FailingDeviceTest : public QObject {
    Q_OBJECT

    const std::vector<Step> steps_ = steps();
    std::vector<Frame> expected_;

    /// Answers all steps and counts notices. Returns nothing, or what is wrong.
    std::string answers(GuardedEngine& engine, int& notices) {
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            const Frame frame = engine.answer(steps_[i].session, steps_[i].demand);
            if (!frame.problem.empty()) return frame.problem;
            notices += !frame.notice.empty();
            if (notices == 0) continue; // the device's own frame is not compared
            if (std::string text = difference(frame, expected_[i]); !text.empty()) return text;
        }
        return {};
    }

private slots:
    void initTestCase() {
        for (const Step& step : steps_) expected_.push_back(onCpu(step));
        openCl(); // compiles its kernels
    }

    void anyCallMayFail_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("isLost");
        QTest::addColumn<int>("step");
        QTest::newRow("out of memory") << CL_MEM_OBJECT_ALLOCATION_FAILURE << false << 1;
        QTest::newRow("out of resources") << CL_OUT_OF_RESOURCES << false << 13;
        QTest::newRow("lost") << CL_INVALID_COMMAND_QUEUE << true << 3;
    }
    void anyCallMayFail() {
        QFETCH(int, code);
        QFETCH(bool, isLost);
        QFETCH(int, step);
        long long calls = 0;
        {
            const OpenClFaults faults;
            GuardedEngine engine(openCl(), makeBackend(kDefaultBackend).value());
            int notices = 0;
            QCOMPARE(answers(engine, notices), std::string());
            QCOMPARE(notices, 0);
            calls = faults.traffic().calls;
        }
        QVERIFY(calls > 100);
        for (long long n = 1; n < calls; n += step) {
            auto backend = openCl();
            OpenClFaults faults;
            if (isLost)
                faults.failFrom(n, code);
            else
                faults.fail(n, code);
            GuardedEngine engine(std::move(backend), makeBackend(kDefaultBackend).value());
            int notices = 0;
            const std::string text = answers(engine, notices);
            QVERIFY2(text.empty(), ("call " + std::to_string(n) + ": " + text).c_str());
            QVERIFY2(notices <= 1, ("call " + std::to_string(n)).c_str());
            const bool hasFailed = engine.backendText().starts_with("CPU");
            QVERIFY2(hasFailed == (notices == 1), ("call " + std::to_string(n)).c_str());
        }
    }

    /// Making a backend may fail, too, since a new queue is made for it.
    void makingMayFail() {
        const std::string name = openClDevices().at(0).name;
        long long calls = 0;
        {
            const OpenClFaults faults;
            QVERIFY(makeOpenCl(name).ok());
            calls = faults.traffic().calls;
        }
        for (long long n = 1; n < calls; n += n < 60 ? 1 : 29) {
            OpenClFaults faults;
            faults.failFrom(n, CL_OUT_OF_HOST_MEMORY);
            const auto made = makeOpenCl(name);
            QVERIFY2(!made.ok(), std::to_string(n).c_str());
            QVERIFY2(made.text().ends_with("."), made.text().c_str());
        }
    }

    /// The CPU answers although the work that the device was given before is not done.
    void whatHasFailedIsNotWaitedFor() {
        OpenClFaults faults;
        GuardedEngine engine(openCl(), makeBackend(kDefaultBackend).value());
        faults.fail(40, CL_OUT_OF_RESOURCES);
        faults.hang(41); // the next call is that of the destructor
        int notices = 0;
        QCOMPARE(answers(engine, notices), std::string());
        QCOMPARE(notices, 1);
        QVERIFY(faults.isHanging());
        faults.release();
        QTRY_COMPARE(threadsLeftBehind(), 0);
    }

    /// Tests one call only, since the thread that is left behind calls OpenCL again when the test has ended.
    void hangingDeviceIsLeft() {
        OpenClFaults faults;
        GuardedEngine engine(openCl(), makeBackend(kDefaultBackend).value());
        engine.setPatience(std::chrono::milliseconds(200));
        faults.hang(40);
        int notices = 0;
        QCOMPARE(answers(engine, notices), std::string());
        QCOMPARE(notices, 1);
        QVERIFY(faults.isHanging());
    }
};

QTEST_GUILESS_MAIN(FailingDeviceTest)
#include "tst_failingDevice.moc"
