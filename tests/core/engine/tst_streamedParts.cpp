// Tests scores that do not fit into memory: maps are handed out head by head, and there is progress within a head.
#include "backend/cpu/CpuBackend.h"
#include "engine/GuardedEngine.h"
#include "session/edits.h"
#include "support/FailingBackend.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/incremental.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kTokens = 300, kHeads = 3;

Session someSession(int heads) {
    std::mt19937 random(3);
    return randomSession(random, {kTokens, 4, heads, 2, 2});
}

Demand mapsOf(int heads) {
    Demand demand;
    for (const Stage stage : {Stage::Scores, Stage::Weights})
        for (int head = 0; head < heads; ++head) demand.maps.push_back({stage, 0, head, {}, 40, 40});
    demand.cells.emplace_back(CellRef{Stage::Weights, 0, 1, 2, 3});
    return demand;
}

/// Keeps what is handed out, and stops after `most`.
struct Parts {
    std::vector<Frame> all;
    std::size_t most = 1000;
    Sink sink = [this](Frame part) {
        all.push_back(std::move(part));
        return all.size() < most;
    };
};

/// Returns the heads whose scores and weights are both there, such as "01".
std::string headsIn(const Frame& frame) {
    std::string heads;
    const std::size_t count = frame.tiles.size() / 2;
    for (std::size_t head = 0; head < count; ++head)
        if (frame.tiles[head] && frame.tiles[count + head]) heads += std::to_string(head);
    return heads;
}

/// Returns true if each tile of the part is the same object in the frame.
bool isWithin(const Frame& part, const Frame& frame) {
    for (std::size_t i = 0; i < part.tiles.size(); ++i)
        if (part.tiles[i] && part.tiles[i] != frame.tiles[i]) return false;
    return part.tiles.size() == frame.tiles.size();
}

} // namespace

class StreamedPartsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { setScoreMemory(0); }
    void cleanup() { setScoreMemory(); }

    /// First comes the cell, then head after head. What was handed out is final.
    void handedOutHeadByHead() {
        const Session session = someSession(kHeads);
        Engine engine(eigen());
        Parts parts;
        const Frame frame = engine.answer(session, mapsOf(kHeads), {}, parts.sink);
        QCOMPARE(parts.all.size(), std::size_t(kHeads));
        const std::string heads[] = {"", "0", "01"};
        for (std::size_t i = 0; i < parts.all.size(); ++i) {
            QVERIFY(parts.all[i].isPart && isWithin(parts.all[i], frame));
            QCOMPARE(headsIn(parts.all[i]), heads[i]);
            QVERIFY(parts.all[i].explanations.at(0) == frame.explanations.at(0));
        }
        QVERIFY(frame.isStreamed && !frame.isPart);
        setScoreMemory();
        Parts none;
        QCOMPARE(difference(frame, Engine(eigen()).answer(session, mapsOf(kHeads), {}, none.sink)), std::string());
        QVERIFY(none.all.empty());
    }

    /// There is memory for the scores of two of three heads: the first head does not store its scores either.
    void allHeadsShareTheMemory() {
        setScoreMemory(2.5 * eigen()->scoresBytes(kTokens, kTokens));
        Parts parts;
        Engine(eigen()).answer(someSession(kHeads), mapsOf(kHeads), {}, parts.sink);
        QVERIFY(parts.all.size() == kHeads && parts.all[1].isStreamed);
        Parts none;
        QVERIFY(!Engine(eigen()).answer(someSession(kHeads), mapsOf(2), {}, none.sink).isStreamed && none.all.empty());
    }

    /// Another cell is asked for between two heads: maps that are there are not made again.
    void goesOnAfterAStop() {
        const Session session = someSession(kHeads);
        Engine engine(eigen());
        Parts first{.all = {}, .most = 2};
        Demand demand = mapsOf(kHeads);
        QCOMPARE(engine.answer(session, demand, {}, first.sink).problem, std::string("Cancelled"));
        QCOMPARE(headsIn(first.all.back()), std::string("0"));
        demand.cells[0].cell.row = 7;
        Parts second;
        const Frame frame = engine.answer(session, demand, {}, second.sink);
        QCOMPARE(second.all.size(), std::size_t(2)); // two heads were left
        QCOMPARE(headsIn(second.all[0]), std::string("0"));
        QCOMPARE(second.all[0].explanations.at(0)->of.row, 7);
        QVERIFY(isWithin(first.all.back(), frame));
        QCOMPARE(difference(frame, Engine(eigen()).answer(session, demand)), std::string());
        demand.cells[0].cell.row = 8;
        Parts none;
        QVERIFY(isWithin(frame, engine.answer(session, demand, {}, none.sink)) && none.all.empty());
    }

    /// Demands alternate: pictures of the strip are asked for with the maps, and not again after each click.
    void whatTheLastButOneHadIsThere() {
        const Session session = someSession(kHeads);
        Engine engine(eigen());
        Demand maps = mapsOf(kHeads), all = maps;
        for (int head = 0; head < kHeads; ++head) all.maps.push_back({Stage::Context, 0, head, {}, 10, 10});
        Parts parts;
        engine.answer(session, maps, {}, parts.sink);
        const Frame before = engine.answer(session, all, {}, parts.sink);
        maps.cells[0].cell.row = all.cells[0].cell.row = 9;
        engine.answer(session, maps, {}, parts.sink);
        Parts none;
        QVERIFY(isWithin(before, engine.answer(session, all, {}, none.sink)));
        QVERIFY(none.all.empty());
    }

    /// After an edit that was stopped at once, the session before is asked for again: it comes in parts, too.
    void partsAfterAStoppedEdit() {
        const Session session = someSession(kHeads);
        Engine engine(eigen());
        Parts parts;
        const Frame before = engine.answer(session, mapsOf(kHeads), {}, parts.sink);
        const Session edited = *withCell(session, {Parameter::Wq, 0, 0}, 0, 0, 2);
        int asked = 0;
        const Watch stop = [&](double) { return ++asked < 3; };
        QCOMPARE(engine.answer(edited, mapsOf(kHeads), stop, parts.sink).problem, std::string("Cancelled"));
        Parts again;
        const Frame frame = engine.answer(session, mapsOf(kHeads), {}, again.sink);
        QVERIFY(!again.all.empty());
        QCOMPARE(difference(frame, before), std::string());
    }

    /// A backend fails between two heads: the fallback hands out all that it makes, and the first part says why.
    void theFallbackMakesAllAgain() {
        const auto failure = std::make_shared<Failure>();
        failure->at = 4; // a layer is made, and two parts are computed
        GuardedEngine engine(std::make_unique<CpuBackend>());
        engine.setBackend(std::make_unique<FailingBackend>(failure), {"frail", 0, false, 1});
        Parts parts;
        const Frame frame = engine.answer(someSession(kHeads), mapsOf(kHeads), {}, parts.sink);
        const std::string expected[][2] = {{"frail", ""}, {"frail", "0"}, {"cpu", ""}, {"cpu", "0"}, {"cpu", "01"}};
        QCOMPARE(parts.all.size(), std::size(expected));
        for (std::size_t i = 0; i < parts.all.size(); ++i) {
            QCOMPARE(parts.all[i].backendId, expected[i][0]);
            QCOMPARE(headsIn(parts.all[i]), expected[i][1]);
            QCOMPARE(parts.all[i].notice.empty(), i != 2);
            QCOMPARE(isWithin(parts.all[i], frame), i != 1);
        }
    }

    /// The watch reports parts of a head, and never less than before.
    void progressWithinAHead_data() {
        QTest::addColumn<bool>("areHandedOut");
        QTest::newRow("at once") << false;
        QTest::newRow("in parts") << true;
    }
    void progressWithinAHead() {
        QFETCH(bool, areHandedOut);
        std::vector<double> told;
        Engine engine(eigen());
        Parts parts;
        const Watch watch = [&](double done) {
            told.push_back(done);
            return true;
        };
        const int heads = areHandedOut ? 2 : 1; // of two heads at once another thread may compute both
        const Frame frame = engine.answer(someSession(heads), mapsOf(heads), watch, areHandedOut ? parts.sink : Sink());
        QVERIFY2(!told.empty(), frame.problem.c_str());
        QVERIFY(std::ranges::is_sorted(told));
        QVERIFY(told.front() >= 0 && told.back() <= 1);
        const auto isWithinIt = [](double done) { return done > 0.1 && done < 0.9; };
        QVERIFY(std::ranges::count_if(told, isWithinIt) >= 3);
    }
};

QTEST_APPLESS_MAIN(StreamedPartsTest)
#include "tst_streamedParts.moc"
