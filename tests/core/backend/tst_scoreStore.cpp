// Where scores stand: what both sizes have stays, and memory follows the size alone.
#include "backend/cpu/ScoreStore.h"

#include <QTest>

#include <random>

using namespace headlight;

namespace {

float valueAt(Index row, Index col) { return static_cast<float>(row * 1000 + col); }

void fill(ScoreStore& store) {
    for (Index row = 0; row < store.rows(); ++row)
        for (Index col = 0; col < store.cols(); ++col) store.row(row)[col] = valueAt(row, col);
}

} // namespace

class ScoreStoreTest : public QObject {
    Q_OBJECT

private slots:
    void whatBothSizesHaveStays() {
        std::mt19937 random(1);
        ScoreStore store;
        for (int step = 0; step < 200; ++step) {
            const Index oldRows = store.rows(), oldCols = store.cols();
            store.resize(static_cast<Index>(random() % 200), static_cast<Index>(random() % 200));
            for (Index row = 0; row < std::min(oldRows, store.rows()); ++row)
                for (Index col = 0; col < std::min(oldCols, store.cols()); ++col)
                    QVERIFY(store.row(row)[col] == valueAt(row, col));
            fill(store); // all of it is there to be written
            QVERIFY(store.bytes() <= ScoreStore::bytesFor(store.rows(), store.cols()));
        }
    }

    void itMovesAtEvery64thToken() {
        ScoreStore store;
        int moves = 0;
        const float* before = nullptr;
        for (Index n = 1; n <= 256; ++n) {
            store.resize(n, n);
            moves += store.row(0) != before;
            before = store.row(0);
        }
        QCOMPARE(moves, 4);
        for (const Index n : {257, 256, 257, 256, 255, 257}) { // to and fro at the edge of a step
            store.resize(n, n);
            moves += store.row(0) != before;
            before = store.row(0);
        }
        QCOMPARE(moves, 5);
        store.resize(128, 128);
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
