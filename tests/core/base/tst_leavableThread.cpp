// Threads that nobody waits for any more are counted until they have ended.
#include "base/LeavableThread.h"

#include <QTest>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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
        QCOMPARE(owned.use_count(), 1); // what it worked on went with it
    }

    /// Several at a time; and where there are no addresses for their stacks, none is hoped for.
    void whetherThreadsCanBeMade() {
        QVERIFY(threadsCanBeMade(0));
        QVERIFY(threadsCanBeMade(4));
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("A sanitizer needs more addresses than such a limit leaves.");
#endif
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit none{std::size_t(1) << 20, std::size_t(1) << 20};
            ::setrlimit(RLIMIT_AS, &none);
            ::_exit(threadsCanBeMade(64) ? 1 : 0); // more than stacks are kept for
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }
};

QTEST_GUILESS_MAIN(LeavableThreadTest)
#include "tst_leavableThread.moc"
