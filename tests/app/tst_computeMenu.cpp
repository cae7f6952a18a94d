// The menu Compute: its entries, disabled ones with the reason, the choice that is remembered, and failures.
#include "app/computeBench.h"
#include "backend/cpu/CpuBackend.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "support/FailingBackend.h"
#include "support/frames.h"
#include "support/incremental.h"

#include <QLabel>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Keeps the frame in which a backend failed.
struct Watcher : Presenter {
    void present(const ViewState& state) override {
        if (state.frame && state.frame->failed != 0) failed = state.frame;
    }
    std::shared_ptr<const Frame> failed;
};

} // namespace

class ComputeMenuTest : public QObject, private ComputeBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() {
        end();
        setMemoryLeft({});
        setScoreMemory();
        Settings().scoreMegabytes.set(1024);
    }

    void entries_data() {
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QStringList>("entries"); ///< disabled ones in brackets, with their tool tip
        QTest::newRow("no driver") << "" << QStringList{"[No OpenCL device There is no driver.]"};
        QTest::newRow("a GPU") << "g" << QStringList{"Good GPU"};
        QTest::newRow("several") << "gpo"
                                 << QStringList{"Good GPU", "Processor (processor, slower)",
                                                "[Old GPU It is too old.]"};
    }
    void entries() {
        QFETCH(QString, devices);
        QFETCH(QStringList, entries);
        offer(devices);
        openMenu();
        entries = QStringList{"Automatic", "CPU"} + entries +
                  QStringList{"Checked: compare with the formulas", "Threads of the CPU", "Memory for scores",
                              "Look for devices again"};
        QCOMPARE(shown(), entries);
        QCOMPARE(chosen(), QStringList{"CPU"});
        for (const QAction* action : menu().actions())
            if (!action->isSeparator() && action->isEnabled() && action->isCheckable())
                QVERIFY(action->toolTip().size());
    }

    void threadsAreChosenAndRemembered() {
        openMenu();
        const auto choices = entry("Threads of the CPU")->menu()->actions();
        QCOMPARE(choices[0]->text().remove(u'&'), QString("One for each core"));
        QVERIFY(choices[0]->isChecked());
        QCOMPARE(choices[1]->text(), QString("1"));
        choices[1]->trigger();
        QCOMPARE(computingThreads(), 1);
        QCOMPARE(Settings().threads(), 1);
        choices[0]->trigger();
        QVERIFY(computingThreads() >= 1);
        QCOMPARE(Settings().threads(), 0);
    }

    /// A size is offered if twice as much memory is available. The size that was chosen before is always offered.
    void memoryForScoresIsOffered_data() {
        QTest::addColumn<double>("left"); ///< GB
        QTest::addColumn<int>("kept");
        QTest::addColumn<QStringList>("sizes");
        const QStringList always{"256 MB", "1 GB"};
        QTest::newRow("little") << 0.5 << 1024 << always;
        QTest::newRow("just not twice as much") << 3.99 << 1024 << always;
        QTest::newRow("twice as much") << 4.0 << 1024 << always + QStringList{"2 GB"};
        QTest::newRow("much") << 32.0 << 1024 << always + QStringList{"2 GB", "4 GB", "8 GB", "16 GB"};
        QTest::newRow("from a larger computer") << 4.0 << 8192 << always + QStringList{"2 GB", "8 GB"};
        QTest::newRow("only the file could name it") << 0.5 << 300 << QStringList{"256 MB", "300 MB", "1 GB"};
    }
    void memoryForScoresIsOffered() {
        QFETCH(double, left);
        QFETCH(int, kept);
        QFETCH(QStringList, sizes);
        end();
        Settings().scoreMegabytes.set(kept);
        setMemoryLeft([left] { return left * kScoreMemory; });
        begin();
        QStringList texts, chosen;
        for (const QAction* choice : control<QMenu>(*window_, "Memory for scores")->actions()) {
            texts << choice->text();
            if (choice->isChecked()) chosen << choice->text();
        }
        QCOMPARE(texts, sizes);
        QCOMPARE(chosen, QStringList{History::boundText(Settings::bytesOf(kept))});
    }

    void memoryForScoresIsChosenAndRemembered() {
        const auto choices = control<QMenu>(*window_, "Memory for scores")->actions();
        const auto choose = [&](const char* text) {
            for (QAction* choice : choices)
                if (choice->text() == text) choice->trigger();
        };
        const auto before = state().frame;
        choose("256 MB");
        QCOMPARE((*makeBackend(kDefaultBackend))->memory(), kScoreMemory / 4);
        QCOMPARE(Settings().scoreMegabytes(), 256);
        QTRY_VERIFY(state().frame != before); // recomputed, with the same result
        QCOMPARE(difference(*state().frame, *before), std::string());
        choose("1 GB");
        QCOMPARE((*makeBackend(kDefaultBackend))->memory(), kScoreMemory);
        QCOMPARE(Settings().scoreMegabytes(), 1024);
        QCOMPARE(choices[0]->toolTip(), QString("Scores that need more are computed when they are shown"));
    }

    /// Devices are looked for when the menu is first opened, not at the start, and again on request.
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

    /// A missing device stays in the settings, as it may come back; meanwhile the choice is automatic.
    void whatIsGoneIsAutomaticAndKept() {
        Settings().setBackend("opencl:Gone");
        offer("g");
        window_->compute().start();
        QTRY_VERIFY(state().notice.endsWith("The choice is automatic now."));
        QCOMPARE(chosen(), QStringList{"Automatic"});
        QCOMPARE(state().problem, QString());
        QCOMPARE(Settings().backend(), std::string("opencl:Gone"));
    }

    /// An id as in --backend is resolved after the start, since looking for devices may hang.
    void aShortIdStandsForItsDevice_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("picked");
        QTest::addColumn<QString>("problem");
        QTest::newRow("the first") << "opencl" << QStringList{"Good GPU"} << "";
        QTest::newRow("by its name") << "opencl:good" << QStringList{"Good GPU"} << "";
        QTest::newRow("compared") << "checked:opencl" << QStringList{"Checked: compare with the formulas"} << "";
        QTest::newRow("none") << "opencl:none" << QStringList{"CPU"} << "There is no device";
    }
    void aShortIdStandsForItsDevice() {
        QFETCH(QString, id);
        QFETCH(QStringList, picked);
        QFETCH(QString, problem);
        offer("g", &makeRecording);
        window_->compute().start(id.toStdString());
        if (problem.isEmpty())
            QTRY_VERIFY(QString::fromStdString(state().backendId).endsWith(QString::fromStdString(kGood)));
        else
            QTRY_VERIFY2(state().problem.startsWith(problem), qPrintable(state().problem));
        openMenu();
        QTRY_COMPARE(chosen(), picked);
        QCOMPARE(Settings().backend(), std::string(kAutomaticBackend));
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
        QCOMPARE(Settings().backend(), std::string(kAutomaticBackend));
        choose("Good GPU");
        QTRY_COMPARE(state().backendId, kGood);
        QCOMPARE(chosen(), QStringList{"Good GPU"});
        QCOMPARE(entry("Good GPU")->toolTip(), QString("OpenCL"));
        QTRY_COMPARE(Settings().backend(), kGood);
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
        ViewState late = state(); // a frame of the failed backend
        late.frame = std::make_shared<Frame>(*watcher_.failed);
        window_->compute().present(late);
        QCOMPARE(chosen(), QStringList{"Good GPU"});
        QCOMPARE(entry("Good GPU")->toolTip(), QString("OpenCL"));
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

private:
    Watcher watcher_;
};

QTEST_MAIN(ComputeMenuTest)
#include "tst_computeMenu.moc"
