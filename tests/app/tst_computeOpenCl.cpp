// The real window with a real OpenCL device: always the same numbers and masks as on the CPU.
#include "app/computeBench.h"
#include "backend/opencl/cl.h"
#include "support/OpenClFaults.h"
#include "support/changing.h"
#include "support/walks.h"

using namespace headlight;
using namespace headlight::testing;

class ComputeOpenClTest : public QObject, private ComputeBench {
    Q_OBJECT

private slots:
    void init() {
        start();
        const auto devices = openClDevices();
        QVERIFY2(!devices.empty(), whyNoOpenCl().c_str());
        device_ = QString::fromStdString(devices.front().name);
        choose(device_);
        QTRY_COMPARE_WITH_TIMEOUT(state().backendId, id(), patience());
    }
    void cleanup() { end(); }

    void aSessionOfWork() {
        const std::pair<const char*, std::function<void()>> steps[] = {
            {"edit", [this] { QVERIFY(edit(2)); }},
            {"type", [this] { type("Your journey starts with one step of a thousand"); }},
            {"edit again", [this] { QVERIFY(edit(-1)); }},
            {"mask", [this] { change([](Session& session) { changing(session)->options.mask.causal = true; }); }},
            {"undo", [this] { window_->workbench().undo(); }},
            {"undo the word", [this] { window_->workbench().undo(), window_->workbench().undo(); }},
            {"redo", [this] { window_->workbench().redo(); }},
            {"temperature", [this] { change([](Session& session) { changing(session)->options.temperature = 3; }); }},
        };
        for (const auto& [name, step] : steps) {
            step();
            compare(name, "OpenCL");
            if (QTest::currentTestFailed()) return;
        }
    }

    /// The backend is chosen repeatedly, without time to answer in between.
    void switching() {
        for (int i = 0; i < 6; ++i) {
            QVERIFY(edit(static_cast<float>(i)));
            window_->compute().choose(i % 2 == 0 ? kDefaultBackend : id());
            if (i % 3 == 2) compare("switch", nullptr);
        }
        QTRY_COMPARE_WITH_TIMEOUT(state().backendId, id(), patience());
        compare("at the end", "OpenCL");
    }

    void theDeviceGoesAway() {
        OpenClFaults faults;
        faults.failFrom(1, CL_DEVICE_NOT_AVAILABLE);
        const Session before = state().session;
        QVERIFY(edit(5));
        QTRY_COMPARE_WITH_TIMEOUT(state().backendId, std::string(kDefaultBackend), patience());
        compare("gone", "CPU");
        QVERIFY2(state().problem.contains("has failed"), qPrintable(state().problem));
        window_->workbench().undo();
        QVERIFY(state().session == before);
    }

private:
    std::string id() const { return "opencl:" + device_.toStdString(); }
    void change(const std::function<void(Session&)>& to) {
        Session session = state().session;
        to(session);
        QVERIFY(window_->workbench().apply("Change", givenEdit(Result<Session>(session))));
    }
    void type(const char* sentence) {
        QVERIFY(window_->workbench().apply("Type", givenEdit(withSentence(state().session, sentence))));
    }
    /// Compares the frame with the CPU's. `by` is the beginning of the name of its backend; null: any.
    void compare(const char* step, const char* by) {
        QTRY_VERIFY_WITH_TIMEOUT(settled(*window_), patience());
        const Frame& frame = *state().frame;
        QCOMPARE(frame.problem, std::string());
        if (by) QVERIFY2(frame.backend.starts_with(by), frame.backend.c_str());
        const std::string text = farApart(frame, Engine(eigen()).answer(state().session, frame.demand));
        QVERIFY2(text.empty(), (std::string(step) + ": " + text).c_str());
    }

    QString device_;
};

QTEST_MAIN(ComputeOpenClTest)
#include "tst_computeOpenCl.moc"
