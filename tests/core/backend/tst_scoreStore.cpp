// A ScoreStore moves numbers with their tokens, and its memory depends on the size alone.
#include "backend/cpu/ScoreStore.h"

#include <QTest>

#include <numeric>
#include <random>
#include <vector>

using namespace headlight;

namespace {

float valueAt(Index row, Index col) { return static_cast<float>(row * 1000 + col); }

void fill(ScoreStore& store) {
    for (Index row = 0; row < store.rows(); ++row)
        for (Index col = 0; col < store.cols(); ++col) store.row(row)[col] = valueAt(row, col);
}

std::vector<Index> allOf(Index count) {
    std::vector<Index> from(static_cast<std::size_t>(count));
    std::iota(from.begin(), from.end(), Index{0});
    return from;
}

/// Removes some and inserts some, anywhere; at most 200 are left.
std::vector<Index> anyMoves(std::mt19937& random, Index count) {
    std::vector<Index> moves;
    const auto share = 1 + random() % 9, atEnd = random() % 40;
    for (Index from = 0; from < count; ++from) {
        for (auto more = random() % 40; more < atEnd / 16; ++more) moves.push_back(-1);
        if (random() % 10 < share) moves.push_back(from);
    }
    for (auto more = atEnd; more > 0; --more) moves.push_back(-1);
    if (moves.size() > 200) moves.resize(200);
    return moves;
}

} // namespace

class ScoreStoreTest : public QObject {
    Q_OBJECT

private slots:
    void numbersMoveWithTheirRowsAndColumns() {
        std::mt19937 random(1);
        ScoreStore store;
        for (int step = 0; step < 200; ++step) {
            fill(store);
            std::vector<Index> rows = anyMoves(random, store.rows()), cols = anyMoves(random, store.cols());
            const RowMap ofRows{rows, store.rows()}, ofCols{cols, store.cols()};
            const bool rowsMove = step % 5 != 1, colsMove = step % 5 != 2;
            if (!rowsMove) rows = allOf(store.rows());
            if (!colsMove) cols = allOf(store.cols());
            store.move(rowsMove ? &ofRows : nullptr, colsMove ? &ofCols : nullptr);
            QCOMPARE(store.rows(), static_cast<Index>(rows.size()));
            QCOMPARE(store.cols(), static_cast<Index>(cols.size()));
            for (std::size_t r = 0; r < rows.size(); ++r)
                for (std::size_t c = 0; c < cols.size(); ++c)
                    if (rows[r] >= 0 && cols[c] >= 0)
                        QCOMPARE(store.row(static_cast<Index>(r))[c], valueAt(rows[r], cols[c]));
            QVERIFY(store.bytes() <= ScoreStore::bytesFor(store.rows(), store.cols()));
        }
    }

    void itMovesAtEvery64thToken() {
        ScoreStore store;
        int moves = 0;
        const float* before = nullptr;
        const auto resize = [&](int n) {
            std::vector<Index> from = allOf(store.rows());
            from.resize(static_cast<std::size_t>(n), -1);
            const RowMap map{from, store.rows()};
            store.move(&map, &map);
            moves += store.row(0) != before;
            before = store.row(0);
        };
        for (int n = 1; n <= 256; ++n) resize(n);
        QCOMPARE(moves, 4);
        for (const int n : {257, 256, 257, 256, 255, 257}) resize(n); // back and forth at the edge of a step
        QCOMPARE(moves, 5);
        resize(128);
        QVERIFY(store.bytes() < ScoreStore::bytesFor(128, 128) + 1);
    }

    void bytes_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        QTest::addColumn<double>("bytes");
        QTest::newRow("none") << 0 << 0 << 0.0;
        QTest::newRow("one") << 1 << 1 << 64.0 * (64 + 16) * 4;
        QTest::newRow("a step") << 64 << 64 << 64.0 * (64 + 16) * 4;
        QTest::newRow("one more row") << 65 << 64 << 128.0 * (64 + 16) * 4;
        QTest::newRow("one more column") << 64 << 65 << 64.0 * (128 + 16) * 4;
    }
    void bytes() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        QFETCH(double, bytes);
        QVERIFY(ScoreStore::bytesFor(rows, cols) >= bytes);
        QVERIFY(ScoreStore::bytesFor(rows, cols) <= double(rows + 127) * double(cols + 143) * 4);
        ScoreStore store;
        store.reset(rows, cols);
        QCOMPARE(store.bytes(), bytes);
        QCOMPARE(store.rows(), Index{rows});
        QCOMPARE(store.cols(), Index{cols});
    }
};

QTEST_APPLESS_MAIN(ScoreStoreTest)
#include "tst_scoreStore.moc"
