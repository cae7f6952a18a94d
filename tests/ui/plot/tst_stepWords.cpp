// The words of each step of every example contain the numbers of the maps.
#include "backend/backends.h"
#include "core/io/exampleFiles.h"
#include "engine/Engine.h"
#include "plot/stepWords.h"
#include "support/changing.h"
#include "support/incremental.h"
#include "support/randomCells.h"
#include "words/conventions.h"
#include "words/numberWords.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the beginning of a vector as text: "(0.1636, 0.1749, 0.0000".
QString vectorText(const std::vector<double>& numbers) {
    QStringList texts;
    for (const double number : numbers) texts << rounded(number);
    return u'(' + texts.join(", ");
}

/// The words of a step of a walk, and the numbers that they must contain.
struct Told {
    Step step;
    QString words;
    QStringList numbers;
};

/// Computes the numbers of a step from those of the maps.
class Expected {
public:
    Expected(const Session& session, const Walk& walk, const Step& step, int layer, int head, int query)
        : step_(step), query_(query), cells_(walk.examples(step, kStepExamples)) {
        const Options& options = session.layers[std::size_t(layer)].options;
        demand_.cells = {cells_.begin(), cells_.end()};
        const bool isDropped = hasStage(Stage::Dropped, session, layer);
        const bool isShare = step.stage == Stage::Weights && options.masksAfter();
        for (const Stage stage : {step.stage, isDropped ? Stage::Dropped : Stage::Weights, Stage::V, Stage::Scaled,
                                  hasStage(Stage::Masked, session, layer) ? Stage::Masked : Stage::Scaled})
            demand_.maps.push_back({stage, layer, infoOf(stage).scope == Scope::Head ? head : 0, {}, 400, 400});
        reads_ = isShare || !options.masksAfter() ? Stage::Masked : Stage::Scaled;
    }
    const Demand& demand() const { return demand_; }

    QStringList numbers(const Frame& frame) const {
        const Explanation& e = *frame.explanations.front();
        if (step_.stage == Stage::Context) return added(frame);
        const bool isOnTheWay = step_.part == Step::Part::Exponentials || step_.part == Step::Part::Sum;
        if (e.kind != RowKind::Plain && step_.part != Step::Part::All && step_.part != Step::Part::Key)
            return {}; // the words say why there are no weights
        if (isOnTheWay) return onTheWay(frame, e);
        std::vector<double> made;
        for (const CellRef& cell : cells_) made.push_back(numberAt(*frame.tiles[0], cell.row, cell.col));
        return {step_.part == Step::Part::Key ? ' ' + rounded(made.front()) + '.' : vectorText(made)};
    }

private:
    double numberAt(const Tile& tile, int row, int col) const {
        return double(tile.masked(row, col) ? maskedValue(tile.demand.stage, false) : tile.values(row, col));
    }
    /// Adds each value times its weight, in the order of the keys.
    QStringList added(const Frame& frame) const {
        const Tile &weights = *frame.tiles[1], &values = *frame.tiles[2];
        std::vector<double> sums;
        for (const CellRef& cell : cells_) {
            double sum = 0;
            for (int key = 0; key <= step_.key; ++key)
                if (const double weight = numberAt(weights, query_, key); weight != 0)
                    sum += weight * double(values.values(key, cell.col));
            sums.push_back(sum);
        }
        const bool isLast = step_.key + 1 == weights.values.cols();
        if (isLast)
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] = numberAt(*frame.tiles[0], cells_[i].row, cells_[i].col);
        QStringList all{vectorText(sums)};
        if (const double weight = numberAt(weights, query_, step_.key); weight != 0) all << rounded(weight);
        return all;
    }
    QStringList onTheWay(const Frame& frame, const Explanation& e) const {
        const bool isSoftmax = e.rule == Rule::Softmax;
        const Tile& row = *frame.tiles[isSoftmax && reads_ == Stage::Scaled ? 3 : 4];
        const Tile& numbers = *frame.tiles[isSoftmax ? 3 : 4]; // the score of a hidden key is taken before the mask
        double max = -std::numeric_limits<double>::infinity(), sum = 0;
        const auto isHidden = [&](int key) { return row.masked(query_, key); };
        const int keys = int(row.values.cols());
        for (int key = 0; key < keys; ++key)
            if (!isHidden(key)) max = std::max(max, double(numbers.values(query_, key)));
        std::vector<double> all;
        for (int key = 0; key < keys; ++key) {
            const double a = double(numbers.values(query_, key));
            all.push_back(isHidden(key) ? 0 : isSoftmax ? std::exp(a - max) : a);
            sum += all.back();
        }
        if (step_.part == Step::Part::Sum) return {u' ' + rounded(sum) + u'.'};
        all.resize(std::min(all.size(), cells_.size()));
        return {vectorText(all), rounded(max)};
    }

    Step step_;
    int query_;
    std::vector<CellRef> cells_;
    Demand demand_;
    Stage reads_;
};

