// The memory of a ScoreTable follows its size, both ways; its numbers stay those of a fresh one.
#include "backend/cpu/ScoreTable.h"
#include "support/attendedTable.h"
#include "support/blocks.h"
#include "support/frames.h"

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
    for (Index row = 0; row < table.rows(); ++row)
        table.weights(row, 0, table.cols(), weights.data() + row * table.cols());
    return weights;
}

} // namespace

class ScoreTableTest : public QObject {
    Q_OBJECT

private slots:
    /// Words deleted at the end of a sentence: no row that stays has changed.
    void memoryGoesWithTheSentence_data() {
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
    void memoryGoesWithTheSentence() {
        QFETCH(int, rowsAtATime);
        QFETCH(int, colsAtATime);
        QFETCH(bool, masked);
        std::mt19937 random(2);
        Matrix q = randomMatrix(random, 300, 4), k = randomMatrix(random, 300, 4);
        AttendedTable f;
        f.attend(q, k, IndexSet::every(), IndexSet::every(), ruleFor(300, 300, masked));
        QVERIFY(f.table.bytes() <= ScoreStore::bytesFor(300, 300));
        while (q.rows() > rowsAtATime && k.rows() > colsAtATime) {
            q = Matrix(q.topRows(q.rows() - rowsAtATime));
            k = Matrix(k.topRows(k.rows() - colsAtATime));
            const ScoreRule rule = ruleFor(q.rows(), k.rows(), masked);
            f.resize(q.rows(), k.rows());
            f.attend(q, k, kNone, kNone, rule);
            QVERIFY(f.table.bytes() <= ScoreStore::bytesFor(q.rows(), k.rows()));
            AttendedTable fresh;
            fresh.attend(q, k, IndexSet::every(), IndexSet::every(), rule);
            QVERIFY(sameBits(weightsOf(f.table), weightsOf(fresh.table)));
        }
    }

    /// Room to grow is not taken for too much room.
    void growthKeepsItsRoom() {
        std::mt19937 random(2);
        const Matrix x = randomMatrix(random, 200, 3);
        AttendedTable f;
        for (Index n = 0; n <= 200; ++n) {
            const Matrix now = x.topRows(n);
            f.resize(n, n);
            const IndexSet last{false, n > 0 ? std::vector<Index>{n - 1} : std::vector<Index>()};
            f.attend(now, now, last, last, {});
            if (n > 1) QVERIFY(!f.table.lastChange().rows.all);
            QVERIFY(f.table.bytes() <= ScoreStore::bytesFor(n, n));
        }
    }
};

QTEST_APPLESS_MAIN(ScoreTableTest)
#include "tst_scoreTable.moc"
