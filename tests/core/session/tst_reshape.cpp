#include "session/edits.h"
#include "session/reshape.h"
#include "support/blocks.h"

#include <QTest>

using namespace headlight;
using enum Parameter;

namespace {

Session shoes() { return *withSentence(newSession(123, 2, 3, 3, 4), "are shoes are"); }

QString textOf(const std::optional<std::vector<NewSize>>& sizes) {
    if (!sizes) return "cannot be";
    QStringList parts;
    for (const NewSize& one : *sizes)
        parts << QString("%1 %2").arg(one.side == Side::D ? "d" : one.side == Side::Dk ? "d_k" : "d_v").arg(one.size);
    return parts.join(", ");
}

} // namespace

class ReshapeTest : public QObject {
    Q_OBJECT

private slots:
    void drawnAgainTheyAreOthersAgain_data() {
        QTest::addColumn<int>("parameter");
        for (const Parameter p : {X, Wq, Wk, Wv}) QTest::newRow(symbolOf(p)) << int(p);
    }
    void drawnAgainTheyAreOthersAgain() {
        QFETCH(int, parameter);
        const ParameterRef ref{static_cast<Parameter>(parameter), 0, parameter == int(X) ? 0 : 1};
        const Session first = shoes();
        const Matrix was = *matrixOf(first, ref), drawn = *drawnAnew(first, ref);
        QCOMPARE(drawn.rows(), was.rows());
        QCOMPARE(drawn.cols(), was.cols());
        QVERIFY(drawn.allFinite() && (drawn.array() != was.array()).all());
        QVERIFY(drawn == *drawnAnew(first, ref)); // always the same random numbers
        const Session second = *withBlock(first, ref, 0, 0, drawn);
        QVERIFY((drawnAnew(second, ref)->array() != drawn.array()).all());
    }

    void equalTokensShareWhatIsDrawn() {
        const Matrix drawn = *drawnAnew(shoes(), {X, 0, 0});
        QVERIFY(drawn.row(0) == drawn.row(2));
        QVERIFY(drawn.row(0) != drawn.row(1));
    }

    void whatIsNotThereIsNotDrawn() { QCOMPARE(drawnAnew(shoes(), {Bq, 0, 0})->size(), Index(0)); }

    void whichSizesMakeAShape_data() {
        QTest::addColumn<int>("parameter");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, Parameter p, int rows, int columns, const char* expected) {
            QTest::newRow(name) << int(p) << rows << columns << QString(expected);
        };
        row("as it is", Wq, 2, 3, "");
        row("d_k", Wq, 2, 5, "d_k 5");
        row("both", Wk, 4, 5, "d 4, d_k 5");
        row("d_v", Wv, 2, 7, "d_v 7");
        row("embeddings", X, 3, 8, "d 8");
        row("tokens are no size to choose", X, 4, 2, "cannot be");
        row("too large", Wq, 2, 1025, "cannot be");
    }
    void whichSizesMakeAShape() {
        QFETCH(int, parameter);
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(QString, expected);
        const ParameterRef ref{static_cast<Parameter>(parameter), 0, 0};
        const auto sizes = sizesFor(shoes(), ref, rows, columns);
        QCOMPARE(textOf(sizes), expected);
        if (!sizes) return;
        const Session now = *withSizes(shoes(), 0, *sizes);
        QCOMPARE(matrixOf(now, ref)->rows(), Index(rows));
        QCOMPARE(matrixOf(now, ref)->cols(), Index(columns));
    }

    /// The table of positions belongs to no layer, so the layer that is shown does not matter.
    void positionsAreTheSessions() {
        const Session two = *withPositions(*withLayerAdded(*withValueSize(shoes(), 0, 7)), Positions::Kind::Learned);
        const Matrix table = *two.positions->table;
        QVERIFY(sizesOf(two, 1).d != table.cols());
        for (const int layer : {0, 1}) {
            const Matrix drawn = *drawnAnew(two, {Parameter::P, layer, 0});
            QVERIFY(drawn.rows() == table.rows() && drawn.cols() == table.cols() && drawn != table);
            QCOMPARE(textOf(sizesFor(two, {Parameter::P, layer, 0}, int(table.rows()), 5)), QString("d 5"));
        }
    }

    void aLayerAboveReadsWhatTheOneBelowMakes() {
        const Session two = *withLayerAdded(shoes());
        const int width = int(matrixOf(two, {Wq, 1, 0})->rows());
        QCOMPARE(textOf(sizesFor(two, {Wq, 1, 0}, width + 1, 3)), QString("cannot be"));
        QCOMPARE(textOf(sizesFor(two, {Wk, 1, 0}, width + 1, 3)), QString("cannot be"));
        const auto sizes = sizesFor(two, {Wk, 1, 0}, width, 6);
        QCOMPARE(textOf(sizes), QString("d_k 6"));
        QCOMPARE(sizesOf(*withSizes(two, 1, *sizes), 1).dk, 6);
        QCOMPARE(sizesOf(*withSizes(two, 1, *sizes), 0).dk, 3);
    }
};

QTEST_APPLESS_MAIN(ReshapeTest)
#include "tst_reshape.moc"
