// The menu Compute: what there is, what is greyed and why, what is remembered, and what happens if it fails.
#include "ComputeActions.h"
#include "Settings.h"
#include "app/windowBench.h"
#include "base/LeavableThread.h"
#include "session/edits.h"
#include "support/FailingBackend.h"
#include "support/RecordingBackend.h"
#include "support/deviceList.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/verbs.h"

#include <QLabel>

#include <atomic>
#include <chrono>
#include <future>

using namespace headlight;
using namespace headlight::testing;
using std::chrono::milliseconds;

namespace {

const std::string kGood = "opencl:Good GPU";

Result<std::unique_ptr<Backend>> makeRecording() {
    return std::unique_ptr<Backend>(std::make_unique<RecordingBackend>(std::make_shared<Updates>()));
}

/// Keeps the frame in which a backend failed.
struct Watcher : Presenter {
    void present(const ViewState& state) override {
        if (state.frame && state.frame->failed != 0) failed = state.frame;
    }
    std::shared_ptr<const Frame> failed;
};

} // namespace

class ComputeMenuTest : public QObject, private WindowBench {
    Q_OBJECT

private slots:
    void init() {
        start();
        Settings().setBackend(kAutomaticBackend);
        looked_ = 0;
    }
    void cleanup() { end(); }

    void entries_data() {
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QStringList>("entries"); ///< greyed ones in brackets, with their tip
        QTest::newRow("no driver") << "" << QStringList{"[No OpenCL device There is no driver.]"};
        QTest::newRow("a GPU") << "g" << QStringList{"Good GPU"};
        QTest::newRow("several") << "gpo" << QStringList{"Good GPU", "Processor", "[Old GPU It is too old.]"};
    }
    void entries() {
        QFETCH(QString, devices);
        QFETCH(QStringList, entries);
        offer(devices);
        openMenu();
        entries = QStringList{"Automatic", "CPU"} + entries +
                  QStringList{"Checked: compare with the formulas", "Look for devices again"};
        QCOMPARE(shown(), entries);
        QCOMPARE(chosen(), QStringList{"CPU"});
        for (const QAction* action : menu().actions())
            if (!action->isSeparator() && action->isEnabled() && action->isCheckable())
                QVERIFY(action->toolTip().size());
    }

    /// Not at the start, once when it is opened, and again when somebody asks.
    void devicesAreLookedForWhenTheyAreWanted() {
        offer("");
        window_->compute().start();
        QCOMPARE(looked_.load(), 0);
        openMenu();
        openMenu();
        QCOMPARE(looked_.load(), 1);
        offer("g");
        entry("Look for devices again")->trigger();
        QTRY_VERIFY(shown().contains("Good GPU"));
        QCOMPARE(looked_.load(), 2);
    }

    void aDeviceIsChosenAndRemembered() {
        offer("g", &makeRecording);
        choose("Good GPU");
        QTRY_COMPARE(state().backendId, kGood);
        QTRY_COMPARE(state().backend, QString("A backend that keeps a diary"));
        QCOMPARE(chosen(), QStringList{"Good GPU"});
        QCOMPARE(Settings().backend(), kGood);
        const auto frame = state().frame;
        QCOMPARE(difference(*frame, Engine(eigen()).answer(frame->session, frame->demand)), std::string());

        end();
        begin();
        offer("g", &makeRecording);
        window_->compute().start();
        QTRY_COMPARE(state().backendId, kGood);
        QCOMPARE(chosen(), QStringList{"Good GPU"});
        choose("CPU");
        QTRY_VERIFY(state().backend.startsWith("CPU"));
        QCOMPARE(state().backendId, std::string(kDefaultBackend));
        QCOMPARE(Settings().backend(), std::string(kDefaultBackend));
    }

    /// It may come back.
    void whatIsGoneIsAutomaticAndKept() {
        Settings().setBackend("opencl:Gone");
        offer("g");
        window_->compute().start();
        QTRY_VERIFY(state().notice.endsWith("The choice is automatic now."));
        QCOMPARE(chosen(), QStringList{"Automatic"});
        QCOMPARE(state().problem, QString());
        QCOMPARE(Settings().backend(), std::string("opencl:Gone"));
    }

    void aDeviceThatCannotBeMade() {
        std::atomic<int> tries = 0;
        offer("g", [&tries]() -> Result<std::unique_ptr<Backend>> {
            if (++tries == 1) return Problem{"The self-test failed."};
            return makeRecording();
        });
        choose("Good GPU");
        QTRY_COMPARE(state().problem, QString("The self-test failed. Headlight computes on the CPU."));
        QCOMPARE(chosen(), QStringList{"CPU"});
        QCOMPARE(entry("Good GPU")->toolTip(), QString("The self-test failed. Choose it to try again."));
        choose("Good GPU");
        QTRY_COMPARE(state().backendId, kGood);
        QCOMPARE(chosen(), QStringList{"Good GPU"});
        QCOMPARE(entry("Good GPU")->toolTip(), QString("OpenCL"));
    }

