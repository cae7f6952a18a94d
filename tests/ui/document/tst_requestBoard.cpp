// A panel that asked keeps its pictures until newer ones are made. Nothing is computed here.
#include "document/RequestBoard.h"
#include "document/ViewState.h"
#include "support/blocks.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kHeads = 3;

/// Returns a demand for scores and weights of all heads.
std::vector<MapDemand> wantedMaps() {
    std::vector<MapDemand> maps;
    for (const Stage stage : {Stage::Scores, Stage::Weights})
        for (int head = 0; head < kHeads; ++head) maps.push_back({stage, 0, head, {}, 30, 30});
    return maps;
}

Session sessionOfTokens(int tokens) {
    std::mt19937 random(1);
    return randomSession(random, {tokens, 1, kHeads, 1, 1});
}

/// Returns a frame as the Engine hands it out, with empty tiles for the first `heads` heads.
Frame partFor(const Session& session, const Demand& demand, int heads) {
    Frame frame;
    frame.session = session;
    frame.demand = demand;
    frame.isPart = heads < kHeads;
    for (const MapDemand& map : demand.maps) {
        auto tile = std::make_shared<Tile>();
        tile->demand = map;
        tile->stageRows = tile->stageCols = session.text.tokens->count();
        frame.tiles.push_back(map.head < heads ? tile : nullptr);
    }
    return frame;
}

struct Nobody : Presenter {
    void present(const ViewState&) override {}
};

} // namespace

class RequestBoardTest : public QObject {
    Q_OBJECT

private slots:
    /// A map that is not made yet keeps its picture, unless the number of tokens has changed.
    void whatIsNotMadeKeepsItsPicture() {
        Nobody panel;
        RequestBoard board;
        Responses responses;
        QVERIFY(board.set(panel, {.maps = wantedMaps()}));
        const auto take = [&](const Session& session, int heads) {
            const MergedRequest asked = board.asked(Priority::First);
            QVERIFY(asked.isAll);
            board.handBack(asked, std::make_shared<Frame>(partFor(session, asked.demand, heads)), responses);
            const auto& tiles = responses[&panel]->tiles;
            QCOMPARE(tiles.size(), asked.demand.maps.size());
            for (std::size_t i = 0; i < tiles.size(); ++i)
                if (tiles[i]) QCOMPARE(tiles[i]->demand, asked.demand.maps[i]);
        };
        const auto count = [&] { return std::ranges::count_if(responses[&panel]->tiles, [](auto& t) { return !!t; }); };
        take(sessionOfTokens(4), 1);
        QCOMPARE(count(), 2);
        take(sessionOfTokens(4), kHeads);
        const auto before = responses[&panel]->tiles;
        take(sessionOfTokens(4), 1); // a cell was edited
        QCOMPARE(count(), 6);
        QVERIFY(responses[&panel]->tiles[0] != before[0] && responses[&panel]->tiles[1] == before[1]);
        take(sessionOfTokens(5), 0);
        QCOMPARE(count(), 0);
    }
};

QTEST_APPLESS_MAIN(RequestBoardTest)
#include "tst_requestBoard.moc"
