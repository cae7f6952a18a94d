// Tests scores that do not fit into memory: maps that are asked for part by part, and the progress within a part.
#include "backend/cpu/CpuBackend.h"
#include "engine/Engine.h"
#include "support/blocks.h"
#include "support/frames.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kTokens = 300, kHeads = 3;

Session someSession(int heads) {
    std::mt19937 random(3);
    return randomSession(random, {kTokens, 4, heads, 2, 2});
}

Demand mapsOf(int first, int end) {
    Demand demand;
    for (int head = first; head < end; ++head)
        for (const Stage stage : {Stage::Scores, Stage::Weights}) demand.maps.push_back({stage, 0, head, {}, 40, 40});
    return demand;
}

} // namespace

class StreamedPartsTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setScoreMemory(); }

    /// There is memory for the scores of two of three heads.
    void whatComesLaterCounts() {
        setScoreMemory(2.5 * eigen()->scoresBytes(kTokens, kTokens));
        const Session session = someSession(kHeads);
        Demand first = mapsOf(0, 1);
        QVERIFY(!Engine(eigen()).answer(session, first).isStreamed);
        first.later = mapsOf(1, kHeads).maps;
        Engine engine(eigen());
        QVERIFY(engine.answer(session, first).isStreamed);
        const Frame all = engine.answer(session, mapsOf(0, kHeads));
        QVERIFY(all.isStreamed);
        setScoreMemory();
        const Frame stored = Engine(eigen()).answer(session, mapsOf(0, kHeads));
        QVERIFY(!stored.isStreamed);
        QCOMPARE(difference(all, stored), std::string());
    }

    /// Maps of a head that are there already are not computed again.
    void partsAddUp() {
        setScoreMemory(0);
        const Session session = someSession(kHeads);
        Engine engine(eigen());
        std::vector<std::shared_ptr<const Tile>> before;
        for (int heads = 0; heads <= kHeads; ++heads) {
            Demand demand = mapsOf(0, heads);
            demand.later = mapsOf(heads, kHeads).maps;
            const Frame frame = engine.answer(session, demand);
            QCOMPARE(frame.tiles.size(), std::size_t(2 * heads));
            QVERIFY(std::equal(before.begin(), before.end(), frame.tiles.begin()));
            before = frame.tiles;
        }
    }

    /// The watch reports parts of a head, and never less than before.
    void progressWithinAHead() {
        setScoreMemory(0);
        std::vector<double> told;
        Engine engine(eigen());
        engine.answer(someSession(1), mapsOf(0, 1), [&](double done) {
            told.push_back(done);
            return true;
        });
        QVERIFY(std::ranges::is_sorted(told));
        QVERIFY(told.front() >= 0 && told.back() <= 1);
        const auto isWithin = [](double done) { return done > 0.1 && done < 0.9; };
        QVERIFY(std::ranges::count_if(told, isWithin) >= 3);
    }
};

QTEST_APPLESS_MAIN(StreamedPartsTest)
#include "tst_streamedParts.moc"
