// Tests traces of whole stages: they report progress, can be stopped, and compute nothing twice.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/RecordingBackend.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"

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
        QVERIFY(engine.traces(session, 0, 0, [&](double p) { return told.push_back(p), true; }).ok());
        QVERIFY(told.size() > 3 && std::is_sorted(told.begin(), told.end()));
        QCOMPARE(told.front(), 0.0);
        QCOMPARE(told.back(), 1.0);
        const auto stopped = engine.traces(session, 0, 0, [](double p) { return p < 0.5; });
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.text(), std::string("Cancelled"));
        QVERIFY(!engine.traces(session, 1, 1, {}).ok());
    }

    /// A watched answer is the same frame, with the same work.
    void anAnswerCanBeWatched() {
        Session session = twoLayers();
        const Demand demand = much();
        std::vector<double> told;
        const Watch watch = [&](double p) { return told.push_back(p), true; };
        const auto watchedUpdates = std::make_shared<Updates>(), updates = std::make_shared<Updates>();
        Engine watched(std::make_unique<RecordingBackend>(watchedUpdates)),
            engine(std::make_unique<RecordingBackend>(updates));
        for (int edit = 0; edit < 3; ++edit) {
            told.clear();
            const Frame frame = watched.answer(session, demand, watch);
            engine.answer(session, demand);
            QCOMPARE(difference(frame, Engine(eigen()).answer(session, demand)), std::string());
            QCOMPARE(workOf(*watchedUpdates), workOf(*updates));
            session = *withCell(session, {Parameter::X, 0, 0}, 0, 0, static_cast<float>(edit));
            QVERIFY(told.size() >= std::size_t(2 * 3)); // layers, heads
            QVERIFY(told.front() == 0 && told.back() <= 1 && std::ranges::is_sorted(told));
        }
    }

    /// Wherever an answer is stopped, the next one is right, and does no more work than the stopped one would have.
    void aStoppedAnswerCostsNothing_data() {
        QTest::addColumn<int>("tenths"); // the part of its questions that are answered by going on
        QTest::addColumn<QString>("edit");
        for (const char* edit : {"X", "W_q", "typed", "deleted", "undone", "head"})
            for (int tenths = 0; tenths < 10; ++tenths)
                QTest::addRow("%s, stopped at %d tenths", edit, tenths) << tenths << QString(edit);
    }
    void aStoppedAnswerCostsNothing() {
        QFETCH(int, tenths);
        QFETCH(QString, edit);
        Session first = twoLayers(), second = first;
        if (edit == "X" || edit == "undone") second = *withCell(first, {Parameter::X, 0, 0}, 3, 0, 2);
        if (edit == "W_q") second = *withCell(first, {Parameter::Wq, 1, 1}, 0, 0, 2);
        if (edit == "typed") insertToken(second.text, 4, 3);
        if (edit == "deleted") eraseToken(second.text, 4);
        if (edit == "head") second = *withHeadRemoved(first, 0, 1);
        const Demand demand = much();
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        engine.answer(first, demand);
        updates->clear();
        int questions = 0;
        engine.answer(second, demand, [&](double) { return ++questions > 0; });
        const auto work = workOf(*updates);
        engine.answer(first, demand);
        int left = questions * tenths / 10;
        QCOMPARE(engine.answer(second, demand, [&](double) { return left-- > 0; }).problem, std::string("Cancelled"));
        updates->clear();
        const Session& now = edit == "undone" ? first : second;
        QCOMPARE(difference(engine.answer(now, demand), Engine(eigen()).answer(now, demand)), std::string());
        if (edit != "undone")
            QVERIFY2(workOf(*updates) <= work, qPrintable(QString("%1 of %2").arg(workOf(*updates)).arg(work)));
        QCOMPARE(difference(engine.answer(first, demand), Engine(eigen()).answer(first, demand)), std::string());
    }

    /// An engine that has answered before answers when tokens have moved and most rows are unchanged.
    void aWatchedAnswerFollowsMovedTokens() {
        std::mt19937 random(4);
        Session session = randomSession(random, {4, 4, 2, 3, 2});
        changing(session)->options.mask.window = 1; // each row depends on its own token alone
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

    /// Dropout drops places, from where the tokens may move while their number stays.
    void droppedPlacesDoNotMove() {
        Session session = *withTokenizer(newSession(7, 4, 2, 3, 2), {"whitespace", ""});
        session = *withSentence(session, "a b c d e f");
        changing(session)->options.dropout = Dropout{0.5, 3};
        const Session moved = *withSentence(session, "b c d e f g");
        Demand demand;
        for (const Stage stage : {Stage::Dropped, Stage::Context, Stage::Concat})
            demand.maps.push_back({stage, 0, 1, {}, 9, 9});
        Engine engine(eigen());
        engine.answer(session, demand);
        QCOMPARE(difference(engine.answer(moved, demand), Engine(eigen()).answer(moved, demand)), std::string());
    }

    /// The layers below have rollouts of their own: 63 of them take 2.1 GB, too much with the 3.4 GB of the last layer.
    void rolloutsOfTheLayersBelowCount() {
        std::mt19937 random(4);
        Session session = randomSession(random, {kMaxRollout, 1, 1, 1, 1});
        while (session.layers.size() < 64) session.layers.push_back(session.layers[0]);
        changing(session, 63)->allHeads.resize(40, session.layers[0].allHeads[0]);
        Engine engine(makeBackend(kDefaultBackend).value());
        const auto stopped = engine.traces(session, 63, 63, [](double) { return false; });
        QVERIFY2(stopped.text().starts_with("All stages of this layer would take 5.6 GB of memory"),
                 stopped.text().c_str());
    }

    /// Each head computes its scores once.
    void everyHeadAttendsOnce() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 3, 3, 4});
        changing(session)[Parameter::Wo] = randomMatrix(random, 12, 4);
        session.layers.push_back(session.layers[0]);
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        QVERIFY(engine.traces(session, 0, 1, {}).ok());
        QCOMPARE(attended(*updates), std::vector<int>(2 * 3, 1));
    }

