// What a demand asks of which layer.
#include "engine/Plan.h"
#include "support/blocks.h"

#include <QTest>

#include <functional>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Edit = std::function<void(Session&, Demand&, int&)>;

/// Three layers of two heads over 4 tokens, reading 4 columns and making as many; the second has a W_o and a residual.
Session sample() {
    std::mt19937 random(1);
    Session session = randomSession(random, {4, 4, 2, 3, 2});
    session.layers.resize(3, session.layers[0]);
    session.layers[1][Parameter::Wo] = randomMatrix(random, 4, 4);
    session.layers[1].residual = true;
    return session;
}

/// "concat (2); V 1 (0)": of the first layer Concat, for which two heads need their scores; of the second V of its
/// first head, for which none does.
QString planText(const std::vector<LayerPlan>& plan) {
    QStringList layers;
    for (const LayerPlan& layer : plan) {
        QStringList wants;
        for (std::size_t h = 0; h < layer.ofHeads.size(); ++h)
            layer.ofHeads[h].forEach([&](Stage stage) { wants << QString("%1 %2").arg(infoOf(stage).id).arg(h + 1); });
        layer.ofLayer.forEach([&](Stage stage) { wants << QString(infoOf(stage).id); });
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
    /// A kept plan is that of what it is asked for, and the very same as long as nothing that it follows from moves.
    void keeps_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<bool>("isKept");
        const auto row = [](const char* name, bool isKept, const Edit& edit) { QTest::newRow(name) << edit << isKept; };
        row("nothing", true, [](Session&, Demand&, int&) {});
        row("numbers", true, [](Session& s, Demand&, int&) {
            s.layers[0].heads[1][Parameter::Wv] = Matrix(Matrix::Ones(4, 2));
            s.layers[0].options.temperature = 2;
        });
        row("another session beside it", true, [](Session&, Demand& d, int&) { d.others[0].seed = 7; });
        row("another map", false, [](Session&, Demand& d, int&) { d.maps[0].head = 0; });
        row("a map less", false, [](Session&, Demand& d, int&) { d.maps.pop_back(); });
        row("another cell", false, [](Session&, Demand& d, int&) { d.cells = {CellRef{0, 0, 0, 0}}; });
        row("another state", false, [](Session&, Demand&, int& state) { state = 1; });
        row("a head less", false, [](Session& s, Demand&, int&) { s.layers[0].heads.pop_back(); });
        row("a layer less", false, [](Session& s, Demand&, int&) { s.layers.pop_back(); });
        row("no W_o", false, [](Session& s, Demand&, int&) { s.layers[1][Parameter::Wo] = {}; });
        row("no residual", false, [](Session& s, Demand&, int&) { s.layers[1].residual = false; });
        row("a mask", false, [](Session& s, Demand&, int&) { s.layers[0].options.mask.causal = true; });
        row("a token less", false, [](Session& s, Demand&, int&) { s.text.tokens = Tokens{{"t0"}, {0}, {}}; });
        row("a second sentence", false, [](Session& s, Demand&, int&) { s.source = s.text; });
    }
    void keeps() {
        QFETCH(Edit, edit);
        QFETCH(bool, isKept);
        Session session = sample();
        Demand demand{{map(Stage::Masked, 0, 1), map(Stage::Output, 1, 0), map(Stage::V, 2, 1), map(Stage::K, 1, 0, 1)},
                      {CellRef{0, 1, 3, 3}},
                      {session}};
        int state = 0;
        KeptPlan plan;
        plan.follow(session, demand, state);
        for (int time = 0; time < 2; ++time) { // what came back is another, too
            const LayerPlan* before = plan.layers().data();
            const Session sessionBefore = session;
            const Demand demandBefore = demand;
            const int stateBefore = state;
            edit(session, demand, state);
            plan.follow(session, demand, state);
            QCOMPARE(plan.layers().data() == before, isKept);
            QCOMPARE(planText(plan.layers()), planText(planOf(shapeOf(session), demand, state)));
            QVERIFY(plan.shape() == shapeOf(session));
            plan.follow(session = sessionBefore, demand = demandBefore, state = stateBefore);
            QCOMPARE(planText(plan.layers()), planText(planOf(shapeOf(session), demand, state)));
        }
    }

    /// What is asked for brings up all the rest.
    void leads_data() {
        QTest::addColumn<QList<int>>("stages");
        QTest::addColumn<QList<int>>("asked");
        const auto row = [](const char* name, std::initializer_list<Stage> stages, std::initializer_list<Stage> asked) {
            const auto numbers = [](std::initializer_list<Stage> list) {
                QList<int> found;
                for (const Stage stage : list) found << static_cast<int>(stage);
                return found;
            };
            QTest::newRow(name) << numbers(stages) << numbers(asked);
        };
        using enum Stage;
        row("nothing", {}, {});
        row("scores and weights", {Scores, Weights}, {Weights});
        row("values beside weights", {V, Scores, Weights}, {V, Weights});
        row("all before the context", {Scores, Scaled, Masked, Weights, Context}, {Context});
        row("projections alone", {Q, K, V}, {Q, K, V});
    }
    void leads() {
        QFETCH(QList<int>, stages);
        QFETCH(QList<int>, asked);
        StageSet set;
        for (const int stage : stages) set.add(static_cast<Stage>(stage));
        QList<int> found;
        leading(set).forEach([&](Stage stage) { found << static_cast<int>(stage); });
        QCOMPARE(found, asked);
    }

    void plans_data() {
        QTest::addColumn<QList<MapDemand>>("maps");
        QTest::addColumn<QList<int>>("cell"); // empty: none
        QTest::addColumn<QString>("present");
        QTest::addColumn<QString>("other");
        const QList<int> none;
        const auto row = [](const char* name, const QList<MapDemand>& maps, const QList<int>& cell, const char* present,
                            const char* other) {
            QTest::newRow(name) << maps << cell << QString(present) << QString(other);
        };
        row("nothing", {}, none, "", "");
        row("scores", {map(Stage::Scores, 0, 1)}, none, "scores 2 (1)", "");
        row("values need no scores", {map(Stage::V, 0, 0)}, none, "V 1 (0)", "");
        row("the same twice", {map(Stage::V, 0, 0), map(Stage::V, 0, 0)}, none, "V 1 (0)", "");
        row("a stage of the layer needs all heads", {map(Stage::Concat, 0, 1)}, none, "concat (2)", "");
        row("a layer above needs the results below", {map(Stage::Q, 2, 0)}, none, "concat (2); result (2); Q 1 (0)",
            "");
        row("what is shown below comes first", {map(Stage::Q, 1, 0), map(Stage::Weights, 0, 1)}, none,
            "weights 2, concat (2); Q 1 (0)", "");
        row("no such head, layer, stage",
            {map(Stage::Scores, 0, 2), map(Stage::Scores, 3, 0), map(Stage::Scores, -1, 0), map(Stage::Output, 0, 0)},
            none, "", "");
        row("the last brings up all", {map(Stage::Scores, 0, 0), map(Stage::Weights, 0, 0), map(Stage::V, 0, 0)},
            {0, 0, 0, 0}, "V 1, context 1 (1)", "");
        row("a cell", {}, {0, 1, 2, 3}, "context 2 (1)", "");
        row("a cell above", {}, {1, 0, 0, 0}, "concat (2); context 1 (1)", "");
        row("no such cell", {}, {0, 0, 0, 4}, "", "");
        row("another state", {map(Stage::Scores, 0, 0, 1)}, none, "", "scores 1 (1)");
        row("a difference", {map(Stage::Scores, 0, 0, 1, true)}, none, "scores 1 (1)", "scores 1 (1)");
        row("a difference from a third", {map(Stage::Scores, 0, 0, 2, true)}, none, "scores 1 (1)", "");
        row("an unknown state", {map(Stage::Scores, 0, 0, 3)}, none, "", "");
    }
    void plans() {
        QFETCH(QList<MapDemand>, maps);
        QFETCH(QList<int>, cell);
        QFETCH(QString, present);
        QFETCH(QString, other);
        const Session session = sample();
        Demand demand{{maps.begin(), maps.end()}, {}, {session, session}};
        if (!cell.isEmpty()) demand.cells = {CellRef{cell[0], cell[1], cell[2], cell[3]}};
        QCOMPARE(planText(planOf(shapeOf(session), demand, 0)), present);
        QCOMPARE(planText(planOf(shapeOf(session), demand, 1)), other);
    }
};

QTEST_APPLESS_MAIN(PlanTest)
#include "tst_plan.moc"