std::vector<Told> toldOf(const Session& session, int layer, int head, int query) {
    const Walk walk(session, layer, head, query);
    Engine engine(std::move(*makeBackend("cpu")));
    std::vector<Told> told;
    for (int i = 0; i < walk.count(); ++i) {
        const Step step = walk.at(i);
        const Expected expected(session, walk, step, layer, head, query);
        const Frame frame = engine.answer(session, expected.demand());
        told.push_back({step, stepWords(session, layer, query, walk, step, frame.explanations), {}});
        told.back().numbers = expected.numbers(frame);
    }
    return told;
}

void holdTheirNumbers(const Session& session, int layer, int query, std::map<Step::Part, int>& parts) {
    for (const Told& told : toldOf(session, layer, sizesOf(session, layer).heads - 1, query))
        for (const QString& number : told.numbers) {
            QVERIFY2(told.words.contains(number), qPrintable(told.words + " lacks " + number));
            ++parts[told.step.part];
        }
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
        std::map<Step::Part, int> parts;
        for (int layer = 0; layer < static_cast<int>(session.layers.size()); ++layer)
            holdTheirNumbers(session, layer, 1, parts);
        QVERIFY(parts[Step::Part::All] > 0 && parts[Step::Part::Key] > 0);
    }

    /// Random sessions, which may contain NaN, give the numbers of the maps, too.
    void sayTheNumbersOfRandomSessions() {
        std::map<Step::Part, int> parts;
        for (unsigned seed = 1; seed <= 60 && !QTest::currentTestFailed(); ++seed) {
            RandomEdits edits(seed);
            vary(edits.session, seed);
            while (firstInconsistency(edits.session)) edits.step();
            RandomNumbers random(seed);
            const int layer = random.pick(0, static_cast<int>(edits.session.layers.size()) - 1);
            const Sizes sizes = sizesOf(edits.session, layer);
            if (sizes.tokens == 0 || sizes.keyTokens == 0) continue;
            holdTheirNumbers(edits.session, layer, random.pick(0, sizes.tokens - 1), parts);
            if (QTest::currentTestFailed()) qWarning("seed %u", seed);
        }
        for (const Step::Part part :
             {Step::Part::All, Step::Part::Key, Step::Part::Exponentials, Step::Part::Sum, Step::Part::Quotients})
            QVERIFY2(parts[part] >= 20, qPrintable(QString::number(int(part)) + ": " + QString::number(parts[part])));
    }

    /// "≈" is used if the printed terms of a score do not add up to the printed score.
    void theSignIsThatOfTheDigits() {
        static const QRegularExpression said(QStringLiteral(u"q · k = (.*) ([=≈]) (.*)\\.$"));
        std::map<QString, int> signs;
        for (const auto& entry : std::filesystem::directory_iterator(kExampleFolder)) {
            const Session session = exampleSession(entry.path().stem().string());
            for (int query = 0; query < sizesOf(session, 0).tokens; ++query)
                for (const Told& told : toldOf(session, 0, 0, query)) {
                    const auto parts = said.match(told.words);
                    if (!parts.hasMatch()) continue;
                    double sum = 0;
                    for (const QString& term : parts.captured(1).remove('(').remove(')').split(" + "))
                        sum += term.section(QStringLiteral(u" × "), 0, 0).toDouble() *
                               term.section(QStringLiteral(u" × "), 1).toDouble();
                    const bool isEqual = rounded(sum) == parts.captured(3);
                    QVERIFY2(isEqual == (parts.captured(2) == "="), qPrintable(told.words));
                    ++signs[parts.captured(2)];
                }
        }
        QVERIFY2(signs["="] > 20 && signs[QStringLiteral(u"≈")] > 20, qPrintable(QString::number(signs["="])));
    }

    /// The sum of the exponentials also uses "≈", and only some of the terms are printed.
    void theSumOfPrintedExponentials() {
        const Session session = exampleSession("shoes-three-heads"); // 1.8644 from the printed terms
        const Step step{Stage::Weights, Step::Part::Sum};
        QCOMPARE(wordsOf(session, step, 0, 1), QStringLiteral(u"The sum of the exponentials is ≈ 1.8643."));
    }

    /// Numbers of options are printed with all digits, and without trailing zeros.
    void numbersOfOptions() {
        Session session = exampleSession("dropout");
        changing(session)->options.scale = {Scale::Kind::Factor, 0.123456789};
        changing(session)->options.temperature = 12345678.5;
        changing(session)->options.dropout = Dropout{0.123456789, 1};
        const QString scaled = wordsOf(session, {Stage::Scaled}), dropped = wordsOf(session, {Stage::Dropped});
        QVERIFY2(scaled.startsWith("Each score times 0.123456789 and divided by the temperature 12345678.5: ("),
                 qPrintable(scaled));
        QVERIFY2(dropped.contains(QStringLiteral(u"by 1 − 0.123456789: (")), qPrintable(dropped));
    }

    void theScaleIsWrittenOut() {
        Session session = exampleSession("shoes-three-heads");
        changing(session)->options.temperature = 0.5;
        QVERIFY(wordsOf(session, {Stage::Scaled})
                    .startsWith(QStringLiteral(u"Each score divided by √3 and divided by the temperature 0.5: (")));
        changing(session)->options.scale = {Scale::Kind::Factor, 0.3};
        changing(session)->options.temperature = 1;
        QVERIFY(wordsOf(session, {Stage::Scaled}).startsWith("Each score times 0.3: ("));
    }

    void equalTokensHaveTheirPlaces() {
        const Step step{Stage::Scores, Step::Part::Key, 6};
        const QString words = wordsOf(exampleSession("shoes-three-heads"), step, 0, 0, 2);
        QVERIFY2(words.startsWith(QStringLiteral(u"Score of “are₃” and “are₇”")), qPrintable(words));
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
            "Score of “shoes” and “feet”: q · k = 1.2772 × (-0.5222) + 1.9764 × 0.0355 + 1.2970 × (-0.8125) = -1.6506.");
        row(plain, {Stage::Scaled}, "Each score divided by √3: (0.0616, 2.7919, 1.2341, 0.8258, …).");
        row("causal-attention", {Stage::Masked},
            "What the mask hides from “journey” becomes minus infinity: (0.1170, 0.1840, -∞, -∞, …).");
        row(plain, {Stage::Weights, Part::Exponentials},
            "For each key, e to the power (scaled score − 2.7919): (0.0652, 1.0000, 0.2106, 0.1400, …).");
        row(plain, {Stage::Weights, Part::Sum}, "The sum of the exponentials is ≈ 1.6962.");
        row(plain, {Stage::Weights, Part::Quotients},
            "Each exponential divided by the sum 1.6962 is a weight: (0.0384, 0.5896, 0.1242, 0.0825, …).");
        row("dropout", {Stage::Dropped},
            "Dropout sets some weights to 0 and divides the others by 1 − 0.5: (0.0000, 0.0000, 0.0000, 0.0000, …).");
        row(plain, {Stage::Context, Part::Key, 0},
            "0.0384 times the value of “My” is added. The sum so far is (-0.0039, 0.0062, 0.0013, -0.0008).");
        row("causal-attention", {Stage::Context, Part::Key, 5},
            "The weight of “step” is 0, so nothing is added. The context of “journey” is (-0.5874, 0.0058).");
        row(plain, {Stage::Concat}, "The contexts of all 3 heads are joined: (1.2171, 0.2573, 1.3008, 0.2130, …).");
        row("multi-head-split", {Stage::Output}, "The output of “journey”: joined W_o + b_o = (0.2943, 0.3897).");
        row("two-layers", {Stage::Result}, "X is added: the result of “black” is (-0.0964, 0.7123, -0.0964, 0.4805).");
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

    void weightsAsInPyTorchAreTransposed() {
        setConventions({.outByIn = true});
        const QString said = wordsOf(exampleSession("shoes-three-heads"), {Stage::Q});
        setConventions({});
        QVERIFY2(said.contains(QStringLiteral(u"q = x W_qᵀ = (")), qPrintable(said));
    }

    /// A norm before the layer does not change its result.
    void aResultThatIsTheOutput() {
        Session session = exampleSession("multi-head-split");
        changing(session)->residual = false;
        session = *withNorm(session, 0, Norm{});
        QCOMPARE(wordsOf(session, {Stage::Result}),
                 QString("Nothing is added and nothing normalised: the result of “journey” stays ") +
                     wordsOf(session, {Stage::Output}).section(" = ", -1));
    }

    void aMaskBehindTheSoftmaxDividesAgain() {
        Session session = exampleSession("causal-attention");
        changing(session)->options.maskMode = MaskMode::After;
        using Part = Step::Part;
        QVERIFY(wordsOf(session, (Step{Stage::Masked, Part::Exponentials})).startsWith("For each key, e to the power"));
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
        changing(session)->options.maskMode = MaskMode::After;
        changing(session)->options.mask.given = Matrix(Matrix::Zero(6, 6));
        for (const Step::Part part : {Step::Part::Sum, Step::Part::Quotients})
            QCOMPARE(wordsOf(session, (Step{Stage::Weights, part})),
                     QString("Every key is masked: all weights are 0."));
    }

    /// The last sentence showed the masked scores as minus infinity, so the sum says which ones it adds.
    void aSumOfWhatTheMaskLeaves() {
        Session session = exampleSession("causal-attention");
        changing(session)->options.normalisation = Normalisation::Sum;
        const Step sum{Stage::Weights, Step::Part::Sum};
        const QString left = wordsOf(session, sum);
        QVERIFY2(left.startsWith("The scores that the mask leaves add up to "), qPrintable(left));
        QCOMPARE(wordsOf(session, sum, 0, 0, 5).section(" add", 0, 0), QString("The scores")); // the last row sees all
        changing(session)->options.mask.given = Matrix(Matrix::Zero(6, 6));
        QCOMPARE(wordsOf(session, sum), QString("Every key is masked: all weights are 0."));
    }

    void aRowWithoutWeightsSaysWhy() {
        Session session = exampleSession("journey");
        changing(session)->options.mask.given = Matrix(Matrix::Zero(6, 6));
        for (const Step::Part part : {Step::Part::Sum, Step::Part::Quotients})
            QCOMPARE(wordsOf(session, (Step{Stage::Weights, part})),
                     QString("Every key is masked: all weights are 0."));
        QCOMPARE(wordsOf(session, (Step{Stage::Weights, Step::Part::Exponentials})),
                 QString("There is nothing to take the exponential of. Every key is masked: all weights are 0."));
    }

    void withoutNumbersTheyNameTheStage() {
        const Session session = exampleSession("shoes");
        const Walk walk(session, 0, 0, 0);
        QCOMPARE(stepWords(session, 0, 0, walk, {Stage::Q}, {}), QString("Q"));
    }
};

QTEST_MAIN(StepWordsTest)
#include "tst_stepWords.moc"
