// The numbers that lead to the selected one.
#include "document/selection.h"
#include "panels/inspector/way.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/changing.h"

#include <QStringList>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class WayTest : public QObject {
    Q_OBJECT

private slots:
    void stagesOfTheWay_data() {
        QTest::addColumn<CellRef>("selected");
        QTest::addColumn<QString>("way");
        const QString all = "scores 1 3, scaled 1 3, masked 1 3, weights 1 3, dropped 1 3, context 1 0, context 1 1, "
                            "context 1 2, context 1 3, Q 1 0, Q 1 1, K 3 0, K 3 1"; // d_k is 2
        QTest::newRow("weight") << CellRef{Stage::Weights, 0, 1, 1, 3} << all;
        QTest::newRow("score: the same way") << CellRef{Stage::Scores, 0, 1, 1, 3} << all;
        // From a context back, for the selected key.
        const QString back = "dropped 1 2, weights 1 2, masked 1 2, scaled 1 2, scores 1 2, Q 1 0, Q 1 1, K 2 0, K 2 1";
        QTest::newRow("context") << CellRef{Stage::Context, 0, 1, 1, 4} << "context 1 4, V 2 4, " + back;
        QTest::newRow("concat, of the second head")
            << CellRef{Stage::Concat, 0, 0, 1, 7} << "concat 1 7, context 1 2, V 2 2, " + back;
        const QString contexts = "context 1 0, context 1 1, context 1 2, context 1 3, V 2 0, V 2 1, V 2 2, V 2 3, ";
        QTest::newRow("output") << CellRef{Stage::Output, 0, 0, 1, 2} << "output 1 2, " + contexts + back;
        QTest::newRow("result") << CellRef{Stage::Result, 0, 0, 1, 2} << "result 1 2, output 1 2, " + contexts + back;
        QTest::newRow("query") << CellRef{Stage::Q, 0, 1, 1, 1} << "Q 1 1";
        QTest::newRow("input") << CellRef{Stage::X, 0, 0, 1, 2} << "X 1 2, embeddings 1 2, positions 1 2";
        QTest::newRow("input of the layer above") << CellRef{Stage::X, 1, 0, 1, 2} << "X 1 2";
    }
    void stagesOfTheWay() {
        QFETCH(CellRef, selected);
        QFETCH(QString, way);
        std::mt19937 random(4);
        Session session = randomSession(random, {4, 3, 2, 2, 5});
        changing(session)[Parameter::Wo] = randomMatrix(random, 10, 3);
        changing(session)->residual = true;
        changing(session)->options.mask.causal = true;
        changing(session)->options.dropout = Dropout{0.5, 3};
        session.positions = Positions{};
        session = withLayerAdded(session).value();
        QStringList found;
        View view;
        view.head = view.query = 1;
        view.key = 2;
        for (const CellRef& cell : wayTo(selected, session, view)) {
            QVERIFY(exists(session, cell));
            QVERIFY(cell.layer == selected.layer);
            QCOMPARE(cell.head, infoOf(cell.stage).scope == Scope::Head ? 1 : 0);
            found << QStringLiteral("%1 %2 %3").arg(QLatin1String(infoOf(cell.stage).id)).arg(cell.row).arg(cell.col);
        }
        QCOMPARE(found.join(", "), way);
    }
};

QTEST_APPLESS_MAIN(WayTest)
#include "tst_way.moc"
