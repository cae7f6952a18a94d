#include "base/parallel.h"

#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace headlight;

namespace {

constexpr double kMuch = 1e9, kLittle = 1e3;

/// Sets the number of computing threads for one test.
struct Threads {
    explicit Threads(int count) { setComputingThreads(count); }
    ~Threads() { setComputingThreads(0); }
};

} // namespace

class ParallelTest : public QObject {
    Q_OBJECT

private slots:
    void everyNumberIsTakenOnce_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("block");
        QTest::addColumn<double>("work");
        for (const int count : {0, 1, 2, 7, 16, 17, 1000})
            for (const int block : {1, 16, 2000})
                for (const double work : {kLittle, kMuch})
                    QTest::addRow("%d by %d%s", count, block, work == kMuch ? ", shared" : "")
                        << count << block << work;
    }
    void everyNumberIsTakenOnce() {
        QFETCH(int, count);
        QFETCH(int, block);
        QFETCH(double, work);
        const Threads threads(3);
        std::vector<std::atomic<int>> times(static_cast<std::size_t>(count));
        std::atomic<bool> areBlocks = true;
        inParallel(count, block, work, [&](Index first, Index end) {
            if (first % block != 0 || end != std::min<Index>(count, first + block)) areBlocks = false;
            for (Index i = first; i < end; ++i) ++times[static_cast<std::size_t>(i)];
        });
        QVERIFY(areBlocks);
        for (const auto& one : times) QCOMPARE(one.load(), 1);
    }

    void littleWorkStaysOnItsThread() {
        const Threads threads(4);
        inParallel(100, 1, kLittle,
                   [me = std::this_thread::get_id()](Index, Index) { QCOMPARE(std::this_thread::get_id(), me); });
    }
    void oneThreadIsTheCallingOne() {
        const Threads threads(1);
        QCOMPARE(computingThreads(), 1);
        inParallel(100, 1, kMuch,
                   [me = std::this_thread::get_id()](Index, Index) { QCOMPARE(std::this_thread::get_id(), me); });
    }
    /// Each of two parts waits for the other one.
    void twoThreadsAreTwo() {
        const Threads threads(2);
        std::mutex mutex;
        std::condition_variable arrived;
        int waiting = 0;
        inParallel(2, 1, kMuch, [&](Index, Index) {
            std::unique_lock lock(mutex);
            ++waiting;
            arrived.notify_all();
            arrived.wait(lock, [&] { return waiting == 2; });
        });
        QCOMPARE(waiting, 2);
    }
    /// A thread that waits for its own parts must not take another part meanwhile.
    void aPartThatWaitsDoesNoOther() {
        const Threads threads(3);
        std::atomic<bool> isMixed = false;
        inParallel(8, 1, kMuch, [&](Index outer, Index) {
            static thread_local Index now = -1;
            if (now != -1) isMixed = true;
            now = outer;
            inParallel(8, 1, kMuch, [](Index, Index) { std::this_thread::yield(); });
            if (now != outer) isMixed = true;
            now = -1;
        });
        QVERIFY(!isMixed);
    }
    void whatAPartThrowsComesOut() {
        const Threads threads(2);
        const auto throws = [](Index first, Index) {
            if (first == 7) throw std::runtime_error("seven");
        };
        for (const double work : {kLittle, kMuch})
            QVERIFY_EXCEPTION_THROWN(inParallel(20, 1, work, throws), std::runtime_error);
    }
    void aNumberOfThreadsIsAtLeastOne() {
        for (const int count : {0, -1}) {
            setComputingThreads(count);
            QVERIFY(computingThreads() >= 1);
        }
    }
};

QTEST_APPLESS_MAIN(ParallelTest)
#include "tst_parallel.moc"
