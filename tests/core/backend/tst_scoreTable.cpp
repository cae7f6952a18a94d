// The memory of a ScoreTable follows its size, both ways; its numbers stay those of a fresh one.
#include "backend/ScoreTable.h"
#include "support/blocks.h"
#include "support/frames.h"

#include <QTest>

#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

const RowSet kNone;

WeightRule ruleFor(Index queries, Index keys, bool masked) {
    WeightRule rule;
    if (!masked) return rule;
    rule.mask = MaskKind::Given;
    rule.givenMask = Matrix(Matrix::Ones(queries, keys));
    return rule;
}

Matrix weightsOf(const ScoreTable& table) {
    Matrix weights(table.rows(), table.cols());
    for (Index row = 0; row < table.rows(); ++row)
        table.weights(row, 0, table.cols(), 0.0F, weights.data() + row * table.cols());
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
        ScoreTable table;
        table.attend(q, k, RowSet::every(), RowSet::every(), ruleFor(300, 300, masked));
        QCOMPARE(static_cast<double>(table.bytes()),
                 ScoreTable::bytesFor(300, 300, masked ? MaskKind::Given : MaskKind::None));
        while (q.rows() > rowsAtATime && k.rows() > colsAtATime) {
            q = Matrix(q.topRows(q.rows() - rowsAtATime));
            k = Matrix(k.topRows(k.rows() - colsAtATime));
            const WeightRule rule = ruleFor(q.rows(), k.rows(), masked);
            table.attend(q, k, kNone, kNone, rule);
            QVERIFY(static_cast<double>(table.bytes()) <= 2 * ScoreTable::bytesFor(q.rows(), k.rows(), rule.mask));
            ScoreTable fresh;
            fresh.attend(q, k, RowSet::every(), RowSet::every(), rule);
            QVERIFY(sameBits(weightsOf(table), weightsOf(fresh)));
        }
    }

    void maskGoes() {
        std::mt19937 random(2);
        const Matrix x = randomMatrix(random, 50, 3);
        ScoreTable table;
        table.attend(x, x, RowSet::every(), RowSet::every(), ruleFor(50, 50, true));
        table.attend(x, x, kNone, kNone, ruleFor(50, 50, false));
        QCOMPARE(static_cast<double>(table.bytes()), ScoreTable::bytesFor(50, 50, MaskKind::None));
    }

    /// Room to grow is not taken for too much room.
    void growthKeepsItsRoom() {
        std::mt19937 random(2);
        const Matrix x = randomMatrix(random, 200, 3);
        ScoreTable table;
        for (Index n = 0; n <= 200; ++n) {
            const Matrix now = x.topRows(n);
            table.attend(now, now, kNone, kNone, {});
            if (n > 1) QVERIFY(!table.lastChange().rows.all);
            QVERIFY(static_cast<double>(table.bytes()) <= 2 * ScoreTable::bytesFor(n, n, MaskKind::None));
        }
    }
};

QTEST_APPLESS_MAIN(ScoreTableTest)
#include "tst_scoreTable.moc"
