// Tests which rows must be computed again, and which stages keep their stamps.
#include "engine/LayerRecord.h"
#include "support/blocks.h"
#include "support/indexText.h"
#include "support/projections.h"

#include <QTest>

#include <functional>

using namespace headlight;
using namespace headlight::testing;

namespace {

QString inBraces(const IndexSet& set) { return set.all ? textOf(set) : "{" + textOf(set) + "}"; }

/// Returns the named rows of each stage, such as "Q{2} scores{2}{}"; the scores' columns follow their rows.
QString textOf(const HeadUpdate& update) {
    QStringList parts;
    for (const Stage stage : {Stage::Q, Stage::K, Stage::V}) // the names of stages that are kept
        if (!update.rows[stage].empty()) parts << infoOf(stage).id + inBraces(update.rows[stage]);
    const IndexSet& rows = update.rows[Stage::Scores];
    if (!rows.empty() || !update.columns.empty()) parts << "scores" + inBraces(rows) + inBraces(update.columns);
    if (!update.rows[Stage::Context].empty()) parts << "context" + inBraces(update.rows[Stage::Context]);
    if (update.dropsScores) parts << "drop";
    return parts.join(' ');
}

/// A layer of one head, 5 tokens and d = 3, that is asked for stages, edit after edit.
struct Asked {
    LayerRecord record;
    LayerNow now;
    LayerWeights weights;
    Stamp clock = 0;

    Asked() {
        weights.heads.resize(1);
        for (const Projection& p : kProjections) weights.heads[0][p.weight] = Matrix(Matrix::Ones(3, 2));
        now.queryCount = 5;
        now.queries = now.keys = {FrozenMatrix(Matrix(Matrix::Ones(5, 3))), nullptr};
    }
    PerHeadParameter<FrozenMatrix>& head() { return weights.heads[0]; }
    LayerUpdate follow() {
        now.weights = weights;
        now.program = programOf(weights, now.rule, {});
        LayerUpdate update = record.follow(now, clock);
        now.queriesChange = now.keysChange = {};
        return update;
    }
    QString want(Stage stage, bool isSettled = true) {
        LayerUpdate update = follow();
        std::mt19937 random(1);
        const Demand demand{{{stage, 0, 0, {}, 9, 9}}, {}};
        record.want(planOf(shapeOf(randomSession(random, {5, 3, 1, 2, 2})), demand, 0).at(0), update);
        if (isSettled) record.settle(update);
        return textOf(update.heads[0]);
    }
    void edit(std::vector<Index> rows) { now.queriesChange.rows = now.keysChange.rows = {false, std::move(rows)}; }
    /// Returns the stages of the head that have another stamp after `change`.
    QString restamped(const std::function<void()>& change) {
        follow();
        PerStage<Stamp> before;
        for (const StageInfo& info : stages()) before[info.stage] = record.stamp(info.stage, 0);
        change();
        follow();
        QStringList names;
        for (const StageInfo& info : stages())
            if (info.scope == Scope::Head && record.stamp(info.stage, 0) != before[info.stage]) names << info.id;
        return names.join(' ');
    }
};

} // namespace

