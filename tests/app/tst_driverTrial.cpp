// Drivers that end the calling process, hang, or print (support/faultyDriver.cpp). A process of its own tries each one.
#include "app/computeBench.h"
#include "base/LeavableThread.h"
#include "driverTrial.h"
#include "support/headlightProgram.h"

#include <chrono>

using namespace headlight;
using namespace headlight::testing;
using std::chrono::milliseconds;

namespace {

const QString kSession = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes.headlight");
const QByteArray kEnded = " ended the process that tried it. \"headlight backends --verbose\" shows what it prints.";

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Returns the number of running child processes.
int childCount() {
    int count = 0;
    for (const QString& thread : QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        count += static_cast<int>(contentOf("/proc/self/task/" + thread + "/children").split(' ').size()) - 1;
    return count;
}

} // namespace

class DriverTrialTest : public QObject, private ComputeBench {
    Q_OBJECT

private slots:
    /// Sets the driver for the programs that are started; this process calls no driver.
    void initTestCase() {
        const QByteArray pocl = contentOf("/etc/OpenCL/vendors/pocl.icd").trimmed();
        QVERIFY2(!pocl.isEmpty(), "tests/run installs PoCL");
        qputenv("HEADLIGHT_DRIVER", pocl);
        QFile file(drivers_.filePath("faulty.icd"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(HEADLIGHT_FAULTY_DRIVER "\n") > 0);
        file.close();
        qputenv("OCL_ICD_VENDORS", drivers_.path().toUtf8());
        setFault("none");
        const QByteArray list = runHeadlight({"backends"}).out;
        id_ = list.mid(list.indexOf("\nopencl:") + 1).split('\n').front();
        QVERIFY2(id_.startsWith("opencl:"), list);
        ended_ = "The driver of \"" + id_.mid(7) + '"' + kEnded;
    }
    void init() { setFault("none"); }
    void cleanup() {
        window_.reset();
        setDriverTrial({}, false);
        QTRY_COMPARE(threadsLeftBehind(), 0);
    }

    void aDriverThatEndsTheProcess_data() {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("out"); ///< contained in the output
        QTest::addColumn<QByteArray>("err"); ///< all of the error output
        const QStringList list{"backends"}, eval{"eval", kSession, "-o", in("out.npz"), "--backend"},
            render{"render", kSession, "-o", in("out.png"), "--backend"};
        const QByteArray some = "An OpenCL driver" + kEnded;
        const auto row = [](const char* name, const char* fault, const QStringList& words, int status,
                            const QByteArray& out, const QByteArray& err) {
            QTest::newRow(name) << QByteArray(fault) << words << status << out << err;
        };
        row("list, when it is looked for", "abort look", list, 0, "\nopencl   " + some + "\nchecked ", "");
        row("list, when its kernels are built", "abort build", list, 0, "self-test: " + ended_, "");
        row("eval, looked for", "abort look", eval + QStringList{"opencl"}, 2, "", "headlight: " + some + "\n");
        row("eval, built", "abort build", eval + QStringList{id_}, 2, "", "headlight: " + ended_ + "\n");
        row("eval, compared", "abort build", eval + QStringList{"checked:opencl"}, 2, "", "headlight: " + some + "\n");
        row("render, built", "abort build", render + QStringList{"opencl"}, 2, "", "headlight: " + some + "\n");
        row("eval, of what there is", "abort look", eval + QStringList{"auto"}, 0, "",
            "headlight: " + some + " The CPU computes.\n");
        row("eval, of the CPU", "abort look", eval + QStringList{"cpu"}, 0, "", "");
    }
    void aDriverThatEndsTheProcess() {
        QFETCH(QByteArray, fault);
        QFETCH(QStringList, words);
        QFETCH(int, status);
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        setFault(fault);
        if (words.size() > 3) QFile::remove(words[3]);
        const Ended ended = runHeadlight(words);
        QCOMPARE(ended.err, err);
        QVERIFY2(ended.out.contains(out), ended.out);
        QCOMPARE(ended.status, status);
        if (words.size() > 3) QCOMPARE(QFile::exists(words[3]), status == 0);
    }

    /// The driver prints to both outputs, in the process that tries it and in the one that computes: only on request.
    void whatADriverPrintsIsShownOnRequest_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("list") << QStringList{"backends"};
        QTest::newRow("eval") << QStringList{"eval", kSession, "-o", in("out.npz"), "--backend", "opencl"};
        QTest::newRow("render") << QStringList{"render", kSession, "-o", in("out.png"), "--backend", "opencl"};
    }
    void whatADriverPrintsIsShownOnRequest() {
        QFETCH(QStringList, words);
        setFault("print build");
        const Ended quiet = runHeadlight(words), open = runHeadlight(words + QStringList{"--verbose"});
        QCOMPARE(quiet.err, QByteArray());
        QVERIFY2(!quiet.out.contains("a word of the driver"), quiet.out);
        QVERIFY(words[0] != "backends" || quiet.out.contains("x the CPU, one attention of 512 tokens"));
        QCOMPARE(quiet.status, 0);
        QCOMPARE(open.status, 0);
        QCOMPARE(open.err.count("a word of the driver\n"), 2);
        QCOMPARE(open.err.count("a word of the driver by stdio\n"), 2);
    }

