// Tests a background thread that answers the latest request. Clean under ThreadSanitizer (cmake --preset tsan).
#include "base/LatestWins.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

using namespace headlight;

namespace {

/// Lets threads wait in pass() until it is opened; it is never closed.
class Gate {
public:
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    void pass() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return open_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
};

/// Holds answers in the order in which they were posted.
class Answers {
public:
    void add(int answer) {
        const std::lock_guard lock(mutex_);
        answers_.push_back(answer);
        changed_.notify_all();
    }
    /// Waits until `answer` is there, and returns all answers so far.
    std::vector<int> until(int answer) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return std::find(answers_.begin(), answers_.end(), answer) != answers_.end(); });
        return answers_;
    }
    std::vector<int> all() {
        const std::lock_guard lock(mutex_);
        return answers_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<int> answers_;
};

using Runner = LatestWins<int, int>;

} // namespace

class LatestWinsTest : public QObject {
    Q_OBJECT

private slots:
    void answersARequest() {
        Answers answers;
        Runner runner([](int request, auto) { return 10 * request; }, [&](int answer) { answers.add(answer); });
        runner.request(4);
        QVERIFY(answers.until(40) == std::vector<int>{40});
    }

    void aRequestThatThrowsHasNoAnswer() {
        Answers answers;
        Runner runner(
            [](int request, auto) {
                if (request == 1) throw std::runtime_error("no");
                if (request == 2) throw 2;
                return 10 * request;
            },
            [&](int answer) {
                answers.add(answer);
                if (answer == 30) throw std::bad_alloc();
            });
        for (const int request : {1, 2, 3, 4}) {
            runner.request(request);
            if (request > 2) answers.until(10 * request);
        }
        QVERIFY((answers.all() == std::vector<int>{30, 40}));
    }

    /// While 1 runs, 2 and 3 arrive: 1 finishes, 2 is never started.
    void latestWinsAndARunningOneFinishes() {
        Answers answers;
        Gate started, mayEnd;
        Runner runner(
            [&](int request, auto) {
                started.open();
                mayEnd.pass();
                return request;
            },
            [&](int answer) { answers.add(answer); });
        runner.request(1);
        started.pass();
        runner.request(2);
        runner.request(3);
        mayEnd.open();
        QVERIFY((answers.until(3) == std::vector<int>{1, 3}));
    }

    /// The destructor drops the waiting request, and does not post the answer of the running one.
    void destructionWithAWaitingRequest() {
        Answers answers;
        Gate started, mayEnd;
        auto runner = std::make_unique<Runner>(
            [&](int request, auto) {
                started.open();
                mayEnd.pass();
                return request;
            },
            [&](int answer) { answers.add(answer); });
        runner->request(1);
        started.pass();
        runner->request(2);
        std::thread destroyer([&] { runner.reset(); });
        // The destructor may begin before or after 1 ends, so 1 may be posted and 2 may run. It must return, and
        // nothing may be posted afterwards.
        mayEnd.open();
        destroyer.join();
        const std::vector<int> all = answers.all();
        QVERIFY(all.empty() || all == std::vector<int>{1} || (all == std::vector<int>{1, 2}));
    }

    /// A request that does not end is left behind, and its answer is not posted.
    void destructionWhileItIsBusy_data() {
        QTest::addColumn<bool>("waits");
        QTest::newRow("for a while") << true;
        QTest::newRow("not at all") << false;
    }
    void destructionWhileItIsBusy() {
        QFETCH(bool, waits);
        struct Shared {
            Gate started, mayEnd, ended;
            std::atomic<bool> isPosted{false};
        };
        const auto shared = std::make_shared<Shared>();
        const int before = threadsLeftBehind();
        {
            Runner runner(
                [shared](int request, auto) {
                    shared->started.open();
                    shared->mayEnd.pass();
                    shared->ended.open();
                    return request;
                },
                [shared](int) { shared->isPosted = true; });
            runner.request(1);
            shared->started.pass();
            if (!waits) runner.setImpatient();
        }
        QCOMPARE(threadsLeftBehind() - before, 1);
        shared->mayEnd.open();
        shared->ended.pass();
        QVERIFY(!shared->isPosted);
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
    }

    void destructionAtOnce() {
        for (int i = 0; i < 200; ++i) {
            Runner runner([](int request, auto) { return request; }, [](int) {});
            if (i % 2) runner.request(i);
        }
    }

    /// Requests come from several threads: the answers of each keep their order, and the very last request is answered.
    void hammering() {
        constexpr int kThreads = 4, kRequests = 2000, kLast = 1'000'000;
        Answers answers;
        std::atomic<int> running{0};
        Runner runner(
            [&](int request, auto) {
                if (++running != 1) qFatal("two at a time");
                --running;
                return request;
            },
            [&](int answer) { answers.add(answer); });
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t)
            threads.emplace_back([&runner, t] {
                for (int i = 0; i < kRequests; ++i) runner.request(t * kRequests + i);
            });
        for (std::thread& thread : threads) thread.join();
        runner.request(kLast);
        const std::vector<int> all = answers.until(kLast);
        QCOMPARE(all.back(), kLast);
        std::vector<int> latest(kThreads, -1);
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            int& before = latest.at(static_cast<std::size_t>(all[i] / kRequests));
            QVERIFY(all[i] > before);
            before = all[i];
        }
    }
};

QTEST_GUILESS_MAIN(LatestWinsTest)
#include "tst_latestWins.moc"
