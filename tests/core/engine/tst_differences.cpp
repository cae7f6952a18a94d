// Tests differences between two sessions. (tst_tiles.cpp tests sessions of one size, at any reduction.)
#include "backend/backends.h"
#include "backend/cpu/CpuBackend.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/traces.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

using namespace headlight;
using namespace headlight::testing;

namespace {

Tile tileOf(const Session& session, const MapDemand& map, const Session& other) {
    return *Engine(makeBackend(kDefaultBackend).value()).answer(session, {{map}, {}, {other}}).tiles.at(0);
}

/// A stage of one session less the same stage of another one, cell by cell, and which cells count.
struct Plain {
    Matrix excess;
    std::vector<std::vector<bool>> counts;

    /// Checks value (r, c) of a tile of the whole stage against the cells that it stands for.
    void check(const Tile& tile, Index r, Index c, Pooling pooling) const {
        const auto begin = [](Index bin, Index bins, Index length) { return bin * length / bins; };
        const Index height = tile.values.rows(), width = tile.values.cols();
        std::vector<float> cells;
        for (Index row = begin(r, height, excess.rows()); row < begin(r + 1, height, excess.rows()); ++row)
            for (Index col = begin(c, width, excess.cols()); col < begin(c + 1, width, excess.cols()); ++col)
                if (counts[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)])
                    cells.push_back(excess(row, col));
        QCOMPARE(tile.masked(r, c), cells.empty());
        if (cells.empty()) cells = {0};
        double sum = 0;
        for (const float cell : cells) sum += static_cast<double>(cell);
        const auto [low, high] = std::ranges::minmax(cells);
        float expected = -low > high ? low : high;
        if (pooling == Pooling::Maximum) expected = high;
        if (pooling == Pooling::Mean) expected = static_cast<float>(sum / static_cast<double>(cells.size()));
        if (std::ranges::any_of(cells, [](float cell) { return std::isnan(cell); })) expected = std::nanf("");
        QVERIFY(sameBits(tile.values(r, c), expected + 0.0F));
    }
    void check(const Tile& tile, Pooling pooling) const {
        float low = 1, high = 0;
        std::optional<std::pair<int, int>> odd, said;
        for (int row = 0; row < excess.rows(); ++row)
            for (int col = 0; col < excess.cols(); ++col) {
                const float cell = excess(row, col);
                if (!counts[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)]) continue;
                if (!std::isfinite(cell) && !odd) odd = {row, col};
                if (!std::isfinite(cell)) continue;
                low = low > high ? cell : std::min(low, cell);
                high = std::max(low, std::max(high, cell));
            }
        if (tile.firstNonFinite) said = {tile.firstNonFinite->row, tile.firstNonFinite->col};
        QCOMPARE(said, odd);
        QCOMPARE(tile.range.low, low);
        QCOMPARE(tile.range.high, high);
        for (Index r = 0; r < tile.values.rows(); ++r)
            for (Index c = 0; c < tile.values.cols(); ++c) {
                check(tile, r, c, pooling);
                if (QTest::currentTestFailed()) return;
            }
    }
};

} // namespace

class DifferencesTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setScoreMemory(); }

    /// Tokens are found again in a sentence that has changed; those that only one of the two sentences has are masked.
    void differencesFollowTheirTokens_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("from"); // where each token stood before
        QTest::newRow("typed in the middle") << "a b c d"
                                             << "a b new c d"
                                             << "0 1 - 2 3";
        QTest::newRow("gone") << "a b c d"
                              << "a d"
                              << "0 3";
        QTest::newRow("gone and typed") << "a b c d"
                                        << "x a c d b"
                                        << "- 0 2 3 -";
        QTest::newRow("all others") << "a b"
                                    << "x y z"
                                    << "0 1 -";
        QTest::newRow("from nothing") << ""
                                      << "x y"
                                      << "- -";
    }
    void differencesFollowTheirTokens() {
        QFETCH(QString, before);
        QFETCH(QString, now);
        QFETCH(QString, from);
        Session session = newSession(5, 3, 2, 2, 2), other = session;
        session = *withSentence(session, now.toStdString());
        other = *withSentence(other, before.toStdString());
        changing(session)->options.mask.causal = true;
        Engine engine(makeBackend(kDefaultBackend).value());
        const Trace trace = traceOf(engine, session), was = traceOf(engine, other);
        const QStringList places = from.split(' ');
        for (const StageInfo& info : stages()) {
            if (!trace.has(info.stage) || !was.has(info.stage)) continue;
            const Matrix &is = trace(info.stage, 0), &less = was(info.stage, 0);
            MapDemand map{info.stage, 0, 0, {}, 100, 100};
            map.state = 1;
            map.isDifference = true;
            const Tile tile = tileOf(session, map, other);
            const Frame checked = Engine(makeBackend("checked").value()).answer(session, {{map}, {}, {other}});
            QVERIFY(!checked.remarks.empty());
            for (const std::string& remark : checked.remarks)
                QVERIFY2(remark.find("Infinity") == std::string::npos, remark.c_str());
            QCOMPARE(tile.values.rows(), is.rows());
            QCOMPARE(tile.values.cols(), is.cols());
            for (Index row = 0; row < is.rows(); ++row)
                for (Index col = 0; col < is.cols(); ++col) {
                    const QString row0 = places[row], col0 = info.isMap() ? places[col] : QString::number(col);
                    // A weight that only one of the two masks hides is 0 in the session of that mask.
                    const bool isHidden = (info.stage == Stage::Masked && col > row) ||
                                          (info.stage == Stage::Rest && col == 0 && col0 == "0");
                    const bool isMasked = row0 == "-" || col0 == "-" || isHidden;
                    QCOMPARE(tile.masked(row, col), isMasked);
                    const float excess = isMasked ? 0 : is(row, col) - less(row0.toInt(), col0.toInt());
                    QVERIFY2(sameBits(tile.values(row, col), excess), info.id);
                }
        }
    }

    /// Heads and layers are compared with those of their number, wherever these were. So is a map of the other state.
    void headsAndLayersAreFoundAgain_data() {
        QTest::addColumn<Session>("now");
        QTest::addColumn<QString>("pairs"); // for each layer and head: the layer and head that it was
        const Session before = *withLayerAdded(*withSentence(newSession(5, 3, 3, 2, 2), "a b c"));
        const auto row = [](const char* name, const Result<Session>& now, const char* pairs) {
            QTest::newRow(name) << *now << QString(pairs);
        };
        const Session without0 = *withHeadRemoved(before, 0, 0), twice1 = *withHeadDuplicated(before, 0, 1);
        row("as they were", before, "00 01 02, 10 11 12");
        row("the first head goes", without0, "01 02, 10 11 12");
        row("the last head goes", withHeadRemoved(before, 0, 2), "00 01, 10 11 12");
        row("the first goes, one comes", withHeadAdded(without0, 0), "01 02 00, 10 11 12"); // drawn as the first was
        row("one comes", withHeadAdded(before, 0), "00 01 02 --, 10 11 12");
        row("a head is copied", twice1, "00 01 -- 02, 10 11 12");
        row("a copy goes", withHeadRemoved(twice1, 0, 1), "00 01 02, 10 11 12");
        row("the first layer goes", withLayerRemoved(before, 0), "10 11 12");
        row("the first layer is copied", withLayerDuplicated(before, 0), "00 01 02, -- -- --, 10 11 12");
        row("the first layer and a head go", withHeadRemoved(*withLayerRemoved(before, 0), 0, 1), "10 12");
        row("without weights", withoutTrainableWeights(before, 0), "00, 10 11 12");
    }
    void headsAndLayersAreFoundAgain() {
        QFETCH(Session, now);
        QFETCH(QString, pairs);
        const Session before = *withLayerAdded(*withSentence(newSession(5, 3, 3, 2, 2), "a b c"));
        const std::vector<Trace> is = tracesOf(now), was = tracesOf(before);
        const QStringList layers = pairs.split(", ");
        QCOMPARE(layers.size(), qsizetype(now.layers.size()));
        for (std::size_t layer = 0; layer < is.size(); ++layer) {
            const QStringList heads = layers[int(layer)].split(' ');
            QCOMPARE(heads.size(), qsizetype(now.layers[layer].heads().size()));
            for (std::size_t head = 0; head < std::size_t(heads.size()); ++head) {
                const QString pair = heads[int(head)];
                MapDemand map{Stage::Scores, int(layer), int(head), {}, 100, 100, Pooling::LargestMagnitude, 1};
                const Tile then = tileOf(now, map, before);
                map.isDifference = true;
                const Tile tile = tileOf(now, map, before);
                QVERIFY(then.demand.layer == int(layer) && then.demand.head == int(head));
                QCOMPARE(then.values.size() > 0, pair != "--");
                QCOMPARE(tile.values.size() > 0, pair != "--");
                if (pair == "--") continue;
                const Matrix& less = was[pair.left(1).toUInt()](Stage::Scores, pair.mid(1).toUInt());
                QVERIFY(sameBits(then.values, less));
                QVERIFY(sameBits(tile.values, Matrix(is[layer](Stage::Scores, head) - less)));
            }
        }
    }

    /// The contexts side by side have other columns when heads went and came.
    void columnsOfOtherHeads_data() {
        QTest::addColumn<Session>("now");
        QTest::addColumn<bool>("isThere");
        const Session before = *withSentence(newSession(5, 3, 3, 2, 2), "a b c");
        QTest::newRow("the same heads") << before << true;
        QTest::newRow("one less") << *withHeadRemoved(before, 0, 0) << false;
        QTest::newRow("one went, one came") << *withHeadAdded(*withHeadRemoved(before, 0, 0), 0) << false;
    }
    void columnsOfOtherHeads() {
        QFETCH(Session, now);
        QFETCH(bool, isThere);
        const Session before = *withSentence(newSession(5, 3, 3, 2, 2), "a b c");
        const MapDemand map{Stage::Concat, 0, 0, {}, 9, 9, Pooling::LargestMagnitude, 1, true};
        QCOMPARE(tileOf(now, map, before).values.size() > 0, isThere);
    }

    /// Both masks hide the cell; after the softmax masked weights are 0, too.
    void weightsThatBothMask() {
        Session session = *withSentence(newSession(5, 3, 1, 2, 2), "a b c"), other = session;
        changing(other)->options.mask.causal = true;
        changing(session)->options.mask.hidden = {2};
        for (const MaskMode mode : {MaskMode::Before, MaskMode::After}) {
            changing(session)->options.maskMode = changing(other)->options.maskMode = mode;
            for (const Stage stage : {Stage::Masked, Stage::Weights}) {
                MapDemand map{stage, 0, 0, {}, 100, 100};
                map.state = 1;
                map.isDifference = true;
                const Tile tile = tileOf(session, map, other);
                const bool isZero = stage == Stage::Weights || mode == MaskMode::After;
                for (int row = 0; row < 3; ++row)
                    for (int col = 0; col < 3; ++col)
                        QCOMPARE(tile.masked(row, col), isZero ? col == 2 && col > row : col == 2 || col > row);
            }
        }
    }

    /// Cells that are not compared do not count as 0 in the range.
    void rangeOfWhatIsCompared() {
        const Session session = bareSession(Matrix::Constant(3, 1, 2)); // scores 4
        Session before = bareSession(Matrix::Constant(3, 1, 1));
        eraseToken(before.text, 1);
        const MapDemand map{Stage::Scores, 0, 0, {}, 9, 9, Pooling::LargestMagnitude, 1, true};
        const Tile tile = tileOf(session, map, before);
        QVERIFY(sameBits(tile.values, matrixFrom("3 0 3; 0 0 0; 3 0 3")));
        QCOMPARE(tile.range.low, 3.0F);
        QCOMPARE(tile.range.high, 3.0F);
    }

    /// The sentences have more rows than are read at a time, with a larger gap of removed tokens between them, and
    /// tiles whose pixels are cut there; tokens were added and removed, and masks changed.
    void longSentences_data() {
        QTest::addColumn<int>("mask");
        QTest::addColumn<int>("maskBefore");
        QTest::addColumn<bool>("streams");
        QTest::addColumn<bool>("isFinite");
        QTest::newRow("no masks") << 0 << 0 << false << true;
        QTest::newRow("no masks, streamed") << 0 << 0 << true << true;
        QTest::newRow("causal") << 1 << 1 << true << true;
        QTest::newRow("one is causal, not finite") << 1 << 0 << false << false;
        QTest::newRow("windows of which one is causal") << 4 << 3 << true << true;
        QTest::newRow("given and hidden") << 2 << 5 << false << true;
        QTest::newRow("all and causal") << 6 << 1 << true << true;
    }
    void longSentences() {
        QFETCH(int, mask);
        QFETCH(int, maskBefore);
        QFETCH(bool, streams);
        QFETCH(bool, isFinite);
        constexpr int kBefore = 1'750, kGone = 400, kBack = 1'050; // from, to
        std::mt19937 random(5);
        Session before = randomSession(random, {kBefore + 3, 2, 1, 2, 1}), session;
        eraseToken(before.text, kBefore, 3);
        if (!isFinite) {
            Matrix x = *before.text.embeddings.matrix();
            x(1'500, 0) = std::numeric_limits<float>::infinity();
            before.text.embeddings = x;
        }
        session = before;
        eraseToken(session.text, kGone, kBack - kGone);
        for (const int at : {0, 300, 1'100}) insertToken(session.text, at, kBefore + at % 7 % 3);
        changing(session)->allHeads[0][Parameter::Wq] = randomMatrix(random, 2, 2);
        const auto count = static_cast<int>(session.text.tokens->ids.size());
        const Mask now = maskOf(random, mask, count, count), was = maskOf(random, maskBefore, kBefore, kBefore);
        changing(session)->options.mask = now;
        changing(before)->options.mask = was;
        setScoreMemory(streams ? 0 : kScoreMemory);
        Engine engine(eigen());
        const Trace trace = traceOf(engine, session), traceBefore = traceOf(engine, before);
        const auto from = [&](int i) {
            const int id = session.text.tokens->ids[static_cast<std::size_t>(i)];
            return id < kBefore ? id : -1;
        };
        for (const Stage stage : {Stage::Scores, Stage::Masked, Stage::Weights}) {
            if (!trace.has(stage) || !traceBefore.has(stage)) continue;
            Plain plain{Matrix::Zero(count, count), {}};
            for (int row = 0; row < count; ++row) {
                auto& counts = plain.counts.emplace_back(count);
                for (int col = 0; col < count; ++col) {
                    if (from(row) < 0 || from(col) < 0) continue;
                    const bool isAllowed = now.allows(row, col), wasAllowed = was.allows(from(row), from(col));
                    if (stage == Stage::Weights && !isAllowed && !wasAllowed) continue;
                    if (stage == Stage::Masked && !(isAllowed && wasAllowed)) continue;
                    counts[static_cast<std::size_t>(col)] = true;
                    const float is = trace(stage, 0)(row, col), less = traceBefore(stage, 0)(from(row), from(col));
                    plain.excess(row, col) = is == less ? 0 : is - less;
                }
            }
            for (const Pooling pooling : {Pooling::LargestMagnitude, Pooling::Maximum, Pooling::Mean}) {
                const MapDemand map{stage, 0, 0, {}, 37, 11, pooling, 1, true};
                plain.check(*Engine(eigen()).answer(session, {{map}, {}, {before}}).tiles.at(0), pooling);
                if (QTest::currentTestFailed()) return;
            }
        }
    }

    /// The progress of each map goes on where that of the one before ended.
    void progressOnlyGrows() {
        std::mt19937 random(1);
        const Session session = randomSession(random, {6, 3, 3, 2, 2});
        Demand demand = {{}, {}, {session}};
        for (int head = 0; head < 3; ++head)
            demand.maps.push_back({Stage::Weights, 0, head, {}, 9, 9, Pooling::LargestMagnitude, 1, true});
        std::vector<double> told;
        const auto watch = [&](double done) {
            told.push_back(done);
            return true;
        };
        QCOMPARE(Engine(makeBackend(kDefaultBackend).value()).answer(session, demand, watch).problem, std::string());
        QVERIFY(std::ranges::is_sorted(told));
        QVERIFY(told.size() > 3);
        for (int map = 0; map < 3; ++map)
            QCOMPARE(told[told.size() - 3 + static_cast<std::size_t>(map)], 0.5 + map / 6.0);
    }

    /// There is no difference if the sizes differ or one of the two stages does not exist.
    void differencesThatAreNone_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("state");
        QTest::addColumn<bool>("isThere");
        QTest::newRow("the same size") << 6 << 2 << 1 << true;
        QTest::newRow("another sentence") << 7 << 2 << 1 << true;
        QTest::newRow("no such head") << 6 << 1 << 1 << false;
        QTest::newRow("no such state") << 6 << 2 << 2 << false;
        QTest::newRow("from itself") << 6 << 2 << 0 << false;
    }
    void differencesThatAreNone() {
        QFETCH(int, tokens);
        QFETCH(int, heads);
        QFETCH(int, state);
        QFETCH(bool, isThere);
        std::mt19937 random(1);
        const Session session = randomSession(random, {6, 3, 2, 2, 2});
        const Session other = randomSession(random, {tokens, 3, heads, 2, 2});
        const MapDemand map{Stage::Weights, 0, 1, {}, 9, 9, Pooling::LargestMagnitude, state, true};
        QCOMPARE(tileOf(session, map, other).values.size() > 0, isThere);
    }
};

QTEST_APPLESS_MAIN(DifferencesTest)
#include "tst_differences.moc"
