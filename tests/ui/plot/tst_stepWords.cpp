// What is said of each step of every example holds the very numbers of the maps.
#include "backend/backends.h"
#include "core/io/exampleFiles.h"
#include "engine/Engine.h"
#include "plot/stepWords.h"
#include "words/numberWords.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// The words of each step of a walk, and the numbers of the maps at its examples.
struct Told {
    Step step;
    QString words;
    std::vector<float> numbers;
    std::vector<float> weights; ///< of the query, after dropout
};

std::vector<Told> toldOf(const Session& session, int layer, int head, int query) {
    const Walk walk(session, layer, head, query);
    Engine engine(std::move(*makeBackend("eigen")));
    const auto rowOf = [&](Stage stage) {
        return MapDemand{stage, layer, infoOf(stage).scope == Scope::Head ? head : 0, {}, 400, 400};
    };
    const Stage weights = hasStage(Stage::Dropped, session, layer) ? Stage::Dropped : Stage::Weights;
    std::vector<Told> told;
    for (int i = 0; i < walk.count(); ++i) {
        const Step step = walk.at(i);
        const std::vector<CellRef> cells = walk.examples(step, kStepExamples);
        Demand demand{{rowOf(step.stage), rowOf(weights)}, {cells.begin(), cells.end()}};
        const Frame frame = engine.answer(session, demand);
        told.push_back({step, stepWords(session, layer, query, walk, step, frame.explanations), {}, {}});
        for (const CellRef& cell : cells) {
            const Tile& tile = *frame.tiles.at(0);
            const bool isHidden = tile.masked(cell.row, cell.col);
            told.back().numbers.push_back(isHidden ? maskedValue(step.stage, false) : tile.values(cell.row, cell.col));
        }
        for (Index key = 0; key < frame.tiles.at(1)->values.cols(); ++key)
            told.back().weights.push_back(frame.tiles.at(1)->values(query, key));
    }
    return told;
}

QString wordsOf(const Session& session, const Step& step, int layer = 0, int head = 0, int query = 1) {
    for (const Told& told : toldOf(session, layer, head, query))
        if (told.step == step) return QString(told.words).remove(QChar(0x2068)).remove(QChar(0x2069));
    return "no such step";
}

} // namespace

