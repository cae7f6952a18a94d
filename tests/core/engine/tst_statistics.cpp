// Tests the statistics of heads' weights, and when they are computed again.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "engine/statisticsCsv.h"
#include "session/edits.h"
#include "support/RandomEdits.h"
#include "support/RecordingBackend.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/randomModel.h"
#include "support/traces.h"
#include "support/withinBounds.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

Demand statisticsOf(const std::vector<StatisticsDemand>& heads) {
    Demand demand;
    demand.statistics = heads;
    return demand;
}

HeadStatistics answerOf(const Session& session, const StatisticsDemand& head) {
    return *Engine(eigen()).answer(session, statisticsOf({head})).statistics.at(0);
}

/// Returns three tokens, each of which attends to itself most.
Session threeTokens() {
    Session session = bareSession(matrixFrom("2 0; 0 2; 1 1"));
    changing(session)->options.scale = {Scale::Kind::None};
    return session;
}

/// Returns "1.5 2 ... @0": the measures in their order, "-" for none, and the index of the largest weight.
QString text(const RowStatistics& row) {
    QStringList all;
    for (const auto& value : row.values) all << (value ? QString::number(*value, 'g', 5) : QStringLiteral("-"));
    return all.join(' ') + QStringLiteral(" @%1").arg(row.largestAt);
}

/// Bounds the error of -x log2 x if x is off by `d`: at most -d log2 d for x in [0, 1] and d up to 1/2.
double offOfTerm(double d) { return d > 0 ? -d * std::log2(std::min(d, 0.3)) : 0; }

/// Returns nothing, or the first statistic that differs from the one of the formulas' weights by more than the weights'
/// bounds allow.
std::string farOff(const HeadStatistics& found, const MatrixD& weights, const MatrixD& bounds) {
    constexpr double kInDouble = 1e-12;
    for (Index row = 0; row < weights.rows(); ++row) {
        const RowStatistics& is = found.rows.at(static_cast<std::size_t>(row));
        if (!is[Measure::Entropy] || bounds.row(row).maxCoeff() > 0.3) continue;
        double entropy = 0, off = kInDouble;
        for (Index key = 0; key < weights.cols(); ++key) {
            if (weights(row, key) > 0) entropy -= weights(row, key) * std::log2(weights(row, key));
            off += offOfTerm(bounds(row, key));
        }
        const double all = bounds.row(row).sum() + kInDouble, maxBound = bounds.row(row).maxCoeff();
        const std::string where = "row " + std::to_string(row) + ": ";
        if (std::abs(*is[Measure::Entropy] - entropy) > off) return where + "entropy";
        if (std::abs(*is[Measure::EffectiveTokens] - std::exp2(entropy)) > std::exp2(entropy) * (std::exp2(off) - 1))
            return where + "effective tokens";
        if (std::abs(*is[Measure::Largest] - weights.row(row).maxCoeff()) > maxBound) return where + "largest";
        if (weights(row, is.largestAt) < weights.row(row).maxCoeff() - 2 * maxBound)
            return where + "where the largest is";
        if (std::abs(*is[Measure::OnFirst] - weights(row, 0)) > bounds(row, 0)) return where + "on the first";
        if (is[Measure::OnSelf] && std::abs(*is[Measure::OnSelf] - weights(row, row)) > bounds(row, row))
            return where + "on itself";
        if (is[Measure::Distance]) {
            double distance = 0;
            for (Index key = 0; key < weights.cols(); ++key)
                distance += double(std::abs(key - row)) * weights(row, key);
            if (std::abs(*is[Measure::Distance] - distance) > all * static_cast<double>(weights.cols()))
                return where + "distance";
        }
        if (std::abs(*is[Measure::Sum] - weights.row(row).sum()) > all) return where + "sum";
    }
    return {};
}

} // namespace

class StatisticsTest : public QObject {
    Q_OBJECT

private slots:
    /// Uses "Your journey starts with one step" without weights or scale; the numbers were computed in double.
    void ofTheJourney() {
        Session session = bareSession(matrixFrom(".43 .15 .89; .55 .87 .66; .57 .85 .64; .22 .58 .33; .77 .25 .10; "
                                                 ".05 .80 .55"));
        changing(session)->options.scale = {Scale::Kind::None};
        const HeadStatistics found = answerOf(session, {});
        QCOMPARE(text(found.rows.at(0)), "2.5486 5.8508 0.20983 0.20983 0.20983 - 0.20058 - 2.1835 1 @0");
        QCOMPARE(text(found.rows.at(1)), "2.519 5.7319 0.23789 0.13855 0.23789 0.13855 0.23327 - 1.5768 1 @1");
        QCOMPARE(text(found.rows.at(5)), "2.534 5.7919 0.21836 0.13847 0.18955 0.098806 - - 2.587 1 @1");
        QCOMPARE(QString::number(found.mean(Measure::Entropy).mean, 'g', 6), "2.54129");
        QCOMPARE(QString::number(found.mean(Measure::EffectiveTokens).mean, 'g', 6), "5.82154");
        QCOMPARE(found.mean(Measure::OnPrevious).rows, Index{5});
        QCOMPARE(QString::number(found.mean(Measure::OnNext).mean, 'g', 6), "0.162774");
        QCOMPARE(QString::number(found.mean(Measure::Distance).mean, 'g', 6), "1.84282");
        QCOMPARE(found.mean(Measure::OnEqual).rows, Index{0});
    }

