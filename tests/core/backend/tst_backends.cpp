#include "backend/backends.h"
#include "backend/reference/ReferenceBackend.h"
#include "base/parallel.h"
#include "kernels/kernels.h"
#include "support/deviceList.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using testing::listWith;

class BackendsTest : public QObject {
    Q_OBJECT

private slots:
    void theListIsHonest() {
        for (const bool withDevices : {false, true}) {
            const auto list = backends(withDevices);
            QCOMPARE(list[0].id, std::string(kAutomaticBackend));
            QCOMPARE(list[1].id, std::string(kDefaultBackend));
            QCOMPARE(list.back().id, std::string(kCheckedBackend));
            for (const BackendInfo& info : list) {
                QVERIFY(!info.name.empty() && !info.description.empty());
                QCOMPARE(findBackend(list, info.id).ok(), bool(info.make));
                if (!info.make) QCOMPARE(findBackend(list, info.id).text(), info.description);
                if (info.device) QCOMPARE(info.id, "opencl:" + info.device->name);
            }
        }
    }

    void whatIsMadeIsWhatIsListed() {
        for (const BackendInfo& info : backends(false)) {
            if (info.id == kAutomaticBackend) continue;
            const std::string reference = ", compared with: " + ReferenceBackend().description();
            QCOMPARE(makeBackend(info.id).value()->description(), info.description);
            QCOMPARE(makeBackend("checked:" + info.id).value()->description(), info.description + reference);
        }
    }

    /// Lists all devices; if there are none, an entry "opencl" says why.
    void everyDeviceIsListed() {
        const auto devices = openClDevices();
        const auto list = backends();
        QCOMPARE(std::ranges::count_if(list, [](const auto& info) { return info.device.has_value(); }),
                 std::ptrdiff_t(devices.size()));
        QCOMPARE(whyNoOpenCl().empty(), !devices.empty());
        QCOMPARE(std::ranges::any_of(list, [](const auto& info) { return info.id == "opencl"; }), devices.empty());
    }

    void ids_data() {
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("found"); ///< the id that is found, or a part of the error
        const auto row = [](const char* devices, const char* id, const char* found) {
            QTest::addRow("%s of %s", id, devices) << devices << id << found;
        };
        row("", "cpu", "cpu");
        row("", "eigen", "cpu"); // its first name
        row("g", "checked:eigen", "checked:cpu");
        row("", "auto", "auto");
        row("", "opencl", "There is no driver.");
        row("", "opencl:Good GPU", "There is no driver.");
        row("", "checked:opencl", "There is no driver.");
        row("op", "opencl", "opencl:Processor");
        row("o", "opencl", "It is too old.");
        row("op", "opencl:Old GPU", "It is too old.");
        row("gf", "opencl:Good GPU", "opencl:Good GPU");
        row("gf", "opencl:good", "opencl:Good GPU");
        row("gf", "opencl:FAIL", "opencl:Failing GPU");
        row("gf", "opencl:gpu", "fits more than one device");
        row("gf", "opencl:tpu", "There is no device \"opencl:tpu\". Devices: opencl:Good GPU and opencl:Failing GPU.");
        row("g", "checked:opencl:good", "checked:opencl:Good GPU");
        row("g", "checked", "checked");
        row("g", "checked:cpu", "checked:cpu");
        row("g", "cuda",
            "\"cuda\". Available backends: auto, cpu, opencl:Good GPU and checked. \"headlight backends\" also "
            "lists devices.");
        row("", "", "\"\". Available backends: auto, cpu and checked. \"headlight backends\" also lists devices.");
        row("", "checkedcpu", "There is no backend");
    }
    void ids() {
        QFETCH(QString, devices);
        QFETCH(QString, id);
        QFETCH(QString, found);
        const auto info = findBackend(listWith(devices), id.toStdString());
        if (info)
            QCOMPARE(QString::fromStdString(info->id), found);
        else
            QVERIFY2(QString::fromStdString(info.text()).contains(found), info.text().c_str());
    }

    /// The automatic choice is a GPU if it can be made, and the CPU otherwise.
    void automatic_data() {
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QString>("id");
        QTest::newRow("no device") << ""
                                   << "cpu";
        QTest::newRow("a GPU") << "pg"
                               << "opencl:Good GPU";
        QTest::newRow("one that fails before it") << "fg"
                                                  << "opencl:Good GPU";
        QTest::newRow("one that fails") << "f"
                                        << "cpu";
        QTest::newRow("one that is refused") << "o"
                                             << "cpu";
        QTest::newRow("a processor") << "p"
                                     << "cpu";
    }
    void automatic() {
        QFETCH(QString, devices);
        QFETCH(QString, id);
        QCOMPARE(QString::fromStdString(chooseBackend(listWith(devices), "auto").value().info.id), id);
    }

    void whatCannotBeMadeSaysWhy() {
        QCOMPARE(chooseBackend(listWith("f"), "opencl").text(), std::string("The self-test failed."));
        QCOMPARE(chooseBackend(listWith("f"), "checked:opencl").text(), std::string("The self-test failed."));
        QVERIFY(makeBackend("cuda").text().starts_with("There is no backend \"cuda\". Available backends: "));
    }

    void descriptionNamesTheTarget_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<QString>("text");
        QTest::newRow("one") << 1 << "1 thread";
        QTest::newRow("two") << 2 << "2 threads";
    }
    void descriptionNamesTheTarget() {
        QFETCH(int, threads);
        QFETCH(QString, text);
        setComputingThreads(threads);
        const std::string description = makeBackend(kDefaultBackend).value()->description();
        setComputingThreads(0);
        QCOMPARE(QString::fromStdString(description),
                 QStringLiteral("CPU \u00b7 %1 \u00b7 %2").arg(kernels::chosenTarget().c_str(), text));
    }
};

QTEST_APPLESS_MAIN(BackendsTest)
#include "tst_backends.moc"
