// Threads that were left behind are counted until they have ended.
#include "base/LeavableThread.h"

#include <QTest>

#include <future>
#include <memory>

using namespace headlight;
using namespace std::chrono_literals;

class LeavableThreadTest : public QObject {
    Q_OBJECT

private slots:
    void whatEndsIsNotLeft() {
        {
            LeavableThread thread([] {});
            QVERIFY(thread.endsWithin(10s));
        }
        QCOMPARE(threadsLeftBehind(), 0);
    }

    void whatIsLeftIsCountedUntilItEnds() {
        std::promise<void> mayEnd;
        const auto owned = std::make_shared<int>(0);
        {
            LeavableThread thread(
                [owned, until = std::make_shared<std::future<void>>(mayEnd.get_future())] { until->wait(); });
            QVERIFY(!thread.endsWithin(1ms));
        }
        QCOMPARE(threadsLeftBehind(), 1);
        mayEnd.set_value();
        QTRY_COMPARE(threadsLeftBehind(), 0);
        QCOMPARE(owned.use_count(), 1); // the work's data is destroyed
    }
};

QTEST_GUILESS_MAIN(LeavableThreadTest)
#include "tst_leavableThread.moc"
