// Whole stages: how far they are, that they can be stopped, and that nothing is computed twice for them.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/RecordingBackend.h"
#include "support/blocks.h"
#include "support/frames.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

class TraceTest : public QObject {
    Q_OBJECT

private slots:
    void traceTellsProgressAndStops() {
        std::mt19937 random(4);
        const Session session = randomSession(random, {9, 4, 3, 3, 5});
        Engine engine(makeBackend(kDefaultBackend).value());
        std::vector<double> told;
        QVERIFY(engine.trace(session, 0, [&](double p) { return told.push_back(p), true; }).ok());
        QVERIFY(told.size() > 3 && std::is_sorted(told.begin(), told.end()));
        QCOMPARE(told.front(), 0.0);
        QCOMPARE(told.back(), 1.0);
        const auto stopped = engine.trace(session, 0, [](double p) { return p < 0.5; });
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.text(), std::string("Cancelled"));
        QVERIFY(!engine.trace(session, 1, {}).ok());
    }

    /// Whoever watches gets the same frame, head by head; who stops it may ask again.
    void anAnswerCanBeWatched() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 3, 3, 4});
        session.layers[0][Parameter::Wo] = randomMatrix(random, 12, 4);
        session.layers.push_back(session.layers[0]);
        Demand demand{{{Stage::Output, 1, 0, {}, 9, 9}, {Stage::X, 0, 0, {}, 9, 9}}, {{1, 1, 2, 3}}};
        for (int h = 0; h < 3; ++h)
            for (const Stage stage : {Stage::Q, Stage::Scores, Stage::Weights})
                demand.maps.push_back({stage, 1, h, {}, 9, 9});
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        std::vector<double> told;
        const Frame watched = engine.answer(session, demand, [&](double p) { return told.push_back(p), true; });
        QCOMPARE(difference(watched, Engine(makeBackend(kDefaultBackend).value()).answer(session, demand)),
                 std::string());
        QCOMPARE(told.size(), std::size_t(2 * (3 + 1))); // heads and what they are joined to
        QVERIFY(std::is_sorted(told.begin(), told.end()) && told.front() == 0 && told.back() < 1);
        QCOMPARE(attended(*updates), std::vector<int>(2 * 3, 1));
        for (std::size_t looks = 0; looks < told.size(); ++looks) {
            session = *withCell(session, {Parameter::X, 0, 0}, 0, 0, static_cast<float>(looks));
            std::size_t left = looks;
            QCOMPARE(engine.answer(session, demand, [&](double) { return left-- > 0; }).problem,
                     std::string("Cancelled"));
            QCOMPARE(difference(engine.answer(session, demand),
                                Engine(makeBackend(kDefaultBackend).value()).answer(session, demand)),
                     std::string());
        }
    }

    /// By an engine that has answered before, when tokens have moved and most rows are as they were.
    void aWatchedAnswerFollowsMovedTokens() {
        std::mt19937 random(4);
        Session session = randomSession(random, {4, 4, 2, 3, 2});
        session.layers[0].options.mask.window = 1; // each row is its own token's alone
        session.layers.push_back(session.layers[0]);
        session = *withTokenizer(session, {"whitespace", ""});
        session = *withSentence(session, "a b c d");
        const Session moved = *withSentence(session, "b c d e");
        Demand demand;
        for (const Stage stage : {Stage::Q, Stage::Weights, Stage::Concat})
            demand.maps.push_back({stage, 1, 0, {}, 9, 9});
        Engine engine(makeBackend(kDefaultBackend).value());
        engine.answer(session, demand);
        const Frame watched = engine.answer(moved, demand, [](double) { return true; });
        QCOMPARE(difference(watched, Engine(makeBackend(kDefaultBackend).value()).answer(moved, demand)),
                 std::string());
    }

    /// Heads come one after the other, and are joined at the end.
    void everyHeadAttendsOnce() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 3, 3, 4});
        session.layers[0][Parameter::Wo] = randomMatrix(random, 12, 4);
        session.layers.push_back(session.layers[0]);
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        QVERIFY(engine.traces(session, 0, 1, {}).ok());
        QCOMPARE(attended(*updates), std::vector<int>(2 * 3, 1));
    }

private:
    /// How often each of two layers' three heads attended.
    static std::vector<int> attended(const Updates& updates) {
        std::vector<int> times(2 * 3);
        for (const LayerUpdate& update : updates)
            for (std::size_t h = 0; h < update.heads.size(); ++h)
                times[static_cast<std::size_t>(update.number) * 3 + h] += update.heads[h].attend.has_value();
        return times;
    }
};

QTEST_APPLESS_MAIN(TraceTest)
#include "tst_trace.moc"
