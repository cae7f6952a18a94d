#include "backend/opencl/devices.h"
#include "backend/opencl/found.h"
#include "support/OpenClFaults.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>

using namespace headlight;
using headlight::testing::OpenClFaults;

namespace {

/// Calls whyNoOpenCl() in a process of its own, because OpenCL's loader and drivers read the environment once.
QString whyNoneWith(const char* variable, const QString& value) {
    int ends[2];
    if (pipe(ends) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        qputenv(variable, value.toUtf8());
        const std::string why = whyNoOpenCl();
        _exit(write(ends[1], why.data(), why.size()) == ssize_t(why.size()) ? 0 : 1);
    }
    close(ends[1]);
    QFile answer;
    answer.open(ends[0], QIODevice::ReadOnly, QFile::AutoCloseHandle);
    const QByteArray why = answer.readAll();
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0 ? QString::fromUtf8(why) : QString("the process ended with %1").arg(status);
}

std::string bytesOf(cl_bool value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

} // namespace

class DevicesTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

private slots:
    // Must be the first test: this process has asked no driver yet.
    void noDeviceHasItsSentence_data() {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("begins");
        QVERIFY(QDir(dir_.path()).mkpath("empty") && QDir(dir_.path()).mkpath("missing"));
        QFile file(dir_.filePath("missing/gone.icd"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("libHeadlightHasNoSuchDriver.so\n") > 0);
        const char* const none = "No OpenCL driver was found. Install ";
        QTest::newRow("no driver") << QByteArray("OCL_ICD_VENDORS") << dir_.filePath("empty") << none;
        QTest::newRow("a driver without its library")
            << QByteArray("OCL_ICD_VENDORS") << dir_.filePath("missing") << none;
        QTest::newRow("PoCL without its folder")
            << QByteArray("POCL_CACHE_DIR") << "/dev/null/pocl"
            << "The OpenCL driver \"Portable Computing Language\" offers no device";
    }
    void noDeviceHasItsSentence() {
        QFETCH(QByteArray, variable);
        QFETCH(QString, value);
        QFETCH(QString, begins);
        const QString why = whyNoneWith(variable, value);
        QVERIFY2(why.startsWith(begins) && why.endsWith(u'.'), qPrintable(why));
    }

    /// There must be a device, since tests/run installs PoCL.
    void poclIsFound() {
        QCOMPARE(whyNoOpenCl(), std::string());
        const auto devices = openClDevices();
        QVERIFY(!devices.empty());
        for (const OpenClDevice& device : devices) {
            QVERIFY(!device.name.empty() && !device.platform.empty() && !device.driver.empty());
            QVERIFY(device.version >= "1.2");
            QVERIFY(device.memory > 1e6);
            QCOMPARE(device.whyNot, std::string());
            QCOMPARE(foundDevice(device.name).value().about.name, device.name);
        }
    }

    void unfitDeviceIsListedWithTheReason_data() {
        QTest::addColumn<unsigned>("info");
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, cl_device_info info, const std::string& said, const char* part) {
            QTest::newRow(name) << unsigned(info) << QByteArray::fromStdString(said) << part;
        };
        row("old", CL_DEVICE_VERSION, std::string("OpenCL 1.1 old\0", 15), "OpenCL 1.1, and Headlight needs 1.2");
        row("no version", CL_DEVICE_VERSION, "", "Headlight needs 1.2");
        row("away", CL_DEVICE_AVAILABLE, bytesOf(CL_FALSE), "not available");
        row("no compiler", CL_DEVICE_COMPILER_AVAILABLE, bytesOf(CL_FALSE), "no compiler");
        row("embedded", CL_DEVICE_PROFILE, std::string("EMBEDDED_PROFILE\0", 17), "embedded profile");
        row("other endianness", CL_DEVICE_ENDIAN_LITTLE, bytesOf(Q_BYTE_ORDER == Q_LITTLE_ENDIAN ? CL_FALSE : CL_TRUE),
            "another order");
    }
    void unfitDeviceIsListedWithTheReason() {
        QFETCH(unsigned, info);
        QFETCH(QByteArray, said);
        QFETCH(QString, part);
        OpenClFaults faults;
        faults.say(info, said.toStdString());
        const auto devices = openClDevices();
        QVERIFY(!devices.empty());
        QVERIFY2(QString::fromStdString(devices[0].whyNot).contains(part), devices[0].whyNot.c_str());
        QCOMPARE(foundDevice(devices[0].name).text(), devices[0].name + " cannot be used. " + devices[0].whyNot);
    }

