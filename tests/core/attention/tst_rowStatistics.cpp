// The statistics of a row of weights, and where they are not defined.
#include "attention/rowStatistics.h"
#include "support/blocks.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr Measure kMeasures[] = {Measure::Entropy, Measure::EffectiveTokens, Measure::Largest, Measure::OnFirst,
                                 Measure::OnSelf,  Measure::OnPrevious,      Measure::Sum};
static_assert(std::size(kMeasures) == static_cast<std::size_t>(Measure::End));

RowStatistics statistics(const char* weights, Index query, WeightKind kind = {}) {
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
        QTest::addColumn<bool>("isOneSentence");
        QTest::addColumn<QString>("expected"); // entropy, effective tokens, largest, on first, self, previous, sum
        QTest::addColumn<int>("largestAt");
        const auto row = [](const char* name, const char* weights, int query, bool isSoftmax, bool isOneSentence,
                            const char* expected, int largestAt) {
            QTest::newRow(name) << weights << query << isSoftmax << isOneSentence << expected << largestAt;
        };
        row("equal", ".25 .25 .25 .25", 2, true, true, "2 4 0.25 0.25 0.25 0.25 1", 0);
        row("one token", "0 0 1", 2, true, true, "0 1 1 0 1 0 1", 2);
        row("three", ".5 .125 .375", 1, true, true, "1.40564 2.64935 0.5 0.5 0.125 0.5 1", 0);
        row("the first query", "1 0", 0, true, true, "0 1 1 1 1 - 1", 0);
        row("two sentences", ".25 .75", 5, true, false, "0.811278 1.75477 0.75 0.25 - - 1", 1);
        row("all masked", "0 0 0", 1, true, true, "- - - - - - 0", -1);
        row("NaN", "nan 0 nan", 1, true, true, "- - - - - - -", -1);
        row("a share of a sum", "2 -1", 1, false, true, "- - - - - - 1", -1);
        row("no keys", "", 1, true, false, "- - - - - - 0", -1);
    }
    void ofARow() {
        QFETCH(QString, weights);
        QFETCH(int, query);
        QFETCH(bool, isSoftmax);
        QFETCH(bool, isOneSentence);
        const RowStatistics row = statistics(qPrintable(weights), query, {isSoftmax, isOneSentence});
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
