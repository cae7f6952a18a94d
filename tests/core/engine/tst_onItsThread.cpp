// The Engine behind LatestWins, as the window runs it: sessions and tiles are shared between two threads while one
// edits and the other computes. Meant for ThreadSanitizer (cmake --preset tsan); the answers are checked as well.
#include <condition_variable>
#include <mutex>

#include <QTest>

#include "backend/backends.h"
#include "base/LatestWins.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/frames.h"
#include "support/threadSanitizer.h"

using namespace headlight;
using namespace headlight::testing;

class OnItsThreadTest : public QObject {
    Q_OBJECT

private slots:
    void editsWhileItComputes() {
        struct Job {
            Session session;
            Demand demand;
            int step = 0;
        };
        struct Answer {
            std::shared_ptr<const Frame> frame;
            int step = 0;
        };
        std::mutex mutex;
        std::condition_variable changed;
        std::vector<Answer> answers;
        Engine engine(makeBackend(kDefaultBackend).value());
        LatestWins<Job, Answer> runner(
            [&](const Job& job) {
                return Answer{std::make_shared<const Frame>(engine.answer(job.session, job.demand)), job.step};
            },
            [&](Answer answer) {
                const std::lock_guard lock(mutex);
                answers.push_back(std::move(answer));
                changed.notify_all();
            });

        constexpr int kSteps = 400;
        RandomEdits edits(5);
        for (int step = 1; step <= kSteps; ++step) {
            edits.step();
            runner.request({edits.session, edits.demand, step});
            const std::lock_guard lock(mutex);
            if (!answers.empty()) // a view reads tiles that the next answer may share
                for (const auto& tile : answers.back().frame->tiles) QVERIFY(tile->values.size() >= 0);
        }
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !answers.empty() && answers.back().step == kSteps; });
        for (const Answer& answer : answers) {
            const Frame& frame = *answer.frame;
            const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(frame.session, frame.demand);
            const std::string text = difference(frame, fresh);
            QVERIFY2(text.empty(), text.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(OnItsThreadTest)
#include "tst_onItsThread.moc"
