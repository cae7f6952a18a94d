// The memory of a ScoreTable depends on its size alone; its numbers are those of a new one.
#include "backend/cpu/ScoreReader.h"
#include "support/attendedTable.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/targets.h"

#include <QTest>

#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

const IndexSet kNone;

ScoreRule ruleFor(Index queries, Index keys, bool masked) {
    ScoreRule rule;
    if (masked) rule.mask = maskOf(Matrix(Matrix::Ones(queries, keys)));
    return rule;
}

Matrix weightsOf(const ScoreTable& table) {
    Matrix weights(table.rows(), table.cols());
    ScoreReader scores(table, table.rows(), 0, table.cols());
    for (Index row = 0; row < table.rows(); ++row)
        table.weights(scores.row(row), row, 0, table.cols(), weights.data() + row * table.cols());
    return weights;
}

/// Removes about a fifth of the tokens and inserts some, anywhere.
RowMap anyMove(std::mt19937& random, Index before) {
    RowMap map{{}, before};
    for (Index i = 0; i < before; ++i) {
        if (random() % 10 == 0) map.from.push_back(-1);
        if (random() % 5 != 0) map.from.push_back(i);
    }
    if (random() % 2 == 0) map.from.push_back(-1);
    return map;
}

} // namespace

class ScoreTableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(true); }
    void init() { useTarget(); }

    /// Deletes words at the end of a sentence: no row that stays has changed.
    void memoryShrinksWithTheSentence_data() {
        QTest::addColumn<int>("rowsAtATime");
        QTest::addColumn<int>("colsAtATime");
        QTest::addColumn<bool>("masked");
        for (const bool masked : {false, true}) {
            const char* mask = masked ? ", masked" : "";
            QTest::addRow("word by word%s", mask) << 1 << 1 << masked;
            QTest::addRow("many words%s", mask) << 130 << 130 << masked;
            QTest::addRow("all but a few%s", mask) << 290 << 290 << masked;
            QTest::addRow("queries only%s", mask) << 7 << 0 << masked;
            QTest::addRow("keys only%s", mask) << 0 << 7 << masked;
        }
    }
    void memoryShrinksWithTheSentence() {
        QFETCH(int, rowsAtATime);
        QFETCH(int, colsAtATime);
        QFETCH(bool, masked);
        std::mt19937 random(2);
        Matrix q = randomMatrix(random, 300, 4), k = randomMatrix(random, 300, 4);
        AttendedTable f;
        f.update(q, k, IndexSet::every(), IndexSet::every(), ruleFor(300, 300, masked));
        QVERIFY(f.table.bytes() <= ScoreStore::bytesFor(300, 300));
        while (q.rows() > rowsAtATime && k.rows() > colsAtATime) {
            q = Matrix(q.topRows(q.rows() - rowsAtATime));
            k = Matrix(k.topRows(k.rows() - colsAtATime));
            const ScoreRule rule = ruleFor(q.rows(), k.rows(), masked);
            f.resize(q.rows(), k.rows());
            f.update(q, k, kNone, kNone, rule);
            QVERIFY(f.table.bytes() <= ScoreStore::bytesFor(q.rows(), k.rows()));
            AttendedTable fresh;
            fresh.update(q, k, IndexSet::every(), IndexSet::every(), rule);
            QVERIFY(sameBits(weightsOf(f.table), weightsOf(fresh.table)));
        }
    }

    /// Rows that stay are not marked as moved, since otherwise what is kept of them would be computed anew.
    void whatStaysHasNotMoved() {
        std::mt19937 random(4);
        const Matrix x = randomMatrix(random, 8, 4);
        AttendedTable f;
        f.update(x, x, IndexSet::every(), IndexSet::every(), {});
        f.table.move(nullptr, nullptr, false);
        f.update(x, x, {false, {3}}, kNone, {});
        QVERIFY(!f.table.lastChange().moved);
    }

    /// Tokens move once or more often before an update, as after a run that was stopped.
    void tokensMove_data() {
        QTest::addColumn<int>("mask"); // as in maskOf()
        QTest::addColumn<bool>("isSum");
        QTest::newRow("no mask") << 0 << false;
        QTest::newRow("no mask, by sum") << 0 << true;
        QTest::newRow("causal") << 1 << false;
        QTest::newRow("window") << 3 << false; // which hides other cells after a move
    }
    void tokensMove() {
        QFETCH(int, mask);
        QFETCH(bool, isSum);
        std::mt19937 random(5);
        ScoreRule rule;
        rule.factor = 0.7;
        rule.mask = maskOf(random, mask, 40, 40);
        rule.normalisation = isSum ? Normalisation::Sum : Normalisation::Softmax;
        const bool isRuleNew = mask == 3;
        Matrix x = randomMatrix(random, 40, 4);
        AttendedTable f;
        f.update(x, x, IndexSet::every(), IndexSet::every(), rule);
        for (int round = 0; round < 200; ++round) {
            IndexSet changed;
            for (auto times = random() % 3; times > 0; --times) {
                const RowMap map = anyMove(random, x.rows());
                f.table.move(&map, &map, isRuleNew);
                changed = map.mapped(changed);
                changed.add(map.inserted());
                map.apply(x);
            }
            if (x.rows() > 0 && random() % 2 == 0) changed.add({false, {static_cast<Index>(random()) % x.rows()}});
            for (const Index row : changed.items) x.row(row) = randomMatrix(random, 1, 4);
            f.allowed.take(rule.mask, x.rows(), x.rows());
            f.table.update(x, &x, changed, changed, rule, isRuleNew, 0, f.allowed);
            AttendedTable fresh;
            fresh.update(x, x, IndexSet::every(), IndexSet::every(), rule);
            QVERIFY(sameBits(weightsOf(f.table), weightsOf(fresh.table)));
            for (Index row = 0; row < x.rows(); ++row)
                QCOMPARE(f.table.summaries().range(row).high, fresh.table.summaries().range(row).high);
            if (x.rows() >= 20) continue;
            x = randomMatrix(random, 40, 4);
            f.update(x, x, IndexSet::every(), IndexSet::every(), rule);
        }
    }

    /// Memory reserved for growth is not released as unused memory.
    void growthKeepsItsMemory() {
        std::mt19937 random(2);
        const Matrix x = randomMatrix(random, 200, 3);
        AttendedTable f;
        for (Index n = 0; n <= 200; ++n) {
            const Matrix now = x.topRows(n);
            f.resize(n, n);
            const IndexSet last{false, n > 0 ? std::vector<Index>{n - 1} : std::vector<Index>()};
            f.update(now, now, last, last, {});
            if (n > 1) QVERIFY(!f.table.lastChange().rows.all);
            QVERIFY(f.table.bytes() <= ScoreStore::bytesFor(n, n));
        }
    }

    /// If many columns have changed, all are computed, with their rows.
    void manyColumnsAreAll() {
        std::mt19937 random(2);
        Matrix q = randomMatrix(random, 200, 3), k = randomMatrix(random, 200, 3);
        AttendedTable f;
        f.update(q, k, IndexSet::every(), IndexSet::every(), {});
        for (const Index count : {1, 39, 40, 41, 99}) {
            IndexSet changed;
            for (Index i = 0; i < count; ++i) changed.items.push_back(2 * i);
            for (const Index row : changed.items) k.row(row) = randomMatrix(random, 1, 3);
            f.update(q, k, {}, changed, {});
            QCOMPARE(f.table.lastChange().cols.all, count > 40);
            AttendedTable fresh;
            fresh.update(q, k, IndexSet::every(), IndexSet::every(), {});
            QVERIFY(sameBits(weightsOf(f.table), weightsOf(fresh.table)));
        }
    }
};

QTEST_APPLESS_MAIN(ScoreTableTest)
#include "tst_scoreTable.moc"
