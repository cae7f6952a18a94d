// Tests the Engine behind LatestWins, as the window runs it: sessions and tiles are shared between two threads, one of
// which edits while the other computes. Meant for ThreadSanitizer (cmake --preset tsan); answers are checked, too.
#include "backend/backends.h"
#include "base/LatestWins.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/frames.h"

#include <QTest>

#include <bit>
#include <condition_variable>
#include <mutex>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Reads every value; NaN and -0 count by their bits.
std::uint64_t sumOfBits(const Matrix& values) {
    std::uint64_t sum = 0;
    for (Index i = 0; i < values.size(); ++i) sum = 31 * sum + std::bit_cast<std::uint32_t>(values.data()[i]);
    return sum;
}

} // namespace

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
            [&](const Job& job, auto) {
                return Answer{std::make_shared<const Frame>(engine.answer(job.session, job.demand)), job.step};
            },
            [&](Answer answer) {
                const std::lock_guard lock(mutex);
                answers.push_back(std::move(answer));
                changed.notify_all();
            });

        constexpr int kSteps = 400;
        std::vector<std::pair<std::shared_ptr<const Tile>, std::uint64_t>> read;
        RandomEdits edits(5);
        for (int step = 1; step <= kSteps; ++step) {
            edits.step();
            runner.request({edits.session, edits.demand, step});
            // A view reads tiles that the next answer may share, while that one is computed. So the test does not read
            // them under the lock, which might hide a write to one of them from ThreadSanitizer.
            std::shared_ptr<const Frame> frame;
            {
                std::unique_lock lock(mutex);
                if (step >= 20) changed.wait(lock, [&] { return !answers.empty(); });
                if (!answers.empty()) frame = answers.back().frame;
            }
            if (!frame) continue;
            for (const auto& tile : frame->tiles) read.emplace_back(tile, sumOfBits(tile->values));
        }
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !answers.empty() && answers.back().step == kSteps; });
        QVERIFY(!read.empty());
        for (const auto& [tile, sum] : read) QCOMPARE(sumOfBits(tile->values), sum); // nobody wrote to it since
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
