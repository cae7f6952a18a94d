// An answer that takes seconds comes in parts. Nothing is computed here.
#include "document/Presenter.h"
#include "document/RequestBoard.h"
#include "document/slowAnswer.h"
#include "support/blocks.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kHeads = 3;

/// Returns a demand for scores and weights of all heads, and a cell.
Demand wantedMaps() {
    Demand demand;
    for (const Stage stage : {Stage::Scores, Stage::Weights})
        for (int head = 0; head < kHeads; ++head) demand.maps.push_back({stage, 0, head, {}, 30, 30});
    demand.cells.emplace_back(CellRef{Stage::Weights, 0, 1, 2, 3});
    return demand;
}

Session sessionOfTokens(int tokens) {
    std::mt19937 random(1);
    return randomSession(random, {tokens, 1, kHeads, 1, 1});
}

/// Returns a frame as the Engine does, with empty tiles.
Frame answerTo(const Session& session, const Demand& demand, bool isStreamed) {
    Frame frame;
    frame.session = session;
    frame.demand = demand;
    frame.isStreamed = isStreamed;
    for (const MapDemand& map : demand.maps) {
        auto tile = std::make_shared<Tile>();
        tile->demand = map;
        tile->stageRows = tile->stageCols = session.text.tokens->count();
        frame.tiles.push_back(tile);
    }
    frame.explanations.resize(demand.cells.size());
    return frame;
}

struct Nobody : Presenter {
    void present(const ViewState&) override {}
};

} // namespace

class SlowAnswerTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsSlow_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("before"); // number of tokens of the last answer; 0: there is none
        QTest::addColumn<bool>("wasStreamed");
        QTest::addColumn<bool>("isSlow");
        QTest::newRow("small") << 1000 << 0 << false << false;
        QTest::newRow("small, after a large one") << 1000 << 12000 << true << false;
        QTest::newRow("large") << 12000 << 0 << false << true;
        QTest::newRow("large, after a small one") << 12000 << 1000 << false << true;
        QTest::newRow("a large one as before") << 12000 << 12000 << true << true;
        QTest::newRow("a large one that fits") << 12000 << 12000 << false << false;
    }
    void whatIsSlow() {
        QFETCH(int, tokens);
        QFETCH(int, before);
        QFETCH(bool, wasStreamed);
        const Frame last = answerTo(sessionOfTokens(std::max(before, 1)), {}, wasStreamed);
        QTEST(isSlow(wantedMaps(), sessionOfTokens(tokens), before > 0 ? &last : nullptr), "isSlow");
    }

    /// First come the cells, then head after head. A new cell or a new region inserts a part without new heads.
    void partsFollowEachOther() {
        const Session session = sessionOfTokens(4);
        Demand wanted = wantedMaps();
        std::optional<Frame> last;
        const auto mapsOfNext = [&] {
            const AnswerPart part = nextPart(wanted, session, last ? &*last : nullptr);
            Demand asked = wanted;
            std::erase_if(asked.maps, [&](const MapDemand& map) { return !part.includes(map); });
            last = answerTo(session, asked, true);
            QStringList maps;
            for (const MapDemand& map : asked.maps) maps << QString("%1%2").arg(infoOf(map.stage).id[0]).arg(map.head);
            return maps.join(' ') + (part.isLast() ? ", all" : QString(", %1 of %2").arg(part.done).arg(part.all));
        };
        QCOMPARE(mapsOfNext(), ", 0 of 3");
        QCOMPARE(mapsOfNext(), "s0 w0, 0 of 3");
        QCOMPARE(mapsOfNext(), "s0 s1 w0 w1, 1 of 3");
        wanted.cells[0].cell.row = 1; // a click
        QCOMPARE(mapsOfNext(), "s0 s1 w0 w1, 2 of 3");
        QCOMPARE(mapsOfNext(), "s0 s1 s2 w0 w1 w2, 2 of 3");
        QCOMPARE(mapsOfNext(), "s0 s1 s2 w0 w1 w2, all");
        wanted.maps[1].region = {0, 0, 2, 2}; // a zoom
        QCOMPARE(mapsOfNext(), "s0 s1 s2 w0 w1 w2, 2 of 3");
        wanted.cells[0].cell.row = 2;
        QCOMPARE(mapsOfNext(), "s0 s1 s2 w0 w1 w2, 3 of 3");
        QCOMPARE(mapsOfNext(), "s0 s1 s2 w0 w1 w2, all");
        wanted.statistics.emplace_back(); // a question of any other kind, too
        QCOMPARE(mapsOfNext(), "s0 s1 s2 w0 w1 w2, 3 of 3");
    }

    /// A deferred map keeps its picture, unless the number of tokens has changed.
    void whatIsPutOffKeepsItsPicture() {
        Nobody panel;
        RequestBoard board;
        Responses responses;
        const Demand wanted = wantedMaps();
        QVERIFY(board.set(panel, {.maps = wanted.maps, .cells = wanted.cells}));
        const auto answer = [&](const Session& session, int heads) {
            const MergedRequest asked = board.asked(Priority::First,
                                                    [=](const MapDemand& m) { return m.head < heads; });
            QCOMPARE(asked.isAll, heads == kHeads);
            QCOMPARE(asked.demand.later.size(), std::size_t(2 * (kHeads - heads)));
            board.handBack(asked, std::make_shared<Frame>(answerTo(session, asked.demand, true)), responses);
            const auto& tiles = responses[&panel]->tiles;
            QCOMPARE(tiles.size(), wanted.maps.size());
            for (std::size_t i = 0; i < tiles.size(); ++i)
                if (tiles[i]) QCOMPARE(tiles[i]->demand, wanted.maps[i]);
        };
        const auto count = [&] { return std::ranges::count_if(responses[&panel]->tiles, [](auto& t) { return !!t; }); };
        answer(sessionOfTokens(4), 1);
        QCOMPARE(count(), 2);
        answer(sessionOfTokens(4), kHeads);
        const auto before = responses[&panel]->tiles;
        answer(sessionOfTokens(4), 1); // a cell was edited
        QCOMPARE(count(), 6);
        QVERIFY(responses[&panel]->tiles[0] != before[0] && responses[&panel]->tiles[1] == before[1]);
        answer(sessionOfTokens(5), 0);
        QCOMPARE(count(), 0);
    }
};

QTEST_APPLESS_MAIN(SlowAnswerTest)
#include "tst_slowAnswer.moc"
