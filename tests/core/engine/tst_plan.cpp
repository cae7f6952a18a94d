// Tests which stages of which layers a demand needs.
#include "engine/Plan.h"
#include "support/blocks.h"
#include "support/changing.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns three layers of two heads over 4 tokens, which read and make 4 columns; the second has a W_o and a residual.
Session sample() {
    std::mt19937 random(1);
    Session session = randomSession(random, {4, 4, 2, 3, 2});
    for (int above = 0; above < 2; ++above) session.layers.push_back(session.layers[0]);
    changing(session, 1)[Parameter::Wo] = randomMatrix(random, 4, 4);
    changing(session, 1)->residual = true;
    return session;
}

/// Returns "1: V, concat (0)": V of the first head and Concat of a layer, and how many heads need their scores.
QString planText(const std::vector<LayerPlan>& plan) {
    QStringList layers;
    for (const LayerPlan& layer : plan) {
        QStringList wants, ofLayer;
        for (std::size_t h = 0; h < layer.heads.size(); ++h) {
            QStringList names;
            for (const StageInfo& info : stages())
                if (layer.heads[h].stages[info.stage]) names << info.id;
            if (!names.isEmpty()) wants << QString("%1: %2").arg(h + 1).arg(names.join(' '));
        }
        for (const StageInfo& info : stages())
            if (layer.ofLayer[info.stage] && info.stage != Stage::X && info.stage != Stage::XKv)
                ofLayer << QString(info.id); // every layer has these inputs
        if (!ofLayer.isEmpty()) wants << ofLayer.join(' ');
        layers << wants.join(", ") + QString(" (%1)").arg(layer.attending());
    }
    return layers.join("; ");
}

MapDemand map(Stage stage, int layer, int head, int state = 0, bool isDifference = false) {
    return {stage, layer, head, {}, 9, 9, Pooling::LargestMagnitude, state, isDifference};
}

} // namespace

class PlanTest : public QObject {
    Q_OBJECT

private slots:
    void plans_data() {
        QTest::addColumn<QList<MapDemand>>("maps");
        QTest::addColumn<QList<int>>("cell"); // empty: none
        QTest::addColumn<QString>("present");
        QTest::addColumn<QString>("other");
        const QList<int> none;
        const QString kWhole = "1: Q K V scores scaled weights context, 2: Q K V scores scaled weights context, ";
        const auto row = [](const char* name, const QList<MapDemand>& maps, const QList<int>& cell,
                            const QString& present,
                            const char* other) { QTest::newRow(name) << maps << cell << present << QString(other); };
        row("nothing", {}, none, "", "");
        row("scores", {map(Stage::Scores, 0, 1)}, none, "2: Q K scores (1)", "");
        row("values need no scores", {map(Stage::V, 0, 0)}, none, "1: V (0)", "");
        row("the same twice", {map(Stage::V, 0, 0), map(Stage::V, 0, 0)}, none, "1: V (0)", "");
        row("a stage of the layer needs all heads", {map(Stage::Concat, 0, 1)}, none, kWhole + "concat (2)", "");
        row("a layer above needs the results below", {map(Stage::Q, 2, 0)}, none,
            kWhole + "concat (2); " + kWhole + "concat output result (2); 1: Q (0)", "");
        row("what is shown below comes first", {map(Stage::Q, 1, 0), map(Stage::Weights, 0, 1)}, none,
            kWhole + "concat (2); 1: Q (0)", "");
        row("no such head, layer, stage",
            {map(Stage::Scores, 0, 2), map(Stage::Scores, 3, 0), map(Stage::Scores, -1, 0), map(Stage::Output, 0, 0)},
            none, "", "");
        row("the last brings up all", {map(Stage::Scores, 0, 0), map(Stage::Weights, 0, 0), map(Stage::V, 0, 0)},
            {0, 0, 0, 0}, "1: Q K V scores scaled weights (1)", "");
        row("a cell", {}, {0, 1, 2, 3}, "2: Q K scores scaled weights (1)", "");
        row("a cell above", {}, {1, 0, 0, 0}, kWhole + "concat (2); 1: Q K scores scaled weights (1)", "");
        row("no such cell", {}, {0, 0, 0, 4}, "", "");
        row("another state", {map(Stage::Scores, 0, 0, 1)}, none, "", "1: Q K scores (1)");
        row("a difference", {map(Stage::Scores, 0, 0, 1, true)}, none, "1: Q K scores (1)", "1: Q K scores (1)");
        row("a difference from a third", {map(Stage::Scores, 0, 0, 2, true)}, none, "1: Q K scores (1)", "");
        row("an unknown state", {map(Stage::Scores, 0, 0, 3)}, none, "", "");
    }
    void plans() {
        QFETCH(QList<MapDemand>, maps);
        QFETCH(QList<int>, cell);
        QFETCH(QString, present);
        QFETCH(QString, other);
        const Session session = sample();
        Demand demand{{maps.begin(), maps.end()}, {}, {session, session}};
        if (!cell.isEmpty()) demand.cells = {CellRef{Stage::Weights, cell[0], cell[1], cell[2], cell[3]}};
        QCOMPARE(planText(planOf(shapeOf(session), demand, 0)), present);
        QCOMPARE(planText(planOf(shapeOf(session), demand, 1)), other);
    }

    void statisticsNeedTheWeights() {
        const Session session = sample();
        Demand demand;
        demand.others = {session};
        demand.statistics = {{0, 1, 0}, {0, 0, 1}, {0, 2, 0}, {3, 0, 0}};
        QCOMPARE(planText(planOf(shapeOf(session), demand, 0)), "2: Q K scores scaled weights (1)");
        QCOMPARE(planText(planOf(shapeOf(session), demand, 1)), "1: Q K scores scaled weights (1)");
    }
};

QTEST_APPLESS_MAIN(PlanTest)
#include "tst_plan.moc"