    void aDeviceThatFailsLater() {
        const auto failure = std::make_shared<Failure>();
        offer("g", [failure] { return Result<std::unique_ptr<Backend>>(std::make_unique<FailingBackend>(failure)); });
        choose("Good GPU");
        QTRY_COMPARE(state().backend, QString("A frail backend"));
        const Session before = session(*window_);
        window_->workbench().add(watcher_);
        failure->at = failure->calls + 1;
        QVERIFY(edit(7));
        QTRY_VERIFY(state().problem.startsWith("A frail backend has failed (the device is gone)."));
        QCOMPARE(chosen(), QStringList{"CPU"});
        QCOMPARE(Settings().backend(), kGood);
        QVERIFY(entry("Good GPU")->toolTip().endsWith("Choose it to try again."));
        window_->workbench().undo();
        QVERIFY(session(*window_) == before);
        failure->at = 0;
        choose("Good GPU");
        QTRY_COMPARE(state().backend, QString("A frail backend"));
        ViewState late = state(); // a frame of the one that failed
        late.frame = std::make_shared<Frame>(*watcher_.failed);
        window_->compute().present(late);
        QCOMPARE(chosen(), QStringList{"Good GPU"});
        QCOMPARE(entry("Good GPU")->toolTip(), QString("OpenCL"));
    }

