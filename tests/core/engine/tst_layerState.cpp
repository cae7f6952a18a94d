// What must be computed again, and what keeps its stamp: a head by itself, then the heads of a layer.
#include "engine/LayerState.h"
#include "support/RecordingBackend.h"
#include "support/blocks.h"
#include "support/indexText.h"

#include <QTest>

#include <functional>

using namespace headlight;
using namespace headlight::testing;

namespace {

QString inBraces(const IndexSet& set) { return set.all ? textOf(set) : "{" + textOf(set) + "}"; }

/// "Q{2} attend{2}{}": what is projected, and then the queries and keys that the scores have not seen.
QString textOf(const HeadUpdate& update) {
    QStringList parts;
    for (const Projection& p : kProjections)
        if (const auto& rows = update.project[p.stage]) parts << infoOf(p.stage).id + inBraces(*rows);
    if (update.attend) parts << "attend" + inBraces(update.attend->queries) + inBraces(update.attend->keys);
    if (update.forget) parts << "forget";
    return parts.join(' ');
}

/// A head that is asked for stages, edit after edit.
struct Asked {
    HeadState state;
    Head head;
    ScoreRule rule;
    Sizes sizes{.tokens = 5, .keyTokens = 5, .d = 3, .dSource = 3, .heads = 1, .dk = 2, .dv = 2};
    Stamp clock = 0;

    Asked() {
        for (const Projection& p : kProjections) head[p.weight] = Matrix(Matrix::Ones(3, 2));
    }
    QString want(Stage stage) {
        HeadUpdate update;
        state.bringUpTo(stage, head, rule, sizes, update, clock);
        return textOf(update);
    }
    QString drop() {
        HeadUpdate update;
        state.dropUnwanted(update);
        return textOf(update);
    }
    /// Which stages have another stamp after `change` and asking for the context.
    QString restamped(const std::function<void()>& change) {
        want(Stage::Context);
        PerStage<Stamp> before;
        for (const StageInfo& info : stages()) before[info.stage] = state.stamp(info.stage);
        change();
        want(Stage::Context);
        QStringList names;
        for (const StageInfo& info : stages())
            if (state.stamp(info.stage) != before[info.stage]) names << info.id;
        return names.join(' ');
    }
};

void editInput(Asked& asked, Index row) {
    for (const Stage input : {Stage::X, Stage::XKv}) asked.state.inputChanged(input, nullptr, {false, {row}});
}

} // namespace

