// A backend may be replaced between any two answers, and small work may go to the fallback instead.
#include "base/LeavableThread.h"
#include "engine/GuardedEngine.h"
#include "support/FailingBackend.h"
#include "support/RandomEdits.h"
#include "support/RecordingBackend.h"
#include "support/frames.h"
#include "support/incremental.h"

#include <QTest>

#include <chrono>

using namespace headlight;
using namespace headlight::testing;
using std::chrono::milliseconds;

namespace {

const std::string kRecording = "A backend that keeps a diary";

std::unique_ptr<Backend> recording(const std::shared_ptr<Updates>& updates = std::make_shared<Updates>()) {
    return std::make_unique<RecordingBackend>(updates);
}

Frame fresh(const Frame& frame) { return Engine(eigen()).answer(frame.session, frame.demand); }

/// Returns a session of eight heads whose work is worth almost a second of patience.
Session largeSession() {
    std::string words;
    for (int i = 0; i < 700; ++i) words += "w" + std::to_string(i % 40) + " ";
    return *withSentence(newSession(1, 16, 8, 16, 16), words);
}

/// Takes 0.9 s, and asks its watch all the time.
class SlowLayer : public BackendLayer {
public:
    explicit SlowLayer(std::unique_ptr<BackendLayer> layer) : layer_(std::move(layer)) {}
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        using Clock = std::chrono::steady_clock;
        for (const auto end = Clock::now() + milliseconds(900); Clock::now() < end;)
            if (!shouldContinue(watch, 0.5)) return Ran::Stopped;
        return layer_->run(innerUpdate(update, &SlowLayer::layer_), reads, answers, watch);
    }

private:
    std::unique_ptr<BackendLayer> layer_;
};

class SlowBackend : public Backend {
public:
    std::string description() const override { return "A slow backend"; }
    std::unique_ptr<BackendLayer> makeLayer() override { return std::make_unique<SlowLayer>(cpu_->makeLayer()); }
    double scoresBytes(Index queries, Index keys) const override { return cpu_->scoresBytes(queries, keys); }
    double memory() const override { return cpu_->memory(); }

private:
    std::unique_ptr<Backend> cpu_ = eigen();
};

} // namespace

class SwitchingTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QTRY_COMPARE(threadsLeftBehind(), 0); }

    /// Each answer is that of a new engine, whichever backend gave those before.
    void betweenAnyTwoAnswers() {
        const std::string cpu = eigen()->description();
        for (const bool hasFallback : {false, true})
            for (unsigned seed = 1; seed <= 8; ++seed) {
                RandomEdits edits(seed);
                GuardedEngine engine(eigen(), hasFallback ? eigen() : nullptr);
                std::string now = cpu;
                for (unsigned step = 0; step < 30; ++step) {
                    if ((step * seed) % 3 == 1) {
                        const bool isCpu = (step * seed) % 2 == 0;
                        engine.setBackend(isCpu ? nullptr : recording(), isCpu ? Terms() : Terms{"other"});
                        now = isCpu ? cpu : kRecording;
                    }
                    const Frame frame = engine.answer(edits.session, edits.demand);
                    QCOMPARE(difference(frame, fresh(frame)), std::string());
                    QCOMPARE(frame.backend, now);
                    QCOMPARE(frame.backendId, std::string(now == cpu ? kDefaultBackend : "other"));
                    QCOMPARE(frame.notice, std::string());
                    edits.step();
                }
            }
    }

    /// The fallback keeps its computed rows while another backend answers.
    void theFallbackKeepsWhatItHas() {
        const auto updates = std::make_shared<Updates>();
        GuardedEngine engine(recording(updates));
        std::mt19937 random(1);
        const Session session = causalLayers(random, 1);
        const Demand demand = scoresAndWeights(2, 20);
        engine.answer(session, demand);
        engine.setBackend(eigen(), {"other"});
        engine.answer(session, demand);
        engine.setBackend(nullptr, {});
        updates->clear();
        QCOMPARE(engine.answer(session, demand).backend, kRecording);
        for (const LayerUpdate& update : *updates)
            for (const HeadUpdate& head : update.heads) QVERIFY(head.rows[Stage::Scores].empty());
    }

    void smallWorkIsTheFallbacks() {
        std::mt19937 random(1);
        const Session session = causalLayers(random, 1);
        const Demand demand = scoresAndWeights(2, 20);
        Demand withOther = demand;
        withOther.others = {session};
        const double work = multiplicationsUpTo(session, 0);
        GuardedEngine engine(eigen());
        const std::string cpu = eigen()->description();
        const auto backendOf = [&](const Demand& asked, double minWork) {
            engine.setBackend(recording(), {"other", minWork});
            const Frame frame = engine.answer(session, asked);
            const bool isSaid = frame.backendId == (frame.backend == cpu ? kDefaultBackend : "other");
            return difference(frame, fresh(frame)).empty() && isSaid ? frame.backend : "not the same";
        };
        QCOMPARE(backendOf(demand, work), kRecording);
        QCOMPARE(backendOf(demand, work + 1), cpu);
        QCOMPARE(backendOf(withOther, work + 1), kRecording);
        QCOMPARE(backendOf(withOther, 2 * work + 1), cpu);
    }

    /// The work is that of all layers up to the topmost that any part of the demand needs.
    void workIsOfAllLayersThatAreNeeded() {
        std::mt19937 random(1);
        const Session session = causalLayers(random, 2);
        const CellRef above{Stage::Weights, 1, 0, 2, 1};
        Demand ofMap, ofCell, ofStatistics, ofSensitivity;
        ofMap.maps = {{Stage::Weights, 1, 0, {}, 9, 9}};
        ofCell.cells = {above};
        ofStatistics.statistics = {{1, 0}};
        ofSensitivity.sensitivities = {{above}};
        for (const Demand& demand : {ofMap, ofCell, ofStatistics, ofSensitivity}) {
            GuardedEngine engine(eigen());
            engine.setBackend(recording(), {"other", multiplicationsUpTo(session, 1)});
            QCOMPARE(engine.answer(session, demand).backend, kRecording);
        }
    }

    /// It is no failure if two states do not fit together although each of them fits.
    void statesThatDoNotFitTogether() {
        std::mt19937 random(1);
        const Session session = causalLayers(random, 1);
        const Demand alone = scoresAndWeights(2, 20);
        Demand both = alone;
        both.others = {withVector(session, 0, 3)};
        for (MapDemand map : alone.maps) {
            map.state = 1;
            both.maps.push_back(map);
        }
        const auto failure = std::make_shared<Failure>();
        failure->scoresBytes = 10;
        failure->memory = 3 * failure->scoresBytes; // the heads need four times as much
        GuardedEngine engine(eigen());
        engine.setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 1});
        for (int time = 0; time < 2; ++time)
            for (const Demand& demand : {alone, both}) {
                const Frame frame = engine.answer(session, demand);
                QCOMPARE(frame.problem + frame.notice, std::string());
                QCOMPARE(difference(frame, fresh(frame)), std::string());
                const bool fits = demand.others.empty();
                QCOMPARE(frame.backend, fits ? "A frail backend" : eigen()->description());
                QCOMPARE(frame.backendId, std::string(fits ? "frail" : kDefaultBackend));
            }
    }

    /// A failed backend can be tried again any number of times.
    void afterAFailureItCanBeTriedAgain() {
        const RandomEdits edits(3);
        const auto failure = std::make_shared<Failure>();
        GuardedEngine engine(eigen());
        for (int time = 0; time < 3; ++time) {
            failure->calls = 0;
            failure->at = time < 2 ? 1 : 0;
            engine.setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, time + 1});
            const Frame frame = engine.answer(edits.session, edits.demand);
            QCOMPARE(difference(frame, fresh(frame)), std::string());
            QCOMPARE(frame.failed, time < 2 ? time + 1 : 0);
            QCOMPARE(frame.backendId, std::string(time < 2 ? kDefaultBackend : "frail"));
            QCOMPARE(frame.notice.empty(), time == 2);
            QCOMPARE(frame.backend, time < 2 ? eigen()->description() : "A frail backend");
            QCOMPARE(engine.answer(edits.session, edits.demand).failed, 0);
        }
    }

    /// A backend that asks its watch is waited for, even if the caller watches nothing.
    void aSignOfLifeIsEnough() {
        std::mt19937 random(1);
        const Session session = causalLayers(random, 1);
        GuardedEngine engine(std::make_unique<SlowBackend>(), eigen());
        engine.setPatience(milliseconds(300));
        const Frame frame = engine.answer(session, scoresAndWeights(2, 20));
        QCOMPARE(frame.backend + frame.notice, std::string("A slow backend"));
        QCOMPARE(difference(frame, fresh(frame)), std::string());
    }

    /// A backend that asks its watch gets no more patience for more work.
    void aHang_data() {
        QTest::addColumn<bool>("givesSigns");
        QTest::addColumn<QString>("said");
        QTest::newRow("with signs of life") << true << "(no answer for 200 ms)";
        QTest::newRow("without") << false << "(no answer for 9";
    }
    void aHang() {
        QFETCH(bool, givesSigns);
        QFETCH(QString, said);
        const auto failure = std::make_shared<Failure>();
        failure->kind = Failure::Kind::Never;
        failure->at = 1;
        GuardedEngine engine(eigen());
        engine.setPatience(milliseconds(200));
        engine.setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, givesSigns, 7});
        const Frame frame = engine.answer(largeSession(), scoresAndWeights(8, 20));
        failure->end();
        QVERIFY2(QString::fromStdString(frame.notice).contains(said), frame.notice.c_str());
        QCOMPARE(frame.failed, 7);
    }
};

QTEST_GUILESS_MAIN(SwitchingTest)
#include "tst_switching.moc"
