#include "core/session/drawRequests.h"
#include "session/reshape.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/drawnAt.h"

#include <QTest>

#include <limits>

using namespace headlight;
using enum Parameter;
using headlight::testing::changing;
using headlight::testing::drawnAt;
using headlight::testing::matrixFrom;

namespace {

constexpr int kHeads = 3;

/// Returns d 2 and three heads of d_k 3 and d_v 4, with all biases.
Session shoes() {
    Session s = *withSentence(newSession(123, 2, kHeads, 3, 4), "are shoes are");
    for (const Parameter bias : {Bq, Bk, Bv}) s = *withOptional(s, 0, bias, true);
    return s;
}

ParameterRef all(Parameter p) { return {p, 0, kAllHeads}; }

/// Returns the heads' columns side by side.
Matrix stacked(const Session& s, Parameter p) {
    const Matrix& first = *matrixOf(s, {p, 0, 0});
    return Matrix::NullaryExpr(first.rows(), kHeads * first.cols(), [&](Index row, Index col) {
        return (*matrixOf(s, {p, 0, static_cast<int>(col / first.cols())}))(row, col % first.cols());
    });
}

void addParameters() {
    QTest::addColumn<int>("parameter");
    for (const Parameter p : {Wq, Wk, Wv, Bq, Bk, Bv}) QTest::newRow(symbolOf(p)) << int(p);
}

} // namespace

/// One W per projection: the heads' matrices side by side, read and edited as one.
class AllHeadsTest : public QObject {
    Q_OBJECT

private slots:
    void theyStandSideBySide_data() { addParameters(); }
    void theyStandSideBySide() {
        QFETCH(int, parameter);
        const auto p = static_cast<Parameter>(parameter);
        QCOMPARE(*matrixOf(shoes(), all(p)), stacked(shoes(), p));
        QCOMPARE(nameOf(all(p)), std::string(symbolOf(p)) + " of all heads");
    }

    void ofOneHeadItIsThatOnes() {
        const Session one = newSession(1, 2, 1, 3, 4);
        QVERIFY(matrixOf(one, all(Wq)) == matrixOf(one, {Wq, 0, 0}));
    }

    void whatSomeHeadLacksIsNotThere() {
        Session s = shoes();
        changing(s)->allHeads[1][Bq] = {};
        QVERIFY(!matrixOf(s, all(Bq)));
        QCOMPARE(withCell(s, all(Bq), 0, 0, 1).text(), std::string("There is no b_q of all heads to edit."));
        QVERIFY(!matrixOf(s, {Wq, 7, kAllHeads}));
    }