    void oddNamesAreTidied_data() {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("name");
        QTest::newRow("blanks") << QByteArray(" \t Fast GPU  \n\0", 14) << "Fast GPU";
        QTest::newRow("zeroes") << QByteArray("Fast GPU\0\0\0junk\0", 16) << "Fast GPU";
        QTest::newRow("no zero at the end") << QByteArray("Fast GPU") << "Fast GP"; // the bindings cut the last byte
        QTest::newRow("not UTF-8") << QByteArray("Fast\xff\0", 6) << QString("Fast%1").arg(QChar(0xfffd));
        QTest::newRow("blank") << QByteArray("  \0", 3) << "Unnamed device";
        QTest::newRow("empty") << QByteArray() << "Unnamed device";
    }
    void oddNamesAreTidied() {
        QFETCH(QByteArray, said);
        QFETCH(QString, name);
        OpenClFaults faults;
        faults.say(CL_DEVICE_NAME, said.toStdString());
        const auto devices = openClDevices();
        QVERIFY(!devices.empty());
        QCOMPARE(QString::fromStdString(devices[0].name), name);
    }

    void devicesOfOneNameAreTold() {
        const auto once = openClDevices();
        OpenClFaults faults;
        faults.offerTwice();
        const auto twice = openClDevices();
        QCOMPARE(twice.size(), 4 * once.size()); // platforms and devices are listed twice
        QCOMPARE(twice[0].name, once[0].name);
        QCOMPARE(twice[1].name, once[0].name + " (2)");
        QCOMPARE(twice[3].name, once[0].name + " (4)");
        QVERIFY(foundDevice(twice[3].name).ok());
    }

    void driverThatFailsThrowsNothing() {
        OpenClFaults faults;
        openClDevices();
        const auto calls = faults.traffic().calls;
        QVERIFY(calls > 10);
        for (long long n = 1; n <= calls; ++n)
            for (const bool isLost : {false, true}) {
                isLost ? faults.failFrom(n, CL_OUT_OF_HOST_MEMORY) : faults.fail(n, CL_OUT_OF_HOST_MEMORY);
                const FoundDevices found = foundDevices();
                const std::string why = found.list.empty() ? found.whyNone : found.list[0].about.whyNot;
                QVERIFY2(why.find("out of memory (-6)") != std::string::npos, why.c_str());
            }
    }

    void failingDriverLeavesTheOther() {
        OpenClFaults faults;
        faults.offerTwice();
        const auto calls = (openClDevices(), faults.traffic().calls);
        for (long long n = 1; n <= calls; ++n) {
            faults.fail(n, CL_OUT_OF_HOST_MEMORY);
            const FoundDevices found = foundDevices();
            QCOMPARE(found.whyNone.empty(), !found.list.empty());
            const auto isUsable = [](const FoundDevice& one) { return one.about.whyNot.empty(); };
            if (!found.list.empty()) QVERIFY(std::any_of(found.list.begin(), found.list.end(), isUsable));
        }
    }

    void unknownNameIsAnsweredWithTheKnown() {
        const std::string name = openClDevices().front().name;
        const auto found = foundDevice("a name that no device has");
        QVERIFY(!found.ok());
        QVERIFY2(
            found.text().starts_with("There is no OpenCL device \"a name that no device has\". Available devices: "),
            found.text().c_str());
        QVERIFY(found.text().find('"' + name + '"') != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(DevicesTest)
#include "tst_devices.moc"
