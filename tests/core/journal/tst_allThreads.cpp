// Runs everything that works beside the GUI thread at once: the Engine computes, the journal is written, jobs save the
// session and are cancelled or left, and all share the blocks of sessions that are being edited. Meant for
// ThreadSanitizer (cmake --preset tsan); the results are checked as well.
#include "backend/backends.h"
#include "base/LatestWins.h"
#include "base/LeavableThread.h"
#include "core/io/filesBench.h"
#include "core/io/randomSession.h"
#include "engine/GuardedEngine.h"
#include "io/files.h"
#include "journal/JournalThread.h"
#include "support/frames.h"
#include "support/randomDemand.h"

#include <QTest>

#include <atomic>
#include <mutex>
#include <vector>

using namespace headlight;
using namespace headlight::testing;
using namespace std::chrono_literals;

namespace {

/// A job like the window's: it owns what it uses, reports its progress, and asks whether it may go on.
struct Job {
    SessionFile file;
    fs::path path;
    std::atomic<double> done{-1};
    std::atomic<bool> isCancelled{false}, isOver{false}, isSaved{false};
    std::string problem; ///< set when it is over

    void run() {
        const auto written = writeSession(path, file, [this](double part) {
            done = part;
            return !isCancelled;
        });
        isSaved = written.ok();
        if (!written) problem = written.text();
        isOver = true;
    }
};

} // namespace

class AllThreadsTest : public QObject {
    Q_OBJECT

private slots:
    void everythingAtOnce() {
        struct Question {
            Session session;
            Demand demand;
        };
        std::mutex mutex;
        std::vector<std::shared_ptr<const Frame>> answers;
        GuardedEngine engine(makeBackend(kDefaultBackend).value(), makeBackend(kDefaultBackend).value());
        LatestWins<Question, std::shared_ptr<const Frame>> runner(
            [&](const Question& asked, auto) {
                return std::make_shared<const Frame>(engine.answer(asked.session, asked.demand));
            },
            [&](std::shared_ptr<const Frame> answer) {
                const std::lock_guard lock(mutex);
                answers.push_back(std::move(answer));
            });
        const fs::path folder = bench_.in("");
        JournalThread journal(folder / "journals", {}, 1ms);
        std::mt19937 generator(11);
        RandomNumbers random(12);
        Session session = testing::RandomSessions(13).next().session;
        std::vector<Session> earlier;
        std::vector<std::shared_ptr<Job>> jobs;
        std::vector<std::unique_ptr<LeavableThread>> threads;
        constexpr int kSteps = 300;
        for (int step = 1; step <= kSteps; ++step) {
            earlier.assign(1, session);
            session = testing::walked(std::move(session), 3, generator);
            runner.request({session, anyDemand(random, earlier)});
            journal.keep(step % 3, {session, {}},
                         {"lesson", "", {}, static_cast<std::uint64_t>(step), step, static_cast<std::uint64_t>(step)});
            if (step % 10 == 0) { // some are destroyed while they run, as the window does
                const auto job = std::make_shared<Job>();
                job->file = {session, {}};
                job->path = folder / ("saved-" + std::to_string(step));
                jobs.push_back(job);
                threads.push_back(std::make_unique<LeavableThread>([job] { job->run(); }));
                if (step % 20 == 0) job->isCancelled = true;
                if (step % 30 == 0) threads.back().reset();
            }
            if (step % 50 == 0) journal.forget(step % 3);
        }
        QVERIFY(journal.sync());
        QTRY_VERIFY(std::ranges::all_of(jobs, [](const auto& job) { return job->isOver.load(); }));
        for (const auto& job : jobs) {
            QVERIFY2(job->isSaved || job->isCancelled, job->problem.c_str());
            const auto read = readFile(job->path, 1 << 26);
            QCOMPARE(read.ok(), job->isSaved.load()); // a cancelled one leaves no file
            if (read) QVERIFY(*read == sessionText(job->file));
        }
        threads.clear();
        QTRY_COMPARE(threadsLeftBehind(), 0);
        QTRY_VERIFY([&] {
            const std::lock_guard lock(mutex);
            return !answers.empty() && answers.back()->session == session;
        }());
        const std::lock_guard lock(mutex);
        for (const auto& answer : answers) {
            const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(answer->session, answer->demand);
            const std::string text = difference(*answer, fresh);
            QVERIFY2(text.empty(), text.c_str());
        }
    }

private:
    FilesBench bench_;
};

QTEST_GUILESS_MAIN(AllThreadsTest)
#include "tst_allThreads.moc"
