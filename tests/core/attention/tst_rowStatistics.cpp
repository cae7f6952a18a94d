// The statistics of a row of weights, and where they are not defined.
#include "attention/rowStatistics.h"
#include "support/blocks.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr Measure kMeasures[] = {
    Measure::Entropy,    Measure::EffectiveTokens, Measure::Largest, Measure::OnFirst,  Measure::OnSelf,
    Measure::OnPrevious, Measure::OnNext,          Measure::OnEqual, Measure::Distance, Measure::Sum};
static_assert(std::size(kMeasures) == static_cast<std::size_t>(Measure::End));

constexpr int kIds[] = {0, 1, 2, 3};

RowStatistics statistics(const char* weights, Index query, WeightKind kind = {true, kIds}) {
    const Matrix row = matrixFrom(weights);
    return rowStatistics({row.data(), static_cast<std::size_t>(row.size())}, query, kind);
}

/// Returns "2 4 0.25 ..." in the order of the measures; "-": not defined.
QString text(const RowStatistics& row) {
    QStringList all;
    for (const Measure m : kMeasures) all << (row[m] ? QString::number(*row[m], 'g', 6) : QStringLiteral("-"));
    return all.join(' ');
}

} // namespace

class RowStatisticsTest : public QObject {
    Q_OBJECT

private slots:
    void ofARow_data() {
        QTest::addColumn<QString>("weights");
        QTest::addColumn<int>("query");
        QTest::addColumn<bool>("isSoftmax");
        QTest::addColumn<std::vector<int>>("ids"); // none: two sentences
        // entropy, effective tokens, largest, on first, self, previous, next, equal, distance, sum
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("largestAt");
        const auto row = [](const char* name, const char* weights, int query, bool isSoftmax, std::vector<int> ids,
                            const char* expected, int largestAt) {
            QTest::newRow(name) << weights << query << isSoftmax << ids << expected << largestAt;
        };
        const std::vector<int> distinct{0, 1, 2}, none;
        row("equal", ".25 .25 .25 .25", 2, true, {5, 3, 5, 5}, "2 4 0.25 0.25 0.25 0.25 0.25 0.25 1 1", 0);
        row("one token", "0 0 1", 2, true, distinct, "0 1 1 0 1 0 - - 0 1", 2);
        row("three", ".5 .125 .375", 1, true, distinct, "1.40564 2.64935 0.5 0.5 0.125 0.5 0.375 - 0.875 1", 0);
        row("two earlier ones", ".5 .125 .375", 2, true, {4, 4, 4},
            "1.40564 2.64935 0.5 0.5 0.375 0.125 - 0.625 1.125 1", 0);
        row("the first query", "1 0", 0, true, {1, 1}, "0 1 1 1 1 - 0 - 0 1", 0);
        row("two sentences", ".25 .75", 5, true, none, "0.811278 1.75477 0.75 0.25 - - - - - 1", 1);
        row("all masked", "0 0 0", 1, true, distinct, "- - - - - - - - - 0", -1);
        row("NaN", "nan 0 nan", 1, true, distinct, "- - - - - - - - - -", -1);
        row("a share of a sum", "2 -1", 1, false, distinct, "- - - - - - - - - 1", -1);
        row("no keys", "", 1, true, none, "- - - - - - - - - 0", -1);
    }
    void ofARow() {
        QFETCH(QString, weights);
        QFETCH(int, query);
        QFETCH(bool, isSoftmax);
        QFETCH(std::vector<int>, ids);
        const RowStatistics row = statistics(qPrintable(weights), query, {isSoftmax, ids});
        QTEST(text(row), "expected");
        QTEST(static_cast<int>(row.largestAt), "largestAt");
    }

    /// Means are over the rows that have the measure. For effective tokens it is the mean of 2^entropy, not 2 to the
    /// mean entropy.
    void means() {
        const RowStatistics rows[] = {statistics("1 0 0 0", 0), statistics(".25 .25 .25 .25", 1),
                                      statistics("0 0 0 0", 2), statistics("nan 0 0 0", 3)};
        QCOMPARE(meanOf(Measure::Entropy, rows).mean, 1.0);
        QCOMPARE(meanOf(Measure::EffectiveTokens, rows).mean, 2.5);
        QCOMPARE(meanOf(Measure::EffectiveTokens, rows).rows, Index{2});
        QCOMPARE(meanOf(Measure::OnPrevious, rows).rows, Index{1});
        QCOMPARE(meanOf(Measure::Sum, rows).rows, Index{3});
        QVERIFY(std::isnan(meanOf(Measure::Largest, std::span(rows).last(2)).mean));
    }
};

QTEST_APPLESS_MAIN(RowStatisticsTest)
#include "tst_rowStatistics.moc"
