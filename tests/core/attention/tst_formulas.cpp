// The formulas: numbers that can be checked by hand, and the rules for special cases.
#include "attention/formulas.h"
#include "support/blocks.h"
#include "support/changing.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

MatrixD doubles(const char* text) { return matrixFrom(text).cast<double>(); }
Allowed allowedFrom(const char* text) { return matrixFrom(text).array() != 0.0F; }

bool same(const MatrixD& a, const MatrixD& b, double tolerance) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    for (Index i = 0; i < a.size(); ++i) {
        const double x = a.data()[i], y = b.data()[i];
        if (!(std::abs(x - y) <= tolerance || x == y || (std::isnan(x) && std::isnan(y)))) return false;
    }
    return true;
}

constexpr double kFewRoundings = 1e-15; // a handful of double roundings of numbers below 2

} // namespace

class FormulasTest : public QObject {
    Q_OBJECT

private slots:
    void projections() {
        const MatrixD x = doubles("1 2; 3 4");
        const FrozenMatrix w(matrixFrom("1 0 2; 0 1 1")), b(matrixFrom("10 20 30"));
        QVERIFY(same(projection(x, w, {}), doubles("1 2 4; 3 4 10"), 0));
        QVERIFY(same(projection(x, w, b), doubles("11 22 34; 13 24 40"), 0));
        QVERIFY(same(projection(x, {}, {}), x, 0));
    }

    void scoresAndFactor() {
        QVERIFY(same(scores(doubles("1 2; 3 4"), doubles("1 1; 0 1; 2 0")), doubles("3 2 2; 7 4 6"), 0));
        Options options;
        QCOMPARE(options.factor(4), 0.5);
        options.temperature = 2;
        QCOMPARE(options.factor(4), 0.25);
        options.scale = {Scale::Kind::Factor, 3};
        QCOMPARE(options.factor(4), 1.5);
        options.scale.kind = Scale::Kind::None;
        QCOMPARE(options.factor(4), 0.5);
    }

    /// The scale's factor is applied even if float32 has no such number, as PyTorch computes it in double:
    /// torch.tensor([1., 2.]) / 1e-41 of the scores 1e-40 and 2e-40.
    void noFactorIsCut() {
        Session session = bareSession(matrixFrom("1e-20; 2e-20"));
        changing(session)->options.temperature = 1e-41;
        const ReferenceTrace trace = reference(session);
        QVERIFY(same(trace(Stage::Scaled), MatrixD{{10.0, 20.0}, {20.0, 40.0}}, 1e-4)); // float32's 1e-20 is 5e-8 off
        QVERIFY(same(trace(Stage::Weights), MatrixD{{4.5398e-5, 0.9999546}, {2.0612e-9, 1.0}}, 1e-7));
        changing(session)->options.scale = {Scale::Kind::Factor, 0};
        QVERIFY(same(reference(session)(Stage::Scaled), MatrixD::Zero(2, 2), 0));
    }

    void masks() {
        Options options;
        options.mask.causal = true;
        QVERIFY(allowedCells(options.mask, 3, 2) == allowedFrom("1 0; 1 1; 1 1"));
        QVERIFY(allowedCells(options.mask, 2, 3) == allowedFrom("1 0 0; 1 1 0"));
        options.mask = maskOf(matrixFrom("0 1; 1 0"));
        QVERIFY(allowedCells(options.mask, 2, 2) == allowedFrom("0 1; 1 0"));
    }

    void softmax_data() {
        QTest::addColumn<QString>("scaled");
        QTest::addColumn<QString>("allowed");
        QTest::addColumn<QString>("weights");
        QTest::newRow("equal") << "2 2 2 2"
                               << "1 1 1 1"
                               << "1/4 1/4 1/4 1/4";
        QTest::newRow("one token") << "-7"
                                   << "1"
                                   << "1";
        QTest::newRow("masked") << "2 9 2"
                                << "1 0 1"
                                << "1/2 0 1/2";
        QTest::newRow("fully masked") << "2 9 2"
                                      << "0 0 0"
                                      << "0 0 0";
        QTest::newRow("huge") << "1e30 1e30 -1e30"
                              << "1 1 1"
                              << "1/2 1/2 0";
        QTest::newRow("all -1e30") << "-1e30 -1e30"
                                   << "1 1"
                                   << "1/2 1/2";
        QTest::newRow("-inf weighs nothing") << "3 -inf 3"
                                             << "1 1 1"
                                             << "1/2 0 1/2";
        QTest::newRow("all -inf") << "-inf -inf"
                                  << "1 1"
                                  << "0 0";
        QTest::newRow("NaN spoils its row") << "1 nan; 1 1"
                                            << "1 1; 1 1"
                                            << "nan nan; 1/2 1/2";
        QTest::newRow("+inf spoils its row") << "1 inf; 1 1"
                                             << "1 1; 1 1"
                                             << "nan nan; 1/2 1/2";
        QTest::newRow("masked NaN does not") << "1 nan 1; 1 inf 1"
                                             << "1 0 1; 1 0 1"
                                             << "1/2 0 1/2; 1/2 0 1/2";
        QTest::newRow("masked in a spoilt row") << "1 nan 1"
                                                << "1 1 0"
                                                << "nan nan 0";
    }
    void softmax() {
        QFETCH(QString, scaled);
        QFETCH(QString, allowed);
        QFETCH(QString, weights);
        const MatrixD w = softmaxWeights(doubles(qPrintable(scaled)), allowedFrom(qPrintable(allowed)));
        QVERIFY(same(w, doubles(qPrintable(weights)), kFewRoundings));
    }

