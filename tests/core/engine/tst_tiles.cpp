// Checks the promises of a Tile (Frame.h) against the whole stages of a trace.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "support/FailingBackend.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/traces.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Engine makeEngine() { return Engine(makeBackend(kDefaultBackend).value()); }

Tile tileOf(const Session& session, const MapDemand& map, const std::vector<Session>& others = {}) {
    Engine engine(makeBackend(kDefaultBackend).value());
    const Frame frame = engine.answer(session, {{map}, {}, others});
    return *frame.tiles.at(0);
}

using Cells = Eigen::ArrayXX<bool>;

/// Computes a pixel as Frame.h and Pooling.h say. `masked` is empty or says which cells are. Returns nothing if all
/// are.
std::optional<float> expectedValue(const Matrix& stage, const Cells& masked, Pooling pooling, Index r0, Index r1,
                                   Index c0, Index c1) {
    std::vector<float> cells;
    for (Index r = r0; r < r1; ++r)
        for (Index c = c0; c < c1; ++c)
            if (!masked.size() || !masked(r, c)) cells.push_back(stage(r, c));
    if (cells.empty()) return {};
    if (std::ranges::any_of(cells, [](float x) { return std::isnan(x); })) return kNaN;
    float largest = cells[0];
    for (const float x : cells)
        if (std::abs(x) > std::abs(largest) || (std::abs(x) == std::abs(largest) && x > largest)) largest = x;
    switch (pooling) {
    case Pooling::LargestMagnitude: return largest;
    case Pooling::Maximum: return *std::ranges::max_element(cells);
    case Pooling::Mean: break;
    }
    // The mean is added in double, in reading order, and rounded once.
    return static_cast<float>(std::accumulate(cells.begin(), cells.end(), 0.0) / static_cast<double>(cells.size()));
}

std::string checkTile(const Tile& tile, const Matrix& stage, const Cells& masked) {
    const Region& region = tile.demand.region;
    const Index h = tile.values.rows(), w = tile.values.cols();
    if (h != std::min(region.rows, std::max(1, tile.demand.pixelHeight))) return "height";
    if (w != std::min(region.cols, std::max(1, tile.demand.pixelWidth))) return "width";
    if (tile.exact != (h == region.rows && w == region.cols)) return "exact";
    const auto edge = [](int offset, int length, Index bin, Index bins) { return offset + bin * length / bins; };
    for (Index r = 0; r < h; ++r)
        for (Index c = 0; c < w; ++c) {
            const auto value = expectedValue(stage, masked, tile.demand.pooling, edge(region.row, region.rows, r, h),
                                             edge(region.row, region.rows, r + 1, h),
                                             edge(region.col, region.cols, c, w),
                                             edge(region.col, region.cols, c + 1, w));
            if (tile.masked(r, c) == value.has_value()) return "masked";
            const bool isMinusInfinity = tile.demand.stage == Stage::Masked && !tile.demand.isDifference;
            const float expected = value.value_or(isMinusInfinity ? -INFINITY : 0);
            if (tile.values(r, c) != expected && !(std::isnan(tile.values(r, c)) && std::isnan(expected)))
                return "[" + std::to_string(r) + ", " + std::to_string(c) + "] is " + shortest(tile.values(r, c)) +
                       ", not " + shortest(expected);
        }
    Range range;
    std::optional<Tile::Place> odd;
    for (Index r = 0; r < stage.rows(); ++r)
        for (Index c = 0; c < stage.cols(); ++c) {
            if (masked.size() && masked(r, c)) continue;
            const float x = stage(r, c);
            if (!std::isfinite(x)) {
                if (!odd) odd = Tile::Place{static_cast<int>(r), static_cast<int>(c)};
            } else if (range.empty()) {
                range = {x, x};
            } else {
                range = {std::min(range.low, x), std::max(range.high, x)};
            }
        }
    if (!(range == tile.range)) return "range " + shortest(tile.range.low) + ".." + shortest(tile.range.high);
    if (odd.has_value() != tile.firstNonFinite.has_value()) return "firstNonFinite";
    if (odd && (odd->row != tile.firstNonFinite->row || odd->col != tile.firstNonFinite->col)) return "its place";
    return {};
}

