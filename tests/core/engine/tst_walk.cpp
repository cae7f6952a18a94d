// Tests the step-by-step computation of one query, forwards and backwards through every example.
#include "core/io/exampleFiles.h"
#include "engine/Walk.h"
#include "support/changing.h"
#include "support/givenStages.h"

#include <QTest>

#include <array>
#include <filesystem>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the step as "scores[key 2]".
QString stepName(const Step& step) {
    constexpr std::array kParts{"", "key", "exponentials", "sum", "quotients"};
    const QString stage = QLatin1String(infoOf(step.stage).id), part = kParts.at(static_cast<std::size_t>(step.part));
    if (step.part == Step::Part::Key) return QString("%1[%2]").arg(stage).arg(step.key);
    return part.isEmpty() ? stage : stage + ' ' + part;
}

QString regionText(const Region& r) { return QString("%1,%2 %3x%4").arg(r.row).arg(r.col).arg(r.rows).arg(r.cols); }

QString blocksText(const std::vector<StageCells>& blocks) {
    QStringList texts;
    for (const StageCells& b : blocks)
        texts << QString("%1.%2 %3").arg(infoOf(b.stage).id).arg(b.head).arg(regionText(b.cells));
    return texts.join("; ");
}

/// Returns the steps without those of keys after the first.
QString stepNames(const Session& session, int layer = 0) {
    const Walk walk(session, layer, 0, 0);
    QStringList all;
    for (int i = 0; i < walk.count(); ++i)
        if (walk.at(i).key == 0) all << stepName(walk.at(i));
    return all.join(", ");
}

int blankCells(const Walk& walk, int at, const Session& session, int layer) {
    int cells = 0;
    for (const StageInfo& info : stages()) {
        const int heads = info.scope == Scope::Head ? sizesOf(session, layer).heads : 1;
        for (int head = 0; head < heads && hasStage(info.stage, session, layer); ++head) {
            const Region blank = walk.blank(walk.at(at), info.stage, head);
            cells += blank.rows * blank.cols;
        }
    }
    return cells;
}

} // namespace

class WalkTest : public QObject {
    Q_OBJECT

private slots:
    /// A given stage is there at once, and reads nothing.
    void givenStagesReadNothing_data() {
        QTest::addColumn<int>("given");
        for (const Parameter one : {Parameter::GivenWeights, Parameter::GivenScores})
            QTest::newRow(infoOf(one).symbol) << static_cast<int>(one);
    }
    void givenStagesReadNothing() {
        QFETCH(int, given);
        const Session session = givenSession("a b", {{{static_cast<Parameter>(given), Matrix::Ones(2, 2)}}});
        const Walk walk(session, 0, 0, 0);
        QVERIFY(walk.count() > 0);
        QVERIFY(walk.reads(walk.at(0)).empty());
    }

    void goesThroughTheStagesInOrder() {
        Session session = exampleSession("shoes");
        const QString start = "X, Q, K, V, scores[0], scaled, ";
        const QString softmax = "weights exponentials, weights sum, weights quotients, ";
        QCOMPARE(stepNames(session), start + softmax + "context[0], concat");
        changing(session)->options.mask.causal = true;
        changing(session)->options.dropout = Dropout{};
        QCOMPARE(stepNames(session), start + "masked, " + softmax + "dropped, context[0], concat");
        changing(session)->options.maskMode = MaskMode::After;
        QCOMPARE(stepNames(session), start + "masked exponentials, masked sum, masked quotients, weights sum, "
                                             "weights quotients, dropped, context[0], concat");
        changing(session)->options.normalisation = Normalisation::Sum;
        QCOMPARE(stepNames(session), start + "masked, weights sum, weights quotients, dropped, context[0], concat");
        QVERIFY(stepNames(exampleSession("positions")).startsWith("embeddings, positions, X, Q,"));
        QVERIFY(stepNames(exampleSession("cross-attention")).startsWith("X, X_kv, Q, K,"));
        QVERIFY(stepNames(exampleSession("two-layers"), 1).startsWith("X, "));
    }

    void everyStepHasItsPlace() {
        const Session session = *withPositions(exampleSession("cross-attention"), Positions::Kind::Sinusoidal);
        const Walk walk(session, 0, 0, 1);
        for (int i = 0; i < walk.count(); ++i) QCOMPARE(walk.indexOf(walk.at(i)), i);
    }

