// What a MapCache keeps, and that what it keeps is never what a fresh one would not give.
#include "backend/MapCache.h"
#include "support/blocks.h"

#include <QTest>

#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

ScoreTable tableOf(const Matrix& q, const Matrix& k, const WeightRule& rule) {
    ScoreTable table;
    table.attend(q, k, RowSet::every(), RowSet::every(), rule);
    return table;
}

Matrix tileFrom(MapCache& cache, const ScoreTable& table, Stage stage, const Reduction& reduction) {
    return stage == Stage::Weights ? cache.weights(table, reduction) : cache.ofScores(table, stage, reduction);
}

} // namespace

class MapCacheTest : public QObject {
    Q_OBJECT

private slots:
    /// A person who pans and zooms asks for one region after the other, and the table stays the same all the while.
    void manyRegionsLeaveNoTrail() {
        constexpr Index kTokens = 300, kPixels = 20;
        std::mt19937 random(3);
        const ScoreTable table = tableOf(randomMatrix(random, kTokens, 4), randomMatrix(random, kTokens, 4), {});
        const Stage shown[] = {Stage::Scores, Stage::Scaled, Stage::Weights};
        MapCache cache;
        for (Index step = 0; step < 200; ++step) {
            const Reduction region{step / 2, step / 3, kTokens - step, kTokens - step, kPixels, kPixels};
            for (const Stage stage : shown) {
                MapCache fresh;
                QVERIFY(tileFrom(cache, table, stage, region) == tileFrom(fresh, table, stage, region));
            }
        }
        QCOMPARE(cache.count(), std::size_t{3 * MapCache::kMostPerStage});
        // Two tiles each of scores and scaled scores; of weights a value for each row and each column of the tile,
        // for the last two regions.
        const auto values = static_cast<std::size_t>(4 * kPixels * kPixels + (101 + 102) * kPixels);
        QCOMPARE(cache.bytes(), values * sizeof(float));
    }

    /// Two maps of one block are followed side by side through edits, whichever was asked for first.
    void twoMapsSurviveEdits() {
        std::mt19937 random(4);
        Matrix x = randomMatrix(random, 60, 3);
        const Reduction whole{0, 0, 60, 60, 7, 7}, part{10, 20, 30, 30, 7, 7};
        ScoreTable table;
        table.attend(x, x, RowSet::every(), RowSet::every(), {});
        MapCache cache;
        for (Index step = 0; step < 20; ++step) {
            for (const Reduction& reduction : {step % 2 ? whole : part, step % 2 ? part : whole}) {
                MapCache fresh;
                QVERIFY(cache.weights(table, reduction) == fresh.weights(table, reduction));
                QVERIFY(cache.ofScores(table, Stage::Scores, reduction) ==
                        fresh.ofScores(table, Stage::Scores, reduction));
            }
            QCOMPARE(cache.count(), std::size_t{4});
            const RowSet edited{false, {step}};
            x(step, 1) += 1;
            table.attend(x, x, edited, edited, {});
        }
    }
};

QTEST_APPLESS_MAIN(MapCacheTest)
#include "tst_mapCache.moc"
