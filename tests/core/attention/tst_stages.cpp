// Tests which stages a layer has, and why it does not have the others.
#include "attention/stages.h"
#include "session/edits.h"
#include "support/layers.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class StagesTest : public QObject {
    Q_OBJECT

private slots:
    void aMissingStageSaysWhy_data() {
        QTest::addColumn<Session>("session");
        QTest::addColumn<int>("layer");
        QTest::addColumn<QString>("stage");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* stage, const Session& session, int layer, const char* why) {
            QTest::addRow("%s, %s", stage, why) << session << layer << QString(stage) << QString(why);
        };
        const Session one = sample(1), two = sample(2), placed = *withPositions(two, Positions::Kind::Sinusoidal);
        const Session crossed = *withSecondSentence(two, true);
        const auto words = [](int count) {
            std::string all;
            for (int i = 0; i < count; ++i) all += "a ";
            return all;
        };
        const Session longest = *withSentence(two, words(kMaxRollout));
        row("positions", one, 0, "the session has no positions");
        row("positions", placed, 0, "");
        row("positions", placed, 1, "layer 2 reads the output of the layer below; only the first layer has embeddings");
        row("positions_kv", placed, 0, "the session has no second sentence");
        row("positions_kv", crossed, 0, "the session has no positions");
        row("X_kv", one, 0, "the session has no second sentence");
        row("X_kv", crossed, 1, "");
        row("normed", one, 0, "the session has no layer norm");
        row("normed", *withNorm(two, 1, Norm{Norm::Place::After}), 1,
            "layer 2 has its layer norm after the heads, not before them");
        row("normed", *withNorm(two, 1, Norm{}), 1, "");
        row("masked", two, 1, "layer 2 has no mask");
        row("dropped", two, 0, "layer 1 has no dropout");
        row("output", one, 0, "the session has no W_o");
        row("result", one, 0,
            "the session has no W_o, no residual and no layer norm, so its result is the stage \"concat\"");
        row("result", withOutput(one, 0), 0,
            "the session has no residual and no layer norm, so its result is the stage \"output\"");
        row("result", *withResidual(withOutput(one, 0), 0, true), 0, "");
        row("rollout", one, 0, "the session has only one layer");
        row("rollout", crossed, 0, "the session has a second sentence; a rollout requires self-attention");
        row("rollout", longest, 0, "");
        row("product", longest, 1, "");
        row("product", *withSentence(two, words(kMaxRollout + 1)), 1,
            "the session has more than 2,048 tokens, the limit for a rollout");
        row("rollout", two, 0, "");
    }
    void aMissingStageSaysWhy() {
        QFETCH(Session, session);
        QFETCH(int, layer);
        QFETCH(QString, stage);
        QFETCH(QString, why);
        const Stage of = findStage(stage.toStdString())->stage;
        QCOMPARE(QString::fromStdString(whyNoStage(of, session, layer)), why);
        QCOMPARE(hasStage(of, session, layer), why.isEmpty());
    }

    /// Without positions the embeddings are the input.
    void stagesWithTheSameNumbers() {
        const Session plain = sample(2), placed = *withPositions(plain, Positions::Kind::Sinusoidal),
                      crossed = *withSecondSentence(plain, true);
        QVERIFY(equivalentStage(Stage::Embeddings, plain, 0) == Stage::X);
        QVERIFY(equivalentStage(Stage::Embeddings, placed, 0) == Stage::Embeddings);
        QVERIFY(equivalentStage(Stage::Embeddings, plain, 1) == Stage::Embeddings); // layer 1 has no such stage
        QVERIFY(equivalentStage(Stage::EmbeddingsKv, crossed, 0) == Stage::XKv);
        QVERIFY(equivalentStage(Stage::EmbeddingsKv, plain, 0) == Stage::EmbeddingsKv);
        QVERIFY(equivalentStage(Stage::Masked, plain, 0) == Stage::Masked);
    }
};

QTEST_APPLESS_MAIN(StagesTest)
#include "tst_stages.moc"