Mask anyMask(std::mt19937& random, const Session& session, int sort) {
    const Sizes sizes = sizesOf(session);
    return maskOf(random, sort, sizes.tokens, sizes.keyTokens);
}

/// Returns one to three layers of two heads, with options of every sort.
Session anySession(std::mt19937& random, unsigned seed) {
    const int n = 1 + static_cast<int>(random() % 60);
    Session session = randomSession(random, {n, 1 + static_cast<int>(random() % 20), 2, 3, 11});
    Matrix x = *session.text.embeddings.matrix();
    if (seed % 3 == 1) session.source = textOf(randomMatrix(random, 1 + static_cast<Index>(random() % 60), x.cols()));
    if (seed % 4 == 1) x(static_cast<Index>(random() % static_cast<unsigned>(n)), 0) = kNaN;
    if (seed % 8 == 2) x(static_cast<Index>(random() % static_cast<unsigned>(n)), 0) = INFINITY;
    session.text.embeddings = x;
    Options options = session.layers[0].options;
    options.normalisation = seed % 5 == 4 ? Normalisation::Sum : Normalisation::Softmax;
    options.mask = anyMask(random, session, static_cast<int>(seed % kMaskSorts));
    if (seed % 7 == 3) options.scale = {Scale::Kind::Factor, -2};
    changing(session)->options = options;
    if (seed % 2) changing(session)[Parameter::Wo] = randomMatrix(random, 22, 4);
    for (unsigned layers = seed % 5 % 3; layers > 0; --layers) {
        const Sizes below = sizesOf(session, static_cast<int>(session.layers.size()) - 1);
        Layer layer = session.layers[0];
        for (Head& head : layer.allHeads)
            head = randomHead(random, below.width(), session.source ? below.dSource : below.width(), 3, 11);
        layer.options.mask = anyMask(random, session, static_cast<int>(random() % kMaskSorts));
        layer[Parameter::Wo] = randomMatrix(random, 22, below.width());
        layer.residual = layers == 1;
        session.layers.push_back(layer);
    }
    return session;
}

Cells maskedCells(const Session& session, int layer, Stage stage) {
    const Sizes sizes = sizesOf(session);
    Cells masked(sizes.tokens, sizes.keyTokens);
    for (Index r = 0; r < masked.rows(); ++r)
        for (Index c = 0; c < masked.cols(); ++c)
            masked(r, c) = !session.layers[static_cast<std::size_t>(layer)].options.mask.allows(r, c) ||
                           (stage == Stage::Rest && c == 0);
    return masked;
}

/// Demands the second head, with each pooling in turn, whole or in part.
MapDemand anyMap(std::mt19937& random, Stage stage, int layer, const Matrix& whole, int round) {
    MapDemand map{stage, layer, 1, {}, 0, 0};
    map.pooling = static_cast<Pooling>(round % 3);
    map.pixelWidth = 1 + static_cast<int>(random() % 40);
    map.pixelHeight = 1 + static_cast<int>(random() % 40);
    if (round % 2) {
        map.region.row = static_cast<int>(random() % static_cast<unsigned>(whole.rows()));
        map.region.col = static_cast<int>(random() % static_cast<unsigned>(whole.cols()));
        map.region.rows = 1 + static_cast<int>(random() % 50);
        map.region.cols = 1 + static_cast<int>(random() % 50);
    }
    return map;
}

/// Returns now - before; equal numbers give 0, infinities as well.
Matrix excess(const Matrix& now, const Matrix& before) {
    return now.binaryExpr(before, [](float a, float b) { return a == b ? 0.0F : a - b; });
}

} // namespace

