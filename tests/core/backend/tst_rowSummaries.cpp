// Tests the summary of a row: replacing the terms of one key gives the same as summing the row again.
#include "backend/cpu/RowSummaries.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/targets.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;
using Kind = RowSummaries::Kind;

namespace {

RowSummaries summaryOf(const Matrix& scores, const ScoreRule& rule) {
    AllowedKeys allowed;
    allowed.take(rule.mask, scores.rows(), scores.cols());
    RowSummaries summaries;
    std::vector<float> scratch;
    summaries.resize(scores.rows());
    for (Index row = 0; row < scores.rows(); ++row)
        summaries.summarise(row, scores.row(row).data(), allowed, rule, false, scratch);
    return summaries;
}

/// Returns nothing, or names what differs between row i of a and row j of b.
std::string difference(const RowSummaries& a, Index i, const RowSummaries& b, Index j) {
    if (a.kind(i) != b.kind(j)) return "kind";
    if (!sameBits(a.top(i), b.top(j)) || !sameBits(a.bottom(i), b.bottom(j))) return "top or bottom";
    if (!sameBits(a.inverse(i), b.inverse(j))) return "inverse";
    if (a.sum(i) != b.sum(j) && !std::isnan(a.sum(i))) return "sum";
    if (!sameBits(a.low(i), b.low(j)) || !sameBits(a.high(i), b.high(j))) return "extremes";
    const kernels::RowRange &x = a.range(i), &y = b.range(j);
    return x.low == y.low && x.high == y.high && x.finite == y.finite ? "" : "range";
}

} // namespace

class RowSummariesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    void kinds_data() {
        QTest::addColumn<QString>("scores");
        QTest::addColumn<QString>("given"); // empty: no mask
        QTest::addColumn<float>("factor");
        QTest::addColumn<bool>("isSum");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* name, const char* scores, const char* given, float factor, bool isSum,
                            Kind kind) {
            QTest::newRow(name) << QString(scores) << QString(given) << factor << isSum << static_cast<int>(kind);
        };
        row("plain", "1 2 3", "", 1, false, Kind::Plain);
        row("nothing allowed", "1 2 3", "0 0 0", 1, false, Kind::Masked);
        row("no keys", "", "", 1, false, Kind::Masked);
        row("only -inf", "-inf -inf", "", 1, false, Kind::AllMinusInf);
        row("-inf beside a number", "-inf 1", "", 1, false, Kind::Plain);
        row("+inf", "inf 1", "", 1, false, Kind::ScoreNotFinite);
        row("+inf that is negated", "inf 1", "", -1, false, Kind::Plain);
        row("-inf that is negated", "-inf 1", "", -1, false, Kind::ScoreNotFinite);
        row("infinity times 0", "inf 1", "", 0, false, Kind::ScoreNotFinite);
        row("NaN", "nan 1", "", 1, false, Kind::ScoreNotFinite);
        row("masked NaN", "nan 1", "0 1", 1, false, Kind::Plain);
        row("allowed -inf alone", "-inf 1", "1 0", 1, false, Kind::AllMinusInf);
        row("sum", "1 2 3", "", 1, true, Kind::Plain);
        row("sum of 0", "1 -1", "", 1, true, Kind::SumZero);
        row("masked sum of 0", "1 -1 2", "1 1 0", 1, true, Kind::SumZero);
        row("sum with infinity", "1 inf", "", 1, true, Kind::SumNotFinite);
        row("weight too large", "3e38 -3e38 1e-10", "", 1, true, Kind::SumTooSmall);
        row("only the least is too large", "-5 2.5 2.5 1.3e-38", "", 1, true, Kind::SumTooSmall);
        row("none is too large", "-4 2 2 1.3e-38", "", 1, true, Kind::Plain);
    }
    void kinds() {
        QFETCH(QString, scores);
        QFETCH(QString, given);
        QFETCH(float, factor);
        QFETCH(bool, isSum);
        QFETCH(int, kind);
        const Matrix row = scores.isEmpty() ? Matrix(1, 0) : matrixFrom(scores.toStdString());
        ScoreRule rule;
        rule.factor = static_cast<double>(factor);
        rule.normalisation = isSum ? Normalisation::Sum : Normalisation::Softmax;
        if (!given.isEmpty()) rule.mask = maskOf(FrozenMatrix(matrixFrom(given.toStdString())));
        const RowSummaries summary = summaryOf(row, rule);
        QCOMPARE(static_cast<int>(summary.kind(0)), kind);
        const Kind found = summary.kind(0);
        if (found == Kind::Masked || found == Kind::AllMinusInf || isNaN(found)) return; // these have no extremes
        float max = -std::numeric_limits<float>::infinity(), min = -max;
        for (Index key = 0; key < row.cols(); ++key) {
            if (!rule.mask.allows(0, key) || !std::isfinite(row(0, key))) continue;
            max = std::max(max, row(0, key) * factor);
            min = std::min(min, row(0, key) * factor);
        }
        QCOMPARE(summary.top(0) * factor, max);
        QCOMPARE(summary.bottom(0) * factor, min);
    }

    void extremes_data() {
        QTest::addColumn<float>("factor");
        QTest::addColumn<float>("top");
        QTest::addColumn<float>("bottom");
        QTest::newRow("as they are") << 2.0F << 3.0F << -1.0F;
        QTest::newRow("negated") << -2.0F << -1.0F << 3.0F;
    }
    void extremes() {
        QFETCH(float, factor);
        QFETCH(float, top);
        QFETCH(float, bottom);
        ScoreRule rule;
        rule.factor = static_cast<double>(factor);
        rule.mask = maskOf(FrozenMatrix(matrixFrom("1 1 1 0")));
        const RowSummaries summary = summaryOf(matrixFrom("3 0 -1 9"), rule);
        QCOMPARE(summary.top(0), top);
        QCOMPARE(summary.bottom(0), bottom);
        QCOMPARE(summary.range(0).high, 9.0F); // of all scores
        QCOMPARE(summary.high(0), 3.0F);       // of the allowed ones
        // Each exponential is within an ulp, and a term is off by 2^-47 at most.
        double sum = 0;
        for (const double score : {3.0, 0.0, -1.0}) sum += std::exp((score - double(top)) * double(factor));
        QVERIFY(std::abs(summary.sum(0) - sum) <= 3 * (0x1p-23 + 0x1p-47));
        QVERIFY(summary.inverse(0) == static_cast<float>(1 / summary.sum(0)));
    }

    /// When columns change, rows that are not marked equal those that are summarised again.
    void replacingEqualsSummarising_data() {
        QTest::addColumn<int>("mask");
        QTest::addColumn<float>("factor");
        for (int mask = 0; mask < kMaskSorts; ++mask)
            for (const float factor : {0.6F, -0.6F})
                QTest::addRow("mask %d, %g", mask, double(factor)) << mask << factor;
    }
    void replacingEqualsSummarising() {
        QFETCH(int, mask);
        QFETCH(float, factor);
        std::mt19937 random(static_cast<unsigned>(mask));
        constexpr Index kRows = 23, kKeys = 30;
        ScoreRule rule;
        rule.factor = static_cast<double>(factor);
        rule.mask = maskOf(random, mask, kRows, kKeys);
        Matrix scores = randomMatrix(random, kRows, kKeys, 3);
        AllowedKeys allowed;
        allowed.take(rule.mask, kRows, kKeys);
        std::vector<float> scratch;
        RowSummaries summaries = summaryOf(scores, rule);
        int replaced = 0, marked = 0;
        for (int step = 0; step < 100; ++step) {
            const auto key = static_cast<Index>(random() % kKeys);
            const Matrix before = scores.col(key), after = randomMatrix(random, kRows, 1, step % 10 == 9 ? 4.0F : 2.5F);
            scores.col(key) = after;
            summaries.replaceKey(key, kRows, before.data(), after.data(), rule);
            const RowSummaries fresh = summaryOf(scores, rule);
            for (Index row = 0; row < kRows; ++row) {
                if (summaries.isMarked(row)) {
                    ++marked;
                    summaries.summarise(row, scores.row(row).data(), allowed, rule, false, scratch);
                    QVERIFY(!summaries.isMarked(row));
                } else {
                    ++replaced;
                    summaries.updateSum(row);
                }
                QCOMPARE(difference(summaries, row, fresh, row), std::string());
            }
        }
        QVERIFY(replaced > marked && marked > 0);
    }

    void rowsMove() {
        std::mt19937 random(9);
        const RowSummaries before = summaryOf(randomMatrix(random, 6, 5), {});
        RowSummaries summaries = before;
        summaries.mark(2);
        summaries.move({{0, -1, 2, 3, 5}, 6});
        QCOMPARE(summaries.rows(), Index{5});
        for (const auto& [now, from] : {std::pair<Index, Index>(0, 0), {2, 2}, {3, 3}, {4, 5}}) {
            QCOMPARE(difference(summaries, now, before, from), std::string());
            QCOMPARE(summaries.isMarked(now), from == 2);
        }
    }
};

QTEST_APPLESS_MAIN(RowSummariesTest)
#include "tst_rowSummaries.moc"