private:
    /// Returns two layers of three heads over 9 tokens, the first one causal.
    static Session twoLayers() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 3, 3, 4});
        changing(session)[Parameter::Wo] = randomMatrix(random, 12, 4);
        session.layers.push_back(session.layers[0]);
        changing(session)->options.mask.causal = true;
        return session;
    }
    static Demand much() {
        Demand demand{{{Stage::Output, 1, 0, {}, 9, 9}, {Stage::X, 0, 0, {}, 9, 9}},
                      {CellRef{Stage::Weights, 1, 1, 2, 3}}};
        for (int h = 0; h < 3; ++h)
            for (const Stage stage : {Stage::Q, Stage::Scores, Stage::Weights})
                demand.maps.push_back({stage, 1, h, {}, 9, 9});
        return demand;
    }
    /// Returns how many rows and columns were computed.
    static Index workOf(const Updates& updates) {
        Index work = 0;
        const auto add = [&](const IndexSet& rows) { work += rows.all ? 9 : static_cast<Index>(rows.items.size()); };
        for (const LayerUpdate& update : updates) {
            for (const Stage stage : {Stage::Concat, Stage::Output}) add(update.rows[stage]);
            for (const HeadUpdate& head : update.heads) {
                for (const Stage stage : {Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Context})
                    add(head.rows[stage]);
                add(head.columns);
            }
        }
        return work;
    }
    /// Returns how often each of the two layers' three heads computed its scores.
    static std::vector<int> attended(const Updates& updates) {
        std::vector<int> times(2 * 3);
        for (const LayerUpdate& update : updates)
            for (std::size_t h = 0; h < update.heads.size(); ++h)
                times[static_cast<std::size_t>(update.number) * 3 + h] += !update.heads[h].rows[Stage::Scores].empty();
        return times;
    }
};

QTEST_APPLESS_MAIN(TraceTest)
#include "tst_trace.moc"