class TilesTest : public QObject {
    Q_OBJECT

private slots:
    /// Every tile is the trace, reduced: every stage of every layer, many sizes and regions, every pooling, masks, both
    /// normalisations, NaN.
    void tilesAreTheTraceReduced_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 60; ++seed) QTest::addRow("%u", seed) << seed;
    }
    void tilesAreTheTraceReduced() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const Session session = anySession(random, seed);
        const std::vector<Trace> traces = tracesOf(session);
        for (int l = 0; l < static_cast<int>(traces.size()); ++l) {
            const Trace& trace = traces[static_cast<std::size_t>(l)];
            for (const StageInfo& info : stages()) {
                if (!trace.has(info.stage)) continue;
                const Cells masked = maskedCells(session, l, info.stage);
                const Matrix& whole = trace(info.stage, info.scope == Scope::Head ? 1 : 0);
                for (int round = 0; round < 6; ++round) {
                    const MapDemand map = anyMap(random, info.stage, l, whole, round);
                    const std::string text = checkTile(tileOf(session, map), whole, info.isMasked ? masked : Cells());
                    QVERIFY2(text.empty(), (nameOf(map) + ": " + text).c_str());
                }
            }
        }
    }

    /// A difference is the session less another one, where neither masks the cell (for weights, which are 0 there:
    /// where not both do). The other session's own tiles are checked, too.
    void differencesAreThoseOfTheTraces_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 40; ++seed) QTest::addRow("%u", seed) << seed;
    }
    void differencesAreThoseOfTheTraces() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const Session session = anySession(random, seed);
        Session other = session;
        other.text.embeddings = randomMatrix(random, session.text.embeddings.rows(), session.text.embeddings.cols());
        for (std::size_t l = 0; l < other.layers.size(); ++l)
            changing(other, l)->options.mask = anyMask(random, other, static_cast<int>(random() % kMaskSorts));
        changing(other)->allHeads[1][Parameter::Wv] = session.layers[0].allHeads[0][Parameter::Wv];
        const std::vector<Trace> nows = tracesOf(session), befores = tracesOf(other);
        for (int l = 0; l < static_cast<int>(nows.size()); ++l) {
            const Trace &now = nows[static_cast<std::size_t>(l)], &before = befores[static_cast<std::size_t>(l)];
            for (const StageInfo& info : stages()) {
                if (!before.has(info.stage)) continue;
                const Cells maskedBefore = maskedCells(other, l, info.stage),
                            maskedNow = maskedCells(session, l, info.stage);
                const std::size_t head = info.scope == Scope::Head ? 1 : 0;
                const Matrix& whole = before(info.stage, head);
                const bool isZero = maskedValue(info.stage, layerAt(session, l).options.masksAfter()) == 0;
                const Cells masked = isZero ? Cells(maskedNow && maskedBefore) : Cells(maskedNow || maskedBefore);
                for (int round = 0; round < 6; ++round) {
                    MapDemand map = anyMap(random, info.stage, l, whole, round);
                    map.state = 1;
                    std::string text = checkTile(tileOf(session, map, {other}), whole,
                                                 info.isMasked ? maskedBefore : Cells());
                    QVERIFY2(text.empty(), (nameOf(map) + " before: " + text).c_str());
                    map.isDifference = true;
                    const Tile tile = tileOf(session, map, {other});
                    if (!now.has(info.stage)) {
                        QCOMPARE(tile.values.size(), Index{0});
                        continue;
                    }
                    text = checkTile(tile, excess(now(info.stage, head), whole), info.isMasked ? masked : Cells());
                    QVERIFY2(text.empty(), (nameOf(map) + " less what was before: " + text).c_str());
                }
            }
        }
    }

    /// A pixel with the weights +w and -w shows +w, whatever the sign of the sum that divides both; also after an edit
    /// that changes the sum's sign and neither of the two.
    void tiesAreWonByThePositiveWeight() {
        Session session; // queries 1 and -1, keys in turn: the scores are the keys and their opposites
        session.text = textOf(matrixFrom("1; -1"));
        session.source = textOf(matrixFrom("1; -1; -1; -2"));
        session.layers.push_back({});
        changing(session)->allHeads.resize(1);
        changing(session)->options.normalisation = Normalisation::Sum;
        const Demand demand{{{Stage::Weights, 0, 0, {}, 2, 2}}, {}};
        Engine engine = makeEngine();
        const float third = 1.0F / 3.0F;
        const Matrix weights = traceOf(engine, session)(Stage::Weights, 0);
        QVERIFY(sameBits(Matrix(weights.row(0)), matrixFrom("-1/3 1/3 1/3 2/3"))); // divided by -3
        QVERIFY(sameBits(Matrix(weights.row(1)), Matrix(weights.row(0))));         // divided by 3
        Frame frame = engine.answer(session, demand);
        QVERIFY(sameBits(frame.tiles[0]->values, Matrix{{third, 2 * third}, {third, 2 * third}}));

        session.source->embeddings = matrixFrom("1; -1; -1; 4");
        frame = engine.answer(session, demand);
        QVERIFY(sameBits(frame.tiles[0]->values, Matrix{{third, 4 * third}, {third, 4 * third}}));
        const Demand firstTwo{{{Stage::Weights, 0, 0, {0, 0, 2, 2}, 1, 2}}, {}};
        frame = engine.answer(session, firstTwo);
        QVERIFY(sameBits(frame.tiles[0]->values, Matrix{{third}, {third}}));
        session.source = textOf(matrixFrom("1; -1; -1")); // without the last key the sum is -1
        frame = engine.answer(session, firstTwo);
        QVERIFY(sameBits(frame.tiles[0]->values, Matrix{{1}, {1}}));
    }

    /// Neighbouring scores may have the same weight; then, too, the sign decides.
    void tiesAreTiesOfWeights() {
        // 1.9 and its neighbour are divided by a sum of about 1.81: above 1, floats are half as dense.
        const float a = 1.9F, b = std::nextafter(a, 2.0F);
        int ties = 0;
        for (int step = 0; step < 400; ++step) {
            const float rest = 1.8F + static_cast<float>(step) * 1e-4F;
            Session session;
            session.text = textOf(matrixFrom("1"));
            session.source = textOf(Matrix{{a}, {-b}, {rest}});
            session.layers.push_back({});
            changing(session)->allHeads.resize(1);
            changing(session)->options.normalisation = Normalisation::Sum;
            Engine engine = makeEngine();
            const Matrix weights = traceOf(engine, session)(Stage::Weights, 0);
            const float expected = *expectedValue(weights, {}, Pooling::LargestMagnitude, 0, 1, 0, 2);
            if (weights(0, 0) == -weights(0, 1)) ++ties;
            const Tile tile = tileOf(session, {Stage::Weights, 0, 0, {0, 0, 1, 2}, 1, 1});
            QVERIFY(sameBits(tile.values(0, 0), expected));
        }
        QVERIFY(ties > 0);
    }

    /// One 1 among a million zeros is never lost.
    void spikesSurvive() {
        std::mt19937 random(11);
        constexpr Index kTokens = 1000;
        for (int round = 0; round < 20; ++round) {
            // Keys are 0 but for one; queries are 0 but for one: a single score of 1.
            const auto query = static_cast<Index>(random() % kTokens), key = static_cast<Index>(random() % kTokens);
            Matrix x = Matrix::Zero(kTokens, 1), keys = Matrix::Zero(kTokens, 1);
            x(query, 0) = 1;
            keys(key, 0) = 1;
            Session session;
            session.text = textOf(x);
            session.source = textOf(keys);
            session.layers.push_back({});
            changing(session)->allHeads.resize(1);
            const Tile tile = tileOf(session, {Stage::Scores, 0, 0, {}, 200, 200});
            QCOMPARE(tile.values.rows(), Index{200});
            QCOMPARE(tile.values(query / 5, key / 5), 1.0F);
            QCOMPARE(tile.values.sum(), 1.0F);
            // The spike also shows as a weight: with a factor of 1000 that row attends to one key alone.
            changing(session)->options.scale = {Scale::Kind::Factor, 1000};
            const Tile weights = tileOf(session, {Stage::Weights, 0, 0, {}, 200, 200});
            QCOMPARE(weights.values(query / 5, key / 5), 1.0F);
            QVERIFY((weights.values.array() == 1.0F).count() == 1);
        }
    }

    void regionsAreCut_data() {
        QTest::addColumn<QList<int>>("asked");
        QTest::addColumn<QList<int>>("got");
        QTest::newRow("all") << QList<int>{0, 0, 0, 0} << QList<int>{0, 0, 6, 6};
        QTest::newRow("inside") << QList<int>{1, 2, 3, 4} << QList<int>{1, 2, 3, 4};
        QTest::newRow("over the end") << QList<int>{4, 5, 9, 9} << QList<int>{4, 5, 2, 1};
        QTest::newRow("before the beginning") << QList<int>{-2, -1, 4, 4} << QList<int>{0, 0, 2, 3};
        QTest::newRow("huge") << QList<int>{1, 1, 2147483647, 2147483647} << QList<int>{1, 1, 5, 5};
    }
    void regionsAreCut() {
        QFETCH(QList<int>, asked);
        QFETCH(QList<int>, got);
        std::mt19937 random(1);
        const Session session = randomSession(random, {6, 3, 1, 2, 2});
        const Tile tile = tileOf(session, {Stage::Scores, 0, 0, {asked[0], asked[1], asked[2], asked[3]}, 100, 100});
        QVERIFY((tile.demand.region == Region{got[0], got[1], got[2], got[3]}));
        QCOMPARE(tile.values.rows(), Index{got[2]});
        QCOMPARE(tile.values.cols(), Index{got[3]});
    }

    void nothingToShowIsNoProblem() {
        Session session;
        session.text = emptyText(3);
        session.layers.push_back({});
        changing(session)->allHeads.resize(1);
        Demand demand;
        for (const StageInfo& info : stages()) demand.maps.push_back({info.stage, 0, 0, {}, 10, 10});
        demand.maps.push_back({Stage::Scores, 0, 7, {}, 10, 10}); // no such head
        demand.maps.push_back({Stage::Scores, 3, 0, {}, 10, 10}); // no such layer
        demand.cells = {CellRef{Stage::Weights, 0, 0, 0, 0}};
        Engine engine = makeEngine();
        const Frame frame = engine.answer(session, demand);
        QCOMPARE(frame.problem, std::string());
        QCOMPARE(frame.tiles.size(), demand.maps.size());
        for (const auto& tile : frame.tiles) {
            QVERIFY(tile);
            QCOMPARE(tile->values.size(), Index{0});
            QVERIFY(tile->range.empty());
        }
        QVERIFY(frame.explanations.size() == 1 && !frame.explanations[0]);
    }

    void tooLargeSaysHowMuch() {
        std::mt19937 random(1);
        const Session session = randomSession(random, {100, 3, 2, 2, 2});
        Demand demand{{{Stage::Scores, 0, 0, {}, 10, 10}, {Stage::Weights, 0, 1, {}, 10, 10}}, {}};
        const auto limits = std::make_shared<Failure>(); // no limit yet
        Engine engine(std::make_unique<FailingBackend>(limits));
        const double one = makeBackend(kDefaultBackend).value()->scoresBytes(100, 100);
        QVERIFY(one >= 4.0 * 100 * 100);
        limits->memory = 1.5 * one;
        const Frame frame = engine.answer(session, demand);
        QVERIFY(frame.tiles.empty());
        QVERIFY(frame.problem.find("2 heads") != std::string::npos);
        QVERIFY(frame.problem.find("Show fewer heads") != std::string::npos);
        demand.maps.pop_back();
        const Frame less = engine.answer(session, demand);
        QCOMPARE(less.problem, std::string());
        QCOMPARE(less.tiles.size(), std::size_t{1});
        limits->memory = one; // the tightest limit
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        limits->memory = one - 1;
        QVERIFY(!engine.answer(session, demand).problem.empty());
    }

    void stagesAreNamed() {
        for (const StageInfo& info : stages()) {
            QCOMPARE(&infoOf(info.stage), &info);
            QCOMPARE(findStage(info.id), &info);
        }
        QVERIFY(!findStage("nonsense"));
    }
};

QTEST_APPLESS_MAIN(TilesTest)
#include "tst_tiles.moc"
