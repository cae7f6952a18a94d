// Tells why a row has no weights, from the summary of its scaled scores.
#include "attention/RowKind.h"

#include <QTest>

#include <limits>

using namespace headlight;

class RowKindTest : public QObject {
    Q_OBJECT

private slots:
    void kinds_data() {
        constexpr float inf = std::numeric_limits<float>::infinity();
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr auto Softmax = Normalisation::Softmax, Sum = Normalisation::Sum;
        QTest::addColumn<int>("expected");
        QTest::addColumn<bool>("isAny");
        QTest::addColumn<bool>("isNotFinite");
        QTest::addColumn<float>("max");
        QTest::addColumn<float>("min");
        QTest::addColumn<double>("sum");
        QTest::addColumn<int>("normalisation");
        const auto row = [](const char* name, RowKind kind, const RowStats& r, Normalisation normalisation) {
            QTest::newRow(name) << int(kind) << r.isAny << r.isNotFinite << r.max << r.min << r.sum
                                << int(normalisation);
        };
        row("weights", RowKind::Plain, {true, false, 2, -1, 1.05}, Softmax);
        row("one key", RowKind::Plain, {true, false, 2, 2, 1}, Softmax);
        row("beyond float32", RowKind::Plain, {true, false, inf, -1, 1}, Softmax);
        row("no key", RowKind::Masked, {false, false, -inf, inf, 0}, Softmax);
        row("-inf alone", RowKind::AllMinusInf, {true, false, -inf, inf, 0}, Softmax);
        row("NaN or +inf", RowKind::ScoreNotFinite, {true, true, 2, -1, nan}, Softmax);
        row("by sum", RowKind::Plain, {true, false, 2, -1, 1}, Sum);
        row("by sum, no key", RowKind::Masked, {false, false, -inf, inf, 0}, Sum);
        row("by sum, 0", RowKind::SumZero, {true, false, 1, -1, 0}, Sum);
        row("by sum, NaN or infinity", RowKind::SumNotFinite, {true, true, 1, -1, nan}, Sum);
        row("by sum, infinite", RowKind::SumNotFinite, {true, false, 1, 1, double(inf)}, Sum);
        row("by sum, a large weight", RowKind::SumTooSmall, {true, false, 1, -1, 1e-39}, Sum);
        row("by sum, a large negative weight", RowKind::SumTooSmall, {true, false, 0, -1, 1e-39}, Sum);
    }
    void kinds() {
        QFETCH(bool, isAny);
        QFETCH(bool, isNotFinite);
        QFETCH(float, max);
        QFETCH(float, min);
        QFETCH(double, sum);
        QFETCH(int, normalisation);
        const RowStats stats{isAny, isNotFinite, max, min, sum};
        QTEST(int(kindOf(stats, static_cast<Normalisation>(normalisation))), "expected");
    }
};

QTEST_APPLESS_MAIN(RowKindTest)
#include "tst_rowKind.moc"