    /// It is left behind; the next choice has a thread of its own, and what comes late is dropped.
    void aDriverThatHangs_data() {
        QTest::addColumn<bool>("looks"); ///< it hangs when devices are looked for
        QTest::addColumn<int>("makes");  ///< or when so many backends have been made
        QTest::addColumn<bool>("isAutomatic");
        QTest::addColumn<QString>("who");
        QTest::newRow("looking for it") << true << 0 << false << "Good GPU";
        QTest::newRow("making it") << false << 0 << false << "Good GPU";
        QTest::newRow("making one for the automatic choice") << false << 0 << true << "The GPU";
        QTest::newRow("measuring it") << false << 2 << true << "The GPU";
    }
    void aDriverThatHangs() {
        QFETCH(bool, looks);
        QFETCH(int, makes);
        QFETCH(bool, isAutomatic);
        QFETCH(QString, who);
        const int before = threadsLeftBehind();
        std::promise<void> end; // also if the test ends early
        const auto made = std::make_shared<std::atomic<int>>(0);
        const auto hang = [made, makes, ended = end.get_future().share()] {
            if (++*made > makes) ended.wait();
            return makeBackend(kDefaultBackend);
        };
        window_->compute().setPatience(milliseconds(200), milliseconds(60'000));
        window_->compute().setLook([looks, hang] {
            if (looks) static_cast<void>(hang());
            return listWith("g", hang);
        });
        window_->compute().start(isAutomatic ? kAutomaticBackend : kGood);
        if (isAutomatic) makeLarge();
        QTRY_COMPARE(state().problem, who + " did not answer for 0.2 s. Headlight computes on the CPU.");
        QTRY_COMPARE(made->load(), makes + 1);
        QCOMPARE(chosen(), QStringList{isAutomatic ? "Automatic" : "CPU"});
        QCOMPARE(threadsLeftBehind() - before, 1);

        window_->compute().setPatience(milliseconds(60'000), milliseconds(60'000));
        offer("g", &makeRecording);
        choose("Good GPU");
        QTRY_COMPARE(state().backend, QString("A backend that keeps a diary"));
        end.set_value();
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
        QVERIFY(edit(7));
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(state().backend, QString("A backend that keeps a diary"));
        QCOMPARE(chosen(), QStringList{"Good GPU"});
    }

    void aSearchThatHangs() {
        const int before = threadsLeftBehind();
        std::promise<void> end;
        window_->compute().setPatience(milliseconds(60'000), milliseconds(200));
        window_->compute().setLook([ended = end.get_future().share()] {
            ended.wait();
            return listWith("p");
        });
        openMenu();
        const QString why = "The OpenCL drivers did not answer for 0.2 s.";
        QCOMPARE(state().problem, why + " Their devices cannot be used.");
        QVERIFY(shown().contains("[No OpenCL device " + why + ']'));
        QCOMPARE(threadsLeftBehind() - before, 1);

        window_->compute().setPatience(milliseconds(60'000), milliseconds(60'000));
        offer("g");
        entry("Look for devices again")->trigger();
        QTRY_VERIFY(shown().contains("Good GPU"));
        end.set_value();
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
        QCoreApplication::processEvents();
        QVERIFY(shown().contains("Good GPU"));
    }

    void checkedIsWhatRuns() {
        offer("g", &makeRecording);
        choose("Checked: compare with the formulas");
        QTRY_COMPARE(state().backendId, std::string("checked"));
        auto* compared = control<QLabel>(*window_, "Compared");
        QTRY_VERIFY(compared->text().contains("differs from the double-precision reference by at most"));
        choose("Good GPU");
        QTRY_COMPARE(state().backendId, kGood);
        QTRY_COMPARE(compared->text(), QString());
        choose("Checked: compare with the formulas");
        QTRY_COMPARE(state().backendId, "checked:" + kGood);
        QCOMPARE(chosen(), QStringList{"Checked: compare with the formulas"});
        QCOMPARE(Settings().backend(), "checked:" + kGood);
    }

    /// A GPU is looked for when the session is large, and measured once; where it does not win, the CPU computes.
    void automatic() {
        offer("pg", &makeRecording);
        window_->compute().start();
        QVERIFY(edit(7));
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(looked_.load(), 0);
        const OpenClDevice device = *listWith("g")[2].device;
        QVERIFY(!Settings().leastWork(device));
        makeLarge();
        QTRY_VERIFY(Settings().leastWork(device)); // whatever it is: both are the CPU
        QCOMPARE(chosen(), QStringList{"Automatic"});

        constexpr double kBetween = 1e6; // what the example takes, and this session
        Settings().setLeastWork(device, kBetween);
        choose("CPU");
        QTRY_COMPARE(state().backendId, std::string(kDefaultBackend));
        choose("Automatic");
        QTRY_COMPARE(state().backendId, kGood);
        window_->workbench().undo();
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(state().backendId, std::string(kDefaultBackend));
        window_->workbench().redo();
        QTRY_COMPARE(state().backendId, kGood);
        QCOMPARE(chosen(), QStringList{"Automatic"});
        QCOMPARE(Settings().leastWork(device).value(), kBetween);
    }

    /// What was measured once, for the same driver; infinity: it never wins.
    void whatWasMeasuredIsRemembered() {
        OpenClDevice device = *listWith("g")[2].device;
        device.name = "A/B \\ [%1] é";
        QVERIFY(!Settings().leastWork(device));
        for (const double work : {0.0, 1234567890123.5, HUGE_VAL}) {
            Settings().setLeastWork(device, work);
            QCOMPARE(Settings().leastWork(device).value(), work);
        }
        device.driver = "2.0";
        QVERIFY(!Settings().leastWork(device));
    }

    void automaticWithoutAGpu_data() {
        QTest::addColumn<QString>("devices");
        for (const char* devices : {"", "p", "f", "o"}) QTest::addRow("devices: %s", devices) << devices;
    }
    void automaticWithoutAGpu() {
        QFETCH(QString, devices);
        offer(devices);
        window_->compute().start();
        makeLarge();
        QTRY_COMPARE(looked_.load(), 1);
        QTRY_VERIFY(shown().size() == 5 || shown().contains("Look for devices again"));
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(state().backendId, std::string(kDefaultBackend));
        QCOMPARE(state().problem, QString());
        QCOMPARE(chosen(), QStringList{"Automatic"});
    }

private:
    void offer(const QString& devices, MakeDevice make = {}) {
        window_->compute().setLook([this, devices, make] {
            ++looked_;
            return listWith(devices, make);
        });
    }
    QMenu& menu() const {
        for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            if (menu->title().remove('&') == "Compute") return *menu;
        qFatal("There is no menu Compute.");
    }
    void openMenu() {
        emit menu().aboutToShow();
        QTRY_VERIFY(shown().contains("Look for devices again"));
    }
    QAction* entry(const QString& text) const {
        for (QAction* action : menu().actions())
            if (action->text().remove('&') == text) return action;
        qFatal("The menu Compute has no entry \"%s\".", qPrintable(text));
    }
    void choose(const QString& text) {
        openMenu();
        entry(text)->trigger();
    }
    QStringList shown() const {
        QStringList texts;
        for (const QAction* action : menu().actions()) {
            const QString text = action->text().remove('&');
            if (!action->isSeparator())
                texts << (action->isEnabled() ? text : '[' + text + ' ' + action->toolTip() + ']');
        }
        return texts;
    }
    QStringList chosen() const {
        QStringList texts;
        for (const QAction* action : menu().actions())
            if (action->isChecked()) texts << action->text().remove('&');
        return texts;
    }
    bool edit(float value) {
        Workbench& bench = window_->workbench();
        return bench.apply("Edit", giving(withCell(bench.state().session, {Parameter::Wq, 0, 0}, 0, 0, value)));
    }
    /// Beyond 1e8 multiplications.
    void makeLarge() {
        QString words;
        for (int i = 0; i < 900; ++i) words += QString("w%1 ").arg(i % 30);
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Type", giving(withSentence(newSession(1, 16, 4, 16, 16), words.toStdString()))));
    }

    std::atomic<int> looked_ = 0;
    Watcher watcher_;
};

QTEST_MAIN(ComputeMenuTest)
#include "tst_computeMenu.moc"