class LayerRecordTest : public QObject {
    Q_OBJECT

private slots:
    /// A stage needs the stages that it is computed from, and each only once.
    void aStageNeedsWhatItIsMadeOf_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("update");
        const auto row = [](Stage stage, const char* update) {
            QTest::newRow(infoOf(stage).id) << static_cast<int>(stage) << QString(update);
        };
        row(Stage::Q, "Qall");
        row(Stage::K, "Kall");
        row(Stage::V, "Vall");
        row(Stage::Scores, "Qall Kall scoresallall");
        row(Stage::Weights, "Qall Kall scoresallall");
        row(Stage::Context, "Qall Kall Vall scoresallall contextall");
    }
    void aStageNeedsWhatItIsMadeOf() {
        QFETCH(int, stage);
        QFETCH(QString, update);
        Asked asked;
        QCOMPARE(asked.want(static_cast<Stage>(stage)), update);
        QCOMPARE(asked.want(static_cast<Stage>(stage)), QString());
    }

    /// Edits add up for each stage until it is wanted.
    void editsAddUp() {
        Asked asked;
        asked.now.rule.mask.causal = true;
        asked.want(Stage::Context);
        asked.edit({3});
        QCOMPARE(asked.want(Stage::V), QString("V{3} drop"));
        asked.want(Stage::Scores);
        asked.edit({1});
        QCOMPARE(asked.want(Stage::Scores), QString("Q{1} K{1} scores{1}{1}"));
        QCOMPARE(asked.want(Stage::Context), QString("V{1} context{1 2 3 4}"));
        asked.head()[Parameter::Wk] = Matrix(Matrix::Zero(3, 2));
        QCOMPARE(asked.want(Stage::Scores), QString("Kall scores{}all"));
        asked.head()[Parameter::Bq] = Matrix(Matrix::Zero(1, 2));
        QCOMPARE(asked.want(Stage::Scores), QString("Qall scoresall{}"));
    }

    /// Rows that an update named are named again until it has been carried out.
    void unsettledWorkIsNamedAgain() {
        Asked asked;
        asked.want(Stage::Scores);
        asked.edit({1});
        for (int time = 0; time < 2; ++time)
            QCOMPARE(asked.want(Stage::Scores, false), QString("Q{1} K{1} scores{1}{1}"));
        asked.edit({2});
        QCOMPARE(asked.want(Stage::Scores), QString("Q{1 2} K{1 2} scores{1 2}{1 2}"));
        QCOMPARE(asked.want(Stage::Scores), QString());
    }

    /// Rows that are stale move with their tokens.
    void staleRowsMove() {
        Asked asked;
        asked.want(Stage::Scores);
        asked.edit({3});
        asked.follow();
        const RowMap inserted{{0, -1, 1, 2, 3, 4}, 5};
        asked.now.queriesChange = asked.now.keysChange = {inserted, {false, {1}}};
        asked.now.queryCount = 6;
        QCOMPARE(asked.want(Stage::Scores), QString("Q{1 4} K{1 4} scores{1 4}{1 4}"));
    }

    void scoresThatAreNotWantedAreDropped() {
        Asked asked;
        asked.want(Stage::Scores);
        QCOMPARE(asked.want(Stage::V), QString("Vall drop"));
        QCOMPARE(asked.want(Stage::V), QString());
        QCOMPARE(asked.want(Stage::Weights), QString("scoresallall"));
    }

    /// A stage gets a new stamp if a number that it depends on changes; a map whose stamp stays is not drawn again.
    void stampsFollowWhatTheyAreMadeOf_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("stages");
        const auto row = [](const char* change, const char* stages) {
            QTest::newRow(change) << QString(change) << QString(stages);
        };
        row("nothing", "");
        row("an input", "Q K V scores scaled weights context weights_rest");
        row("W_v", "V context");
        row("b_q", "Q scores scaled weights context weights_rest");
        row("factor", "scaled weights context weights_rest");
        row("mask", "masked weights context weights_rest");
        row("normalisation", "weights context weights_rest");
        row("dropout", "dropped context");
    }
    void stampsFollowWhatTheyAreMadeOf() {
        QFETCH(QString, change);
        QFETCH(QString, stages);
        Asked asked;
        QCOMPARE(asked.restamped([&] {
            ScoreRule& rule = asked.now.rule;
            if (change == "an input") asked.edit({2});
            if (change == "W_v") asked.head()[Parameter::Wv] = Matrix(Matrix::Zero(3, 2));
            if (change == "b_q") asked.head()[Parameter::Bq] = Matrix(Matrix::Zero(1, 2));
            if (change == "factor") rule.factor = 2;
            if (change == "mask") rule.mask.causal = true;
            if (change == "dropout") rule.dropout = DropoutMask{{CellMask(5, 5, true)}, 2};
            if (change == "normalisation") rule.normalisation = Normalisation::Sum;
        }),
                 stages);
    }

    /// Inputs keep their stamps when the layer's weights change.
    void inputsKeepTheirStamps() {
        LayerRecord record;
        LayerWeights weights;
        weights.heads.resize(2);
        LayerNow now;
        now.program = programOf(weights, {}, {.hasPositions = true, .hasSecondSentence = true});
        now.queryCount = 5;
        now.queries = now.keys = {FrozenMatrix(Matrix(Matrix::Ones(5, 3))), nullptr};
        Stamp clock = 0;
        const auto stamps = [&](float bias) {
            weights.heads[0][Parameter::Bq] = Matrix(Matrix::Constant(1, 3, bias));
            now.weights = weights;
            record.follow(now, clock);
            QStringList texts;
            for (const Op& op : now.program.inputs()) texts << QString::number(record.stamp(op.result, 0));
            return texts.join(' ');
        };
        const QString first = stamps(1);
        for (const float bias : {2.0F, 3.0F}) QCOMPARE(stamps(bias), first);
    }

    /// Every parameter of an operation makes its result stale.
    void everyNamedParameterCounts() {
        LayerWeights all;
        all[Parameter::Wo] = Matrix(Matrix::Ones(2, 2));
        all.norm = Norm{};
        const Program program = programOf(all, {}, {});
        for (const Op& op : program.behindInputs())
            for (const Parameter parameter : op.parameters) {
                Asked asked;
                for (const Parameter p : {Parameter::Wo, Parameter::NormGain, Parameter::NormBias})
                    asked.weights[p] = Matrix(Matrix::Ones(2, 2));
                asked.weights.norm = Norm{};
                asked.follow();
                const Stamp before = asked.record.stamp(op.result, 0);
                (belongsToHead(parameter) ? asked.head()[parameter]
                                          : asked.weights[parameter]) = Matrix(Matrix::Zero(2, 2));
                asked.follow();
                QVERIFY2(asked.record.stamp(op.result, 0) != before, infoOf(parameter).symbol);
            }
    }

    /// Heads that moved keep what was computed; an edited head keeps its place, a new one begins with nothing.
    void headsAreRecognised_data() {
        QTest::addColumn<QString>("heads"); // instead of abc; x is a new head
        QTest::addColumn<QString>("was");
        const auto row = [](const char* heads, const char* was) {
            QTest::newRow(heads) << QString(heads) << QString(was);
        };
        row("abc", "0 1 2");
        row("bc", "1 2");
        row("ac", "0 2");
        row("ab", "0 1");
        row("abcx", "0 1 2 -1");
        row("xabc", "-1 0 1 2");
        row("axc", "0 1 2");
        row("bac", "1 0 2");
        row("aabc", "0 -1 1 2");
        row("x", "0");
    }
    void headsAreRecognised() {
        QFETCH(QString, heads);
        QFETCH(QString, was);
        std::mt19937 random(2);
        const std::vector<HeadWeights> all = weightsOf(randomSession(random, {5, 3, 4, 2, 2}).layers[0]).heads;
        Asked asked;
        const auto show = [&](const QString& names) {
            asked.weights.heads.clear();
            for (const QChar name : names)
                asked.weights.heads.push_back(all[name == u'x' ? 3 : std::size_t(name.unicode() - u'a')]);
            LayerUpdate update = asked.follow();
            LayerPlan plan;
            plan.heads.resize(update.heads.size());
            for (LayerPlan::Head& head : plan.heads)
                for (const Stage stage : {Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Context})
                    head.stages[stage] = true;
            asked.record.want(plan, update);
            asked.record.settle(update);
            return update;
        };
        show("abc");
        const LayerUpdate update = show(heads);
        QStringList places;
        for (const HeadUpdate& head : update.heads) places << QString::number(head.indexBefore);
        QCOMPARE(places.join(' '), was);
        for (int h = 0; h < heads.size(); ++h) { // a head that is known has nothing to compute
            const bool isKnown = heads[h] != u'x' && places[h] != "-1";
            QCOMPARE(textOf(update.heads[std::size_t(h)]).isEmpty(), isKnown);
        }
    }
};

QTEST_APPLESS_MAIN(LayerRecordTest)
#include "tst_layerRecord.moc"
