// A TileCache keeps few tiles, and gives what a new one gives.
#include "backend/cpu/TileCache.h"
#include "support/attendedTable.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/targets.h"

#include <QTest>

#include <iterator>
#include <limits>
#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

Matrix tileOf(TileCache& cache, const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) {
    Matrix made;
    const TileRead read{stage, area, pooling, &made};
    ScoreSinks sinks;
    cache.make(table, {&read, 1}, sinks);
    return made;
}
Matrix tileOf(TileCache&& cache, const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) {
    return tileOf(cache, table, stage, area, pooling);
}

} // namespace

class TileCacheTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    /// Panning and zooming asks for one region after the other, while the table stays the same.
    void manyRegionsLeaveNoTrail() {
        constexpr Index kTokens = 300, kPixels = 20;
        std::mt19937 random(3);
        AttendedTable f;
        f.update(randomMatrix(random, kTokens, 4), randomMatrix(random, kTokens, 4), IndexSet::every(),
                 IndexSet::every(), {});
        const Stage shown[] = {Stage::Scores, Stage::Scaled, Stage::Weights};
        TileCache cache;
        for (Index step = 0; step < 200; ++step) {
            const Area region{step / 2, step / 3, kTokens - step, kTokens - step, kPixels, kPixels};
            for (const Stage stage : shown) {
                TileCache fresh;
                QVERIFY(tileOf(cache, f.table, stage, region, {}) == tileOf(fresh, f.table, stage, region, {}));
            }
        }
        QCOMPARE(cache.count(), std::size_t{3 * TileCache::kMaxPerStage});
        // The cache holds two tiles each of scores and scaled scores; of weights it holds two values for each row and
        // each column of the tile, for the last two regions.
        const auto values = static_cast<std::size_t>(4 * kPixels * kPixels + 2 * (101 + 102) * kPixels);
        QCOMPARE(cache.bytes(), values * sizeof(float));
    }

    /// Two maps of one block are kept through edits, whichever is asked for first.
    void twoMapsSurviveEdits() {
        std::mt19937 random(4);
        Matrix x = randomMatrix(random, 60, 3);
        const Area whole{0, 0, 60, 60, 7, 7}, part{10, 20, 30, 30, 7, 7};
        AttendedTable f;
        ScoreRule rule;
        rule.mask.causal = true;
        f.update(x, x, IndexSet::every(), IndexSet::every(), rule);
        TileCache cache;
        for (Index step = 0; step < 20; ++step) {
            for (const Area& area : {step % 2 ? whole : part, step % 2 ? part : whole}) {
                TileCache fresh;
                for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Weights})
                    for (const Pooling pooling : {Pooling::LargestMagnitude, Pooling::Maximum, Pooling::Mean})
                        QVERIFY(tileOf(cache, f.table, stage, area, pooling) ==
                                tileOf(fresh, f.table, stage, area, pooling));
            }
            const IndexSet edited{false, {step}};
            x(step, 1) += 1;
            f.update(x, x, edited, edited, rule);
        }
    }

    /// Two maps show the same tile when their pixels are more than the cells; of weights, two poolings give the same.
    void oneTileOfTwoMaps() {
        constexpr Index kTokens = 60;
        std::mt19937 random(5);
        Matrix x = randomMatrix(random, kTokens, 3);
        AttendedTable f;
        f.update(x, x, IndexSet::every(), IndexSet::every(), {});
        TileCache cache;
        const Area area{0, 0, kTokens, kTokens, 7, 9};
        for (Index step = 0; step < 3; ++step) {
            for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Weights}) {
                const Pooling other = stage == Stage::Weights ? Pooling::Maximum : Pooling::LargestMagnitude;
                Matrix first, second;
                const TileRead reads[] = {{stage, area, Pooling::LargestMagnitude, &first},
                                          {stage, area, other, &second}};
                ScoreSinks sinks;
                cache.make(f.table, reads, sinks);
                const Matrix expected = tileOf(TileCache(), f.table, stage, area, Pooling::LargestMagnitude);
                QVERIFY(sameBits(first, expected) && sameBits(second, expected));
            }
            x = step == 0 ? randomMatrix(random, kTokens, 3) : x; // all rows, then one
            x(step, 1) += 1;
            const IndexSet edited = step == 0 ? IndexSet::every() : IndexSet{false, {step}};
            f.update(x, x, edited, edited, {});
        }
    }

    /// Changes numbers, some of which make rows NaN or without weights, and every part of the rule, in any order.
    void weightsFollowEveryEdit() {
        constexpr Index kTokens = 40;
        constexpr float kValues[] = {
            0.5F, -2, 1e30F, -1e30F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()};
        constexpr double kFactors[] = {1, 0.3, -0.7, 0, 2e3};
        std::mt19937 random(7);
        const auto one = [&random](const auto& values) { return values[random() % std::size(values)]; };
        const Area whole{0, 0, kTokens, kTokens, 9, 11}, part{5, 7, 30, 20, 30, 6}, columns{0, 3, kTokens, 5, 4, 5};
        for (int mask = 0; mask < kMaskSorts; ++mask) {
            Matrix q = randomMatrix(random, kTokens, 3), k = randomMatrix(random, kTokens, 3);
            ScoreRule rule;
            AttendedTable f;
            f.update(q, k, IndexSet::every(), IndexSet::every(), rule);
            TileCache cache;
            for (int step = 0; step < 150; ++step) {
                IndexSet queries, keys;
                for (Matrix* x : {&q, &k}) {
                    if (random() % 2 == 0) continue;
                    const auto row = static_cast<Index>(random() % kTokens);
                    x->row(row) = random() % 3 == 0 ? Matrix::Constant(1, 3, one(kValues)) : randomMatrix(random, 1, 3);
                    (x == &q ? queries : keys).items = {row};
                }
                if (random() % 3 == 0) rule.factor = one(kFactors);
                if (random() % 6 == 0) rule.mask = maskOf(random, mask, kTokens, kTokens);
                f.update(q, k, queries, keys, rule);
                AttendedTable fresh;
                fresh.update(q, k, IndexSet::every(), IndexSet::every(), rule);
                for (const Area& area : {whole, part, columns}) {
                    if (random() % 8 == 0) continue; // this tile is then not kept
                    const Matrix tile = tileOf(TileCache(), fresh.table, Stage::Weights, area, {});
                    QVERIFY(sameBits(tileOf(cache, f.table, Stage::Weights, area, {}), tile));
                    QVERIFY(tile.rows() == area.height && tile.cols() == area.width);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TileCacheTest)
#include "tst_tileCache.moc"