    void softmaxOfTwo() {
        const MatrixD w = softmaxWeights(doubles("0 1"), allowedFrom("1 1"));
        QVERIFY(std::abs(w(0, 1) - 1 / (1 + std::exp(-1.0))) <= kFewRoundings);
    }

    void bySum_data() {
        QTest::addColumn<QString>("scaled");
        QTest::addColumn<QString>("allowed");
        QTest::addColumn<QString>("weights");
        QTest::newRow("plain") << "1 2 5"
                               << "1 1 1"
                               << "0.125 0.25 0.625";
        QTest::newRow("negative") << "-1 2 1"
                                  << "1 1 1"
                                  << "-0.5 1 0.5";
        QTest::newRow("masked") << "1 9 3"
                                << "1 0 1"
                                << "0.25 0 0.75";
        QTest::newRow("adds up to 0") << "1 -1"
                                      << "1 1"
                                      << "nan nan";
        QTest::newRow("not finite") << "1 -inf"
                                    << "1 1"
                                    << "nan nan";
        QTest::newRow("fully masked") << "1 2"
                                      << "0 0"
                                      << "0 0";
    }
    void bySum() {
        QFETCH(QString, scaled);
        QFETCH(QString, allowed);
        QFETCH(QString, weights);
        const MatrixD w = sumWeights(doubles(qPrintable(scaled)), allowedFrom(qPrintable(allowed)));
        QVERIFY(same(w, doubles(qPrintable(weights)), kFewRoundings));
    }

    /// Mode "after": each row divided by its sum gives the weights of mode "before".
    void masksAfter_data() {
        QTest::addColumn<QString>("scaled");
        QTest::addColumn<QString>("masked"); // with "1 0 1 0" allowed
        QTest::newRow("equal") << "2 2 2 2"
                               << "1/4 0 1/4 0";
        QTest::newRow("-inf weighs nothing") << "2 2 -inf -inf"
                                             << "1/2 0 0 0";
        QTest::newRow("hidden NaN") << "1 nan 1 1"
                                    << "nan 0 nan 0";
        QTest::newRow("a hidden score far above") << "1 1000 1 1"
                                                  << "0 0 0 0";
    }
    void masksAfter() {
        QFETCH(QString, scaled);
        QFETCH(QString, masked);
        const MatrixD all = doubles(qPrintable(scaled)), expected = doubles(qPrintable(masked));
        const Allowed allowed = allowedFrom("1 0 1 0");
        const MatrixD found = maskedWeights(all, allowed);
        QVERIFY(same(found, expected, kFewRoundings));
        if (found.sum() > 0) QVERIFY(same(found / found.sum(), softmaxWeights(all, allowed), kFewRoundings));
    }

    /// A layer's weights in mode "after" equal those of mode "before".
    void masksAfterInALayer() {
        Session session = bareSession(matrixFrom("1 0; 0 1; 30 200"));
        changing(session)->options.mask.causal = true;
        const MatrixD before = reference(session)(Stage::Weights);
        changing(session)->options.maskMode = MaskMode::After;
        const ReferenceTrace after = reference(session);
        QVERIFY(same(after(Stage::Weights), before, 0));
        QVERIFY(after(Stage::Masked)(0, 0) < 1e-6); // the third token, which is hidden, has nearly the whole weight
    }

    void contexts() {
        const MatrixD v = doubles("1 2; nan 4; 5 6");
        QVERIFY(same(context(doubles("0.5 0 0.5; 0 0 0"), v, allowedFrom("1 0 1; 0 0 0")), doubles("3 4; 0 0"), 0));
        const MatrixD spoilt = context(doubles("0.5 0.5 0"), v, allowedFrom("1 1 1"));
        QVERIFY(same(spoilt, MatrixD{{kNaN, 3.0}}, 0));
    }

    void wholeLayer() {
        Session session;
        session.text = textOf(matrixFrom("1 0; 0 1"));
        Layer layer;
        layer.allHeads.resize(1);
        layer.options.scale.kind = Scale::Kind::None;
        layer[Parameter::Wo] = matrixFrom("1; 1");
        layer[Parameter::Bo] = matrixFrom("0.5");
        session.layers.push_back(layer);
        const ReferenceTrace trace = reference(session);
        const double a = 1 / (1 + std::exp(-1.0)); // softmax of (1, 0)
        QVERIFY(same(trace(Stage::Weights, 0), MatrixD{{a, 1 - a}, {1 - a, a}}, kFewRoundings));
        QVERIFY(same(trace(Stage::Concat), MatrixD{{a, 1 - a}, {1 - a, a}}, kFewRoundings));
        QVERIFY(same(trace(Stage::Output), MatrixD{{1.5}, {1.5}}, kFewRoundings));
    }
};

QTEST_APPLESS_MAIN(FormulasTest)
#include "tst_formulas.moc"