    /// The rows of data have a block and the heads that it changes.
    void aBlockGoesToItsHeads_data() {
        QTest::addColumn<int>("parameter");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("col");
        QTest::addColumn<QString>("block");
        QTest::addColumn<QString>("heads");
        const auto add = [](const char* name, Parameter p, int row, int col, const char* block, const char* heads) {
            QTest::newRow(name) << int(p) << row << col << QString(block) << QString(heads);
        };
        add("a cell of the first", Wq, 0, 2, "9", "1");
        add("a cell of the second", Wq, 1, 3, "9", "2");
        add("the last cell", Wv, 1, 11, "9", "3");
        add("across a border", Wq, 0, 2, "8 9", "1 2");
        add("across two borders", Wk, 0, 1, "1 2 3 4 5 6; 7 8 9 1 2 3", "1 2 3");
        add("cut at the edge", Wv, 1, 10, "7 8 9; 7 8 9", "3");
        add("a bias", Bv, 0, 7, "5 6", "2 3");
    }
    void aBlockGoesToItsHeads() {
        QFETCH(int, parameter);
        QFETCH(int, row);
        QFETCH(int, col);
        QFETCH(QString, block);
        QFETCH(QString, heads);
        const auto p = static_cast<Parameter>(parameter);
        const Session before = shoes();
        const Matrix put = matrixFrom(block.toStdString());
        Matrix wanted = stacked(before, p);
        for (Index r = 0; r < put.rows() && row + r < wanted.rows(); ++r)
            for (Index c = 0; c < put.cols() && col + c < wanted.cols(); ++c) wanted(row + r, col + c) = put(r, c);
        const Session now = *withBlock(before, all(p), row, col, put);
        QCOMPARE(stacked(now, p), wanted);
        QStringList changed;
        forEachParameter(now, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
            if (matrix == matrixOf(before, ref)) return; // the same block
            QCOMPARE(ref.parameter, p);
            changed << QString::number(ref.head + 1);
        });
        QCOMPARE(changed.join(' '), heads);
        QVERIFY(*withBlock(now, all(p), row, col, put) == now); // an edit without a change is no step
    }

    void whatCannotBeIsSaid() {
        const Session s = shoes();
        QCOMPARE(withCell(s, all(Wq), 0, 9, 1).text(),
                 std::string("W_q[1, 10] is outside W_q of all heads, which is 2 by 9."));
        QVERIFY(!withCell(s, all(Wq), 0, 4, std::numeric_limits<float>::quiet_NaN()));
    }

    void drawnAnewEachIsItsOwn_data() { addParameters(); }
    void drawnAnewEachIsItsOwn() {
        QFETCH(int, parameter);
        const auto p = static_cast<Parameter>(parameter);
        Session one = shoes();
        const Matrix drawn = *drawnAnew(one, all(p));
        for (int head = 0; head < kHeads; ++head)
            one = *withBlock(one, {p, 0, head}, 0, 0, *drawnAnew(one, {p, 0, head}));
        QCOMPARE(drawn, stacked(one, p));
        QVERIFY((drawn.array() != stacked(shoes(), p).array()).all());
    }

    void whichSizesMakeAShape_data() {
        QTest::addColumn<int>("parameter");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QString>("expected");
        QTest::newRow("as it is") << int(Wq) << 2 << 9 << "";
        QTest::newRow("d_k") << int(Wk) << 2 << 15 << "d_k 5";
        QTest::newRow("both") << int(Wv) << 4 << 6 << "d 4, d_v 2";
        QTest::newRow("not as many for each head") << int(Wq) << 2 << 10 << "cannot be";
        QTest::newRow("too large for a head") << int(Wq) << 2 << 3075 << "cannot be";
    }
    void whichSizesMakeAShape() {
        QFETCH(int, parameter);
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(QString, expected);
        const Session before = shoes();
        const auto sizes = sizesFor(before, all(static_cast<Parameter>(parameter)), rows, columns);
        QStringList parts;
        for (const NewSize& one : sizes.value_or(std::vector<NewSize>()))
            parts << QString("%1 %2")
                         .arg(one.side == Side::D    ? "d"
                              : one.side == Side::Dk ? "d_k"
                                                     : "d_v")
                         .arg(one.size);
        QCOMPARE(sizes ? parts.join(", ") : QString("cannot be"), expected);
        if (!sizes) return;
        const Matrix made = *matrixOf(*withSizes(before, 0, *sizes), all(static_cast<Parameter>(parameter)));
        QCOMPARE(made.rows(), Index(rows));
        QCOMPARE(made.cols(), Index(columns));
    }

    void noHeadToDrawIsAProblem() {
        DrawRequest request{DrawRequest::Which::Head, all(Wq), true}; // no single head is meant; also with embeddings
        QVERIFY(!withDrawn(shoes(), request));
        request = {DrawRequest::Which::Parameter, {Wq, 4, kAllHeads}, true};
        QVERIFY(!withDrawn(shoes(), request));
    }

    /// The numbers are those of drawing the whole layer by projection, where this parameter comes first.
    void drawnFromASeedItIsOneProjection_data() {
        QTest::addColumn<int>("initialiser");
        for (const Initialiser one : {Initialiser::Rand, Initialiser::Linear})
            QTest::newRow(infoOf(one).title) << int(one);
    }
    void drawnFromASeedItIsOneProjection() {
        QFETCH(int, initialiser);
        Session s = *withSentence(newSession(123, 2, kHeads, 3, 4), "are shoes are");
        DrawRequest request{DrawRequest::Which::Parameter, all(Wq)};
        request.initialiser = static_cast<Initialiser>(initialiser);
        const Session one = *withDrawn(s, request);
        QVERIFY(matrixOf(one, {Wk, 0, 1}) == matrixOf(s, {Wk, 0, 1}));
        request.which = DrawRequest::Which::Layer;
        QCOMPARE(stacked(one, Wq), stacked(*withDrawn(s, request), Wq));
        for (int head = 0; head < kHeads; ++head) {
            const DrawnBy by = drawnBy(one, {Wq, 0, head});
            QVERIFY(by.drawing);
            QVERIFY(drawnAt(*by.drawing, by.place) == *matrixOf(one, {Wq, 0, head}));
        }
    }
};

QTEST_APPLESS_MAIN(AllHeadsTest)
#include "tst_allHeads.moc"