class StepWordsTest : public QObject {
    Q_OBJECT

private slots:
    void sayTheNumbersOfTheMaps_data() {
        QTest::addColumn<QString>("example");
        for (const auto& entry : std::filesystem::directory_iterator(kExampleFolder))
            QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().stem().string());
    }
    void sayTheNumbersOfTheMaps() {
        QFETCH(const QString, example);
        const Session session = exampleSession(example.toStdString());
        const int layers = static_cast<int>(session.layers.size());
        for (int layer = 0; layer < layers; ++layer)
            for (const Told& told : toldOf(session, layer, sizesOf(session, layer).heads - 1, 1)) {
                const bool isOnTheWay = told.step.part == Step::Part::Exponentials || told.step.part == Step::Part::Sum;
                const bool isAdded = told.step.stage == Stage::Context;
                const bool isLast = told.step.key + 1 == static_cast<int>(told.weights.size());
                if (isAdded && told.weights[std::size_t(told.step.key)] != 0)
                    QVERIFY2(told.words.contains(inFull(double(told.weights[std::size_t(told.step.key)]))),
                             qPrintable(told.words));
                if (isOnTheWay || (isAdded && !isLast)) continue;
                for (const float number : told.numbers) {
                    const QString text = std::isinf(number) ? QString("\u2212\u221E") : inFull(double(number));
                    QVERIFY2(told.words.contains(text), qPrintable(told.words + " lacks " + text));
                }
            }
    }

    void sayWhatHappens_data() {
        QTest::addColumn<QString>("example");
        QTest::addColumn<Step>("step");
        QTest::addColumn<QString>("words");
        using Part = Step::Part;
        const auto row = [](const char* example, const Step& step, const char* words) {
            QTest::addRow("%s, %s %d.%d", example, infoOf(step.stage).id, int(step.part), step.key)
                << QString(example) << step << QString(words);
        };
        const char* const plain = "shoes-three-heads";
        row(plain, {Stage::X}, "Each token becomes its row of the embedding table; “shoes” is (0.1794, 1.8951).");
        row(plain, {Stage::Q}, "The query of “shoes”: q = x W_q = (1.2772, 1.9764, 1.2970).");
        row("positions", {Stage::X}, "Embedding plus position: x of “dog” is (1.1901, 1.2006, -0.2096, 0.6208).");
        row("positions", {Stage::Positions},
            "Each position has a vector of its own; that of “dog” is (0.8415, 0.5403, 0.0100, 0.9999).");
        row(plain, {Stage::Scores, Part::Key, 5},
            "Score of “shoes” and “feet”: q · k = 1.2772 × -0.5222 + 1.9764 × 0.0355 + 1.2970 × -0.8125 = -1.6506.");
        row(plain, {Stage::Scaled}, "Each score times 0.5774, the scale: (0.0616, 2.7919, 1.2341, 0.8258, …).");
        row("causal-attention", {Stage::Masked},
            "What the mask hides from “journey” becomes minus infinity: (0.1170, 0.1840, −∞, −∞, …).");
        row(plain, {Stage::Weights, Part::Exponentials},
            "The exponential of each score minus the largest one, 2.7919: (0.0652, 1.0000, 0.2106, 0.1400, …).");
        row(plain, {Stage::Weights, Part::Sum}, "The sum of the exponentials is 1.6962.");
        row(plain, {Stage::Weights, Part::Quotients},
            "Each exponential divided by the sum 1.6962 is a weight: (0.0384, 0.5896, 0.1242, 0.0825, …).");
        row("dropout", {Stage::Dropped},
            "Dropout sets some weights to 0 and multiplies the others by 2: (0.0000, 0.0000, 0.0000, 0.0000, …).");
        row(plain, {Stage::Context, Part::Key, 0},
            "0.0384 times the value of “My” is added. The sum so far is (-0.0039, 0.0062, 0.0013, -0.0007599).");
        row("causal-attention", {Stage::Context, Part::Key, 5},
            "The weight of “step” is 0, so nothing is added. The context of “journey” is (-0.5874, 0.0058).");
        row(plain, {Stage::Concat},
            "The contexts of all 3 heads stand side by side: (1.2171, 0.2573, 1.3008, 0.2130, …).");
        row("multi-head-split", {Stage::Output}, "The output of “journey”: concat W_o + b_o = (0.2943, 0.3897).");
        row("two-layers", {Stage::Result},
            "The input of the layer is added: the result of “black” is (-0.0964, 0.7123, -0.0964, 0.4805).");
        row("cross-attention", {Stage::XKv},
            "Each token becomes its row of the embedding table; “Why” is (0.2745, 0.6584, 0.2775).");
        row("cross-attention", {Stage::V},
            "The values of all tokens, v = x W_v; that of “Why” is (0.3357, 0.7633, 0.5151, 0.8178).");
        row("journey", {Stage::Q}, "The query of “journey”: q = x = (0.5500, 0.8700, 0.6600).");
        row("journey", {Stage::Scaled}, "The scores are not scaled: (0.9544, 1.4950, 1.4754, 0.8434, …).");
    }
    void sayWhatHappens() {
        QFETCH(const QString, example);
        QFETCH(const Step, step);
        const QString said = wordsOf(exampleSession(example.toStdString()), step);
        QTEST(said, "words");
    }

    void aMaskBehindTheSoftmaxDividesAgain() {
        Session session = exampleSession("causal-attention");
        session.layers[0].options.maskMode = MaskMode::After;
        using Part = Step::Part;
        QVERIFY(wordsOf(session, (Step{Stage::Masked, Part::Exponentials})).startsWith("The exponential of each"));
        QCOMPARE(wordsOf(session, (Step{Stage::Masked, Part::Sum})), QString("The sum of the exponentials is 5.7166."));
        QCOMPARE(
            wordsOf(session, (Step{Stage::Masked, Part::Quotients})),
            QString("Each exponential divided by the sum 5.7166 is a weight; the mask makes those that it hides 0: "
                    "(0.1636, 0.1749, 0.0000, 0.0000, …)."));
        QCOMPARE(wordsOf(session, (Step{Stage::Weights, Part::Sum})),
                 QString("The weights that the mask leaves add up to 0.3385."));
        QCOMPARE(wordsOf(session, (Step{Stage::Weights, Part::Quotients})),
                 QString("Each of them divided by 0.3385 is a weight: (0.4833, 0.5167, 0.0000, 0.0000, …)."));
    }

    void aMaskBehindTheSoftmaxThatLeavesNothing() {
        Session session = exampleSession("journey");
        session.layers[0].options.maskMode = MaskMode::After;
        session.layers[0].options.mask.given = Matrix(Matrix::Zero(6, 6));
        for (const Step::Part part : {Step::Part::Sum, Step::Part::Quotients})
            QCOMPARE(wordsOf(session, (Step{Stage::Weights, part})),
                     QString("Every key is masked: all weights are 0."));
    }

    void aRowWithoutWeightsSaysWhy() {
        Session session = exampleSession("journey");
        session.layers[0].options.mask.given = Matrix(Matrix::Zero(6, 6));
        const Step step{Stage::Weights, Step::Part::Quotients};
        QCOMPARE(wordsOf(session, step), QString("Every key is masked: all weights are 0."));
    }

    void withoutNumbersTheyNameTheStage() {
        const Session session = exampleSession("shoes");
        const Walk walk(session, 0, 0, 0);
        QCOMPARE(stepWords(session, 0, 0, walk, {Stage::Q}, {}), QString("Queries"));
    }
};

QTEST_MAIN(StepWordsTest)
#include "tst_stepWords.moc"
