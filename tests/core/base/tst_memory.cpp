// Before much memory is allocated, the program asks whether it is left.
#include "base/memory.h"
#include "base/tooLittleMemory.h"

#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

using namespace headlight;

class MemoryLeftTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setMemoryLeft({}); }

    void theSystemSays() {
        const double left = memoryLeft();
        QVERIFY(left > 1e6);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_AS, &before), 0);
        rlim_t pages = 0; // this process's; under a sanitizer terabytes
        std::ifstream("/proc/self/statm") >> pages;
        rlimit limit = before;
        limit.rlim_cur = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t(1) << 30);
        QCOMPARE(::setrlimit(RLIMIT_AS, &limit), 0);
        const double limited = memoryLeft();
        ::setrlimit(RLIMIT_AS, &before);
        QVERIFY(limited <= double(rlim_t(1) << 30));
        QVERIFY(limited > 1e6);
    }

    void whatIsLeftIsGranted_data() {
        QTest::addColumn<double>("bytes");
        QTest::addColumn<bool>("isGranted");
        QTest::newRow("little is not asked for") << 1e6 << true;
        QTest::newRow("as much as there is, but for the window") << 400e6 << true;
        QTest::newRow("more") << 440e6 << false;
        QTest::newRow("much more") << 12.3e9 << false;
    }
    void whatIsLeftIsGranted() {
        QFETCH(double, bytes);
        QFETCH(bool, isGranted);
        setMemoryLeft([] { return 500e6; });
        const auto has = memoryFor(bytes, "It takes", "Take less.");
        QCOMPARE(has.ok(), isGranted);
        if (isGranted) return;
        QCOMPARE(has.text(), "It takes about " + bytesText(bytes) +
                                 " of memory, but there is not enough memory: only 436 MB is available. Take less.");
    }

    void noneAtAll() {
        setMemoryLeft([] { return 0.0; });
        QVERIFY(memoryFor(1e6, "It takes", "").ok());
        QVERIFY(memoryFor(1e9, "It takes", "").text().find("1.0 GB of memory") != std::string::npos);
        QVERIFY(memoryFor(1e9, "It takes", "").text().find(": only 0 MB is available") != std::string::npos);
    }

    void wordsThatTakeNone() {
        QCOMPARE(tooLittleMemory("There is none.").text, std::string("There is none."));
        QCOMPARE(tooLittleMemory([]() -> std::string { throw std::bad_alloc(); }).text, std::string("Out of memory."));
    }
};

QTEST_APPLESS_MAIN(MemoryLeftTest)
#include "tst_memory.moc"