class LayerStateTest : public QObject {
    Q_OBJECT

private slots:
    /// Only what a stage is made of, and only once.
    void aStageNeedsWhatItIsMadeOf_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("update");
        const auto row = [](Stage stage, const char* update) {
            QTest::newRow(infoOf(stage).id) << static_cast<int>(stage) << QString(update);
        };
        row(Stage::Q, "Qall");
        row(Stage::K, "Kall");
        row(Stage::V, "Vall");
        row(Stage::Scores, "Qall Kall attendallall");
        row(Stage::Weights, "Qall Kall attendallall");
        row(Stage::Context, "Qall Kall Vall attendallall");
    }
    void aStageNeedsWhatItIsMadeOf() {
        QFETCH(int, stage);
        QFETCH(QString, update);
        Asked asked;
        QCOMPARE(asked.want(static_cast<Stage>(stage)), update);
        QCOMPARE(asked.want(static_cast<Stage>(stage)), QString());
    }

    /// Edits add up until somebody looks, of each stage by itself.
    void editsAddUp() {
        Asked asked;
        asked.want(Stage::Context);
        editInput(asked, 3);
        QCOMPARE(asked.want(Stage::V), QString("V{3}"));
        editInput(asked, 1);
        QCOMPARE(asked.want(Stage::Q), QString("Q{1 3}"));
        QCOMPARE(asked.want(Stage::Scores), QString("K{1 3} attend{1 3}{1 3}"));
        QCOMPARE(asked.want(Stage::Context), QString("V{1}"));
        asked.head[Parameter::Wk] = Matrix(Matrix::Zero(3, 2));
        QCOMPARE(asked.want(Stage::Scores), QString("Kall attend{}all"));
        asked.head[Parameter::Bq] = Matrix(Matrix::Zero(1, 2));
        QCOMPARE(asked.want(Stage::Scores), QString("Qall attendall{}"));
        asked.sizes.tokens = 6; // what is new counts as changed: nobody names it
        QCOMPARE(asked.want(Stage::Q), QString("Q{}"));
    }

    void scoresThatNobodyWantsAreForgotten() {
        Asked asked;
        asked.want(Stage::Scores);
        QCOMPARE(asked.drop(), QString());
        asked.want(Stage::V);
        QCOMPARE(asked.drop(), QString("forget"));
        QCOMPARE(asked.drop(), QString());
        QCOMPARE(asked.want(Stage::Weights), QString("attendallall"));
        asked.want(Stage::Weights);
        QCOMPARE(asked.drop(), QString());
    }

    /// A map whose stamp stays is not drawn again.
    void stampsFollowWhatTheyAreMadeOf_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("stages");
        QTest::newRow("nothing") << "nothing" << QString();
        QTest::newRow("an input") << "an input"
                                  << "Q K V scores scaled masked weights dropped context";
        QTest::newRow("W_v") << "W_v"
                             << "V context";
        QTest::newRow("b_q") << "b_q"
                             << "Q scores scaled masked weights dropped context";
        QTest::newRow("factor") << "factor"
                                << "scaled masked weights dropped context";
        QTest::newRow("mask") << "mask"
                              << "masked weights dropped context";
        QTest::newRow("normalisation") << "normalisation"
                                       << "weights dropped context";
        QTest::newRow("dropout") << "dropout"
                                 << "dropped context";
    }
    void stampsFollowWhatTheyAreMadeOf() {
        QFETCH(QString, change);
        QFETCH(QString, stages);
        Asked asked;
        QCOMPARE(asked.restamped([&] {
            if (change == "an input") editInput(asked, 2);
            if (change == "W_v") asked.head[Parameter::Wv] = Matrix(Matrix::Zero(3, 2));
            if (change == "b_q") asked.head[Parameter::Bq] = Matrix(Matrix::Zero(1, 2));
            if (change == "factor") asked.rule.factor = 2;
            if (change == "mask") asked.rule.mask.causal = true;
            if (change == "dropout") asked.rule.dropout = DropoutMask{{CellMask(5, 5, true)}, 2};
            if (change == "normalisation") asked.rule.normalisation = Normalisation::Sum;
        }),
                 stages);
    }

    /// Heads that moved take what is theirs along; an edited one keeps its place, a new one begins with nothing.
    void headsAreRecognised_data() {
        QTest::addColumn<QString>("heads"); // instead of abc; x is another one
        QTest::addColumn<QString>("was");
        const auto row = [](const char* heads, const char* was) {
            QTest::newRow(heads) << QString(heads) << QString(was);
        };
        row("abc", ""); // nothing is to be done, so nothing is asked of the backend
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
        Session session = randomSession(random, {4, 3, 4, 2, 2});
        const std::vector<Head> all = session.layers[0].heads; // a b c, and x
        ModelInputs inputs;
        inputs.x.rows = FrozenMatrix(tokenVectors(session.text));
        const auto updates = std::make_shared<Updates>();
        LayerState layer(RecordingBackend(updates).makeLayer());
        Stamp clock = 0;
        const auto show = [&](const QString& names) {
            session.layers[0].heads.clear();
            for (const QChar name : names)
                session.layers[0].heads.push_back(all[name == u'x' ? 3 : std::size_t(name.unicode() - u'a')]);
            layer.begin(session, 0, nullptr, inputs, clock);
            for (int h = 0; h < names.size(); ++h) layer.want(Stage::Context, h);
            QVERIFY(layer.run({}, {}).ok());
        };
        show("abc");
        show(heads);
        QCOMPARE(updates->size(), std::size_t{was.isEmpty() ? 1U : 2U});
        if (was.isEmpty()) return;
        QStringList places, work;
        for (const HeadUpdate& update : updates->back().heads) {
            places << QString::number(update.was);
            work << textOf(update);
        }
        QCOMPARE(places.join(' '), was);
        for (int h = 0; h < heads.size(); ++h) { // who brought his blocks along has nothing to do
            const QChar name = heads[h];
            const bool isKnown = name != u'x' && work.at(h).isEmpty();
            QCOMPARE(isKnown, name != u'x' && places[h] != "-1");
        }
    }
};

QTEST_APPLESS_MAIN(LayerStateTest)
#include "tst_layerState.moc"