    void saysWhatIsReadAndMade_data() {
        QTest::addColumn<Step>("step");
        QTest::addColumn<QString>("reads");
        QTest::addColumn<QString>("makes");
        using Part = Step::Part;
        QTest::newRow("Q") << Step{Stage::Q} << "X.0 1,0 1x2"
                           << "Q.2 1,0 1x3";
        QTest::newRow("K") << Step{Stage::K} << "X.0 0,0 8x2"
                           << "K.2 0,0 8x3";
        QTest::newRow("a score") << Step{Stage::Scores, Part::Key, 5} << "Q.2 1,0 1x3; K.2 5,0 1x3"
                                 << "scores.2 1,5 1x1";
        QTest::newRow("masked") << Step{Stage::Masked} << "scaled.2 1,0 1x8"
                                << "masked.2 1,0 1x8";
        QTest::newRow("sum") << Step{Stage::Weights, Part::Sum} << "masked.2 1,0 1x8"
                             << "weights.2 1,0 1x8";
        QTest::newRow("a value") << Step{Stage::Context, Part::Key, 5} << "weights.2 1,5 1x1; V.2 5,0 1x4"
                                 << "context.2 1,0 1x4";
        QTest::newRow("concat") << Step{Stage::Concat} << "context.0 1,0 1x4; context.1 1,0 1x4; context.2 1,0 1x4"
                                << "concat.0 1,0 1x12";
    }
    void saysWhatIsReadAndMade() {
        QFETCH(const Step, step);
        Session session = exampleSession("shoes-three-heads");
        changing(session)->options.mask.causal = true;
        const Walk walk(session, 0, 2, 1);
        QTEST(blocksText(walk.reads(step)), "reads");
        QTEST(blocksText({walk.makes(step)}), "makes");
    }

    void fillsEveryExampleForwardsAndBackwards_data() {
        QTest::addColumn<QString>("example");
        for (const auto& entry : std::filesystem::directory_iterator(kExampleFolder))
            QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().stem().string());
    }
    void fillsEveryExampleForwardsAndBackwards() {
        QFETCH(const QString, example);
        const Session session = exampleSession(example.toStdString());
        for (int layer = 0; layer < static_cast<int>(session.layers.size()); ++layer) {
            const Walk walk(session, layer, sizesOf(session, layer).heads - 1, 1);
            std::vector<int> blank;
            for (int i = 0; i < walk.count(); ++i) {
                QCOMPARE(walk.indexOf(walk.at(i)), i);
                blank.push_back(blankCells(walk, i, session, layer));
                const StageCells made = walk.makes(walk.at(i));
                const int left = i == 0 ? -1 : blank[std::size_t(i) - 1] - blank.back();
                const bool isWhole = walk.blank(walk.at(i), made.stage, made.head) == Region{} ||
                                     made.stage == Stage::Scores;
                if (i > 0) QCOMPARE(left, isWhole ? made.cells.rows * made.cells.cols : 0);
                for (const StageCells& read : walk.reads(walk.at(i))) { // a step only reads cells that are computed
                    const Region unknown = walk.blank(walk.at(i), read.stage, read.head);
                    QCOMPARE(unknown, Region{});
                }
            }
            QVERIFY(blank.front() > 0);
            QCOMPARE(blank.back(), 0);
            for (int i = walk.count() - 1; i >= 0; --i)
                QCOMPARE(blankCells(walk, i, session, layer), blank[std::size_t(i)]);
        }
    }

    void staysNearAStepThatIsGone_data() {
        QTest::addColumn<Step>("step");
        QTest::addColumn<QString>("nearest");
        using Part = Step::Part;
        QTest::newRow("a token that is gone") << Step{Stage::Scores, Part::Key, 40} << "scores[7]";
        QTest::newRow("without a mask") << Step{Stage::Masked} << "scaled";
        QTest::newRow("without positions") << Step{Stage::Embeddings} << "X";
        QTest::newRow("without W_o") << Step{Stage::Output} << "concat";
        QTest::newRow("no exponentials of masked") << Step{Stage::Masked, Part::Sum} << "scaled";
    }
    void staysNearAStepThatIsGone() {
        QFETCH(const Step, step);
        const Walk walk(exampleSession("shoes"), 0, 0, 0);
        QTEST(stepName(walk.at(walk.indexOf(step))), "nearest");
    }

    void hasNoStepsWithoutTokens() {
        const Session empty = withSentence(exampleSession("shoes"), "").value();
        QCOMPARE(Walk(empty, 0, 0, 0).count(), 0);
    }
};

QTEST_GUILESS_MAIN(WalkTest)
#include "tst_walk.moc"