    void rows_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QStringList>("expected"); // in the order of the measures
        QTest::newRow("causal") << "causal"
                                << QStringList{"0 1 1 1 1 - 0 - 0 1 @0",
                                               "0.12998 1.0943 0.98201 0.017986 0.98201 0.017986 0 - 0.017986 1 @1",
                                               "1.585 3 0.33333 0.33333 0.33333 0.33333 - - 1 1 @0"};
        QTest::newRow("a row that sees nothing")
            << "hidden"
            << QStringList{"0 1 1 1 1 - 0 - 0 1 @0", "- - - - - - - - - 0 @-1", "1 2 0.5 0.5 0.5 0 - - 1 1 @0"};
        QTest::newRow("not a number") << "nan" << QStringList(3, "- - - - - - - - - - @-1");
        QTest::newRow("shares of a sum") << "sum" << QStringList(3, "- - - - - - - - - 1 @-1");
        QTest::newRow("two sentences") << "second" << QStringList(3, "0 1 1 1 - - - - - 1 @0");
    }
    void rows() {
        QFETCH(QString, what);
        QFETCH(QStringList, expected);
        Session session = threeTokens();
        if (what == "causal") changing(session)->options.mask.causal = true;
        if (what == "hidden") changing(session)->options.mask.given = FrozenMatrix(matrixFrom("1 0 0; 0 0 0; 1 0 1"));
        if (what == "nan") session = withVector(session, 0, std::numeric_limits<float>::quiet_NaN());
        if (what == "sum") changing(session)->options.normalisation = Normalisation::Sum;
        if (what == "second") session.source = textOf(matrixFrom("1 1"));
        const HeadStatistics found = answerOf(session, {});
        QStringList is;
        for (const RowStatistics& row : found.rows) is << text(row);
        QCOMPARE(is, expected);
    }

    void againstFormulas_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 60; ++seed) QTest::newRow(std::to_string(seed).c_str()) << seed;
    }
    void againstFormulas() {
        QFETCH(unsigned, seed);
        const Session session = RandomModel(seed).next();
        const LayerWeights weights = weightsOf(session.layers[0]);
        const ScoreRule rule = ruleOf(session.layers[0], sizesOf(session, 0));
        const ReferenceTrace expected = reference(session, 0);
        const MatrixD keys = session.source ? FloatBounds::ofInput(*session.source, session.positions) : MatrixD();
        const FloatBounds bounds(expected, weights, rule, FloatBounds::ofInput(session.text, session.positions), keys,
                                 {});
        for (int head = 0; head < sizesOf(session, 0).heads; ++head) {
            const auto h = static_cast<std::size_t>(head);
            const std::string text = farOff(answerOf(session, {0, head, 0}), expected(Stage::Weights, h),
                                            bounds(Stage::Weights, h));
            QVERIFY2(text.empty(), text.c_str());
        }
    }

    /// There are more rows than are read at a time.
    void readInStrips() {
        std::mt19937 random(1);
        const Session session = randomSession(random, {900, 4, 1, 2, 2});
        const auto reads = std::make_shared<std::vector<Read>>();
        Engine engine(std::make_unique<RecordingBackend>(std::make_shared<Updates>(), reads));
        const Frame frame = engine.answer(session, statisticsOf({{}}));
        QVERIFY(reads->size() > 1);
        const Trace trace = traceOf(engine, session);
        const Matrix& weights = trace(Stage::Weights, 0);
        QCOMPARE(frame.statistics[0]->rows.size(), std::size_t{900});
        for (Index row = 0; row < 900; ++row)
            QCOMPARE(frame.statistics[0]->rows[static_cast<std::size_t>(row)].values,
                     rowStatistics({weights.row(row).data(), 900}, row, {true, session.text.tokens->ids}).values);
    }

    /// Statistics of unchanged weights remain the same objects, even if the urgent maps were asked for in between.
    void unchangedOnesStay_data() {
        QTest::addColumn<QString>("edit");
        QTest::addColumn<QList<bool>>("stay"); // for each of the two heads
        QTest::newRow("nothing") << "" << QList{true, true};
        QTest::newRow("W_q of one") << "W_q" << QList{false, true};
        QTest::newRow("W_v") << "W_v" << QList{true, true};
        QTest::newRow("a token") << "X" << QList{false, false};
        QTest::newRow("another token with the same vector") << "tokens" << QList{false, false};
        QTest::newRow("the mask") << "mask" << QList{false, false};
        QTest::newRow("a second sentence of the same tokens") << "second" << QList{false, false};
    }
    void unchangedOnesStay() {
        QFETCH(QString, edit);
        QFETCH(QList<bool>, stay);
        std::mt19937 random(2);
        Session session = randomSession(random, {7, 3, 2, 2, 2});
        const Demand first{{{Stage::V, 0, 0, {}, 9, 9}}}, all = statisticsOf({{0, 0, 0}, {0, 1, 0}});
        Engine engine(eigen());
        const Frame before = engine.answer(session, all);
        if (edit == "W_q") session = *withCell(session, {Parameter::Wq, 0, 0}, 0, 0, 3);
        if (edit == "W_v") session = *withCell(session, {Parameter::Wv, 0, 0}, 0, 0, 3);
        if (edit == "X") session = withVector(session, 6, 2);
        if (edit == "tokens") session.text.tokens = Frozen<Tokens>(Tokens(*session.text.tokens));
        if (edit == "mask") changing(session)->options.mask.causal = true;
        if (edit == "second") session = *withSecondSentence(session, true);
        engine.answer(session, first);
        const Frame after = engine.answer(session, all);
        for (std::size_t h = 0; h < 2; ++h) QCOMPARE(after.statistics[h] == before.statistics[h], stay[int(h)]);
        QCOMPARE(difference(after, Engine(eigen()).answer(session, all)), std::string());
    }

    void whatDoesNotExistHasNone() {
        std::mt19937 random(3);
        const Session session = randomSession(random, {4, 3, 2, 2, 2});
        const Frame frame = Engine(eigen()).answer(session, statisticsOf({{0, 2, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}}));
        QCOMPARE(frame.statistics.size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i) QCOMPARE(bool(frame.statistics[i]), i == 3);
    }

    /// Answers statistics of another session than the one on the screen, and of a layer above.
    void ofOtherStatesAndLayers() {
        std::mt19937 random(4);
        const Session session = causalLayers(random, 2), other = withVector(session, 0, 1);
        Demand demand = statisticsOf({{1, 1, 0}, {1, 1, 1}});
        demand.others = {other};
        const Frame frame = Engine(eigen()).answer(session, demand);
        QCOMPARE(frame.statistics[0]->rows[5].values, answerOf(session, {1, 1, 0}).rows[5].values);
        QCOMPARE(frame.statistics[1]->rows[5].values, answerOf(other, {1, 1, 0}).rows[5].values);
        QVERIFY(frame.statistics[0]->rows[5].values != frame.statistics[1]->rows[5].values);
    }

    /// The file has names, full digits and quotes within quotes; a measure that is not defined is empty.
    void asCsv() {
        Session session = newSession(2, 1, 1, 1, 2);
        session.text.tokenizer = {"whitespace", ""};
        session = *withSentence(session, "a\"b x,y");
        changing(session)->allHeads[0][Parameter::Wq] = Matrix(Matrix::Zero(1, 1));
        changing(session)->options.mask.given = FrozenMatrix(matrixFrom("0 0; 1 1"));
        const auto head = std::make_shared<HeadStatistics>(answerOf(session, {}));
        const std::shared_ptr<const HeadStatistics> heads[] = {nullptr, head};
        const QStringList lines = QString::fromStdString(statisticsCsv(session, heads)).split('\n');
        QCOMPARE(lines,
                 (QStringList{
                     "layer,head,query,token,entropy_bits,effective_tokens,largest_weight,largest_key,"
                     "largest_key_token,on_first,on_itself,on_previous,on_next,on_equal_before,mean_distance,sum",
                     "1,1,1,\"a\"\"b\",,,,,,,,,,,,0", "1,1,2,\"x,y\",1,2,0.5,1,\"a\"\"b\",0.5,0.5,0.5,,,0.5,1", ""}));
    }

    /// An answer that is stopped anywhere has no statistics, and the next one is whole. Progress never goes back.
    void stopped() {
        std::mt19937 random(5);
        const Session session = randomSession(random, {900, 4, 2, 2, 2});
        const Demand demand = statisticsOf({{0, 0, 0}, {0, 1, 0}});
        const Frame fresh = Engine(eigen()).answer(session, demand);
        Engine engine(eigen());
        bool isStopped = true;
        int asked = 0;
        for (; isStopped; ++asked) {
            int left = asked;
            std::vector<double> told;
            const Watch watch = [&](double part) { return told.push_back(part), left-- > 0; };
            const Frame frame = engine.answer(session, demand, watch);
            QVERIFY(std::ranges::is_sorted(told));
            isStopped = frame.problem == "Cancelled";
            QCOMPARE(frame.statistics.empty(), isStopped);
            if (!isStopped) QCOMPARE(difference(frame, fresh), std::string());
        }
        QVERIFY2(asked >= 4, "each head is read in two strips");
    }
};

QTEST_APPLESS_MAIN(StatisticsTest)
#include "tst_statistics.moc"