    /// The program's own messages are still shown.
    void ourOwnWordsAreShown() {
        setFault("print build");
        const Ended ended = runHeadlight({"eval", kSession, "-o", in("none/out.npz"), "--backend", "opencl"});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.startsWith("headlight: ") && ended.err.count('\n') == 1, ended.err);
    }

    /// Without the trial, every start would end the process.
    void aRememberedDeviceThatEndsTheProcess_data() {
        QTest::addColumn<QByteArray>("fault");
        QTest::newRow("looked for") << QByteArray("abort look");
        QTest::newRow("built") << QByteArray("abort build");
    }
    void aRememberedDeviceThatEndsTheProcess() {
        QFETCH(QByteArray, fault);
        openWindow(fault);
        Settings().setBackend(id_.toStdString());
        window_->compute().start();
        QTRY_COMPARE_WITH_TIMEOUT(state().problem, ended_ + " Headlight computes on the CPU.", patience());
        QCOMPARE(chosen(), QStringList{"CPU"});
        QVERIFY(edit(7));
        QTRY_VERIFY(settled(*window_));
        QCOMPARE(state().backendId, std::string(kDefaultBackend));
        QCOMPARE(Settings().backend(), id_.toStdString());
    }

    void theMenuOutlivesADriver() {
        openWindow("abort look");
        openMenu();
        QVERIFY2(shown().contains("[No OpenCL device An OpenCL driver" + kEnded + "]"), qPrintable(shown().join('\n')));
    }

    void aChoiceIsRememberedWhenItHasWorked() {
        openWindow("abort look");
        offer("g", &makeRecording);
        window_->compute().choose(kGood);
        QTRY_VERIFY_WITH_TIMEOUT(state().problem.startsWith("The driver of \"Good GPU\" ended"), patience());
        QCOMPARE(Settings().backend(), std::string(kAutomaticBackend));
        setFault("none");
        window_->compute().choose(kGood);
        QCOMPARE(state().notice, QString("Trying Good GPU, which may take a minute the first time. To stop it, choose "
                                         "the CPU."));
        QTRY_COMPARE_WITH_TIMEOUT(Settings().backend(), kGood, patience());
        QCOMPARE(state().backendId, kGood);
        QCOMPARE(state().notice, QString("Good GPU computes now."));
    }

    /// The process of the trial ends with the wait for it.
    void aDriverThatHangs_data() {
        QTest::addColumn<QString>("by");
        for (const char* by : {"another choice", "time", "closing"}) QTest::newRow(by) << by;
    }
    void aDriverThatHangs() {
        QFETCH(QString, by);
        openWindow("hang look");
        const bool isTime = by == QLatin1String("time");
        if (isTime) window_->compute().setPatience(milliseconds(500), milliseconds(500));
        window_->compute().choose(kGood);
        QTRY_COMPARE(childCount(), 1);
        if (by == QLatin1String("another choice")) window_->compute().choose(kDefaultBackend);
        if (by == QLatin1String("closing")) window_.reset();
        if (isTime)
            QTRY_COMPARE(state().problem, QString("Good GPU did not answer for 0.5 s. Headlight computes on the CPU."));
        QTRY_COMPARE(childCount(), 0);
        if (window_) QCOMPARE(state().problem.isEmpty(), !isTime);
    }

    void timeEndsATrial() {
        setTrial("hang look");
        const auto end = std::chrono::steady_clock::now() + milliseconds(500);
        const auto may = tried("opencl", [end](double) { return std::chrono::steady_clock::now() < end; });
        QVERIFY(!may);
        QCOMPARE(may.text(), std::string("An OpenCL driver did not answer."));
        QCOMPARE(childCount(), 0);
        QVERIFY(tried(kDefaultBackend, {}));
    }

private:
    void setFault(const QByteArray& fault) { qputenv("HEADLIGHT_DRIVER_FAULT", fault); }
    void setTrial(const QByteArray& fault) {
        setFault(fault);
        // Hiding the output of drivers would change the outputs of this process for good, so it is shown.
        setDriverTrial(QDir(QCoreApplication::applicationDirPath()).filePath("../app/headlight"), true);
    }
    void openWindow(const QByteArray& fault) {
        ComputeBench::start();
        setTrial(fault);
    }
    QString in(const char* name) const { return drivers_.filePath(QLatin1String(name)); }

    QTemporaryDir drivers_;
    QByteArray id_;    ///< the id of PoCL's device
    QByteArray ended_; ///< the message if this driver ends the process
};

QTEST_MAIN(DriverTrialTest)
#include "tst_driverTrial.moc"
