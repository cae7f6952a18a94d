// Tests scores that a device does not store: wherever a frame is stopped, the next one shows what stored scores show,
// and all scores are never in memory at once.
#include "engine/Engine.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/openCl.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::size_t allocated = 0;

cl::Buffer counted(const cl::Context& context, cl_mem_flags flags, std::size_t bytes) {
    allocated += bytes;
    return cl::Buffer(context, flags, bytes);
}

} // namespace

class OpenClStreamedTest : public QObject {
    Q_OBJECT

private slots:
    void stoppedAnywhere_data() {
        QTest::addColumn<int>("tokensMoved");
        QTest::newRow("a vector") << 0;
        QTest::newRow("a token appended") << 1;
        QTest::newRow("a token gone") << -1;
    }
    void stoppedAnywhere() {
        QFETCH(int, tokensMoved);
        std::mt19937 random(3);
        const Session longer = randomSession(random, {9, 4, 2, 3, 2});
        const auto firstOf = [&](int count) {
            Session session = longer;
            Tokens tokens = *longer.text.tokens;
            tokens.texts.resize(static_cast<std::size_t>(count));
            tokens.ids.resize(static_cast<std::size_t>(count));
            session.text.tokens = std::move(tokens);
            return session;
        };
        const Session before = firstOf(8), moved = firstOf(8 + tokensMoved),
                      after = tokensMoved == 0 ? withVector(moved, 2, 0.5F) : moved;
        const Demand demand = everything(after);
        const Frame stored = Engine(openCl()).answer(after, demand);
        int stops = 0;
        for (bool isStopped = true; isStopped; ++stops) {
            Engine engine(openCl({.blockBytes = 100, .scoresBytes = 0, .workOfMark = 1}));
            QCOMPARE(engine.answer(before, demand).problem, std::string());
            isStopped = engine.answer(after, demand, [left = stops](double) mutable { return left-- > 0; }).problem ==
                        "Cancelled";
            const Frame streamed = engine.answer(after, demand);
            QCOMPARE(streamed.problem, std::string());
            const std::string text = difference(streamed, stored);
            QVERIFY2(text.empty(), text.c_str());
        }
        QVERIFY2(stops > 100,
                 std::to_string(stops).c_str()); // blocks of three rows of two heads, for each of their maps
    }

    /// The first answer, a zoomed map and an edit together allocate less than one head's scores would take.
    void scoresAreNowhere() {
        std::mt19937 random(3);
        constexpr int kTokens = 3000;
        const Session session = randomSession(random, {kTokens, 8, 2, 4, 4});
        Demand demand = scoresAndWeights(2, 30);
        demand.maps.push_back({Stage::Context, 0, 0, {}, 30, 4});
        Engine engine(openCl({.blockBytes = 1 << 20, .scoresBytes = 0, .allocate = counted}));
        allocated = 0;
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        demand.maps[0].region = {1000, 1000, 40, 40};
        QCOMPARE(engine.answer(withVector(session, 5, 0.25F), demand).problem, std::string());
        QVERIFY2(allocated < sizeof(float) * kTokens * kTokens, std::to_string(allocated).c_str());
    }
};

QTEST_GUILESS_MAIN(OpenClStreamedTest)
#include "tst_openClStreamed.moc"
