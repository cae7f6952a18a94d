// Tints show how much an entry moves the selected number: they equal finite differences of the formulas in double,
// through all layers.
#include "attention/formulas.h"
#include "panels/parameters/movers.h"
#include "session/edits.h"
#include "support/bench.h"
#include "support/givenStages.h"
#include "support/incremental.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

class MoversTest : public QObject {
    Q_OBJECT

private slots:
    /// A given number moves the weights, too, but at which rate is not computed: that nothing moves them would be
    /// wrong.
    void ofGivenStagesThereAreNone() {
        const std::vector<GivenOfHead> qk{
            {{Parameter::GivenQ, Matrix::Ones(2, 3)}, {Parameter::GivenK, Matrix::Ones(2, 3)}}};
        for (const auto& given : {qk, std::vector<GivenOfHead>{{{Parameter::GivenScores, Matrix::Ones(2, 2)}}}})
            QCOMPARE(whyNoSensitivity({Stage::Weights, 0, 0, 0, 0}, givenSession("a b", given)),
                     QString("Not shown for a layer that starts with given numbers."));
        QCOMPARE(whyNoSensitivity({Stage::Q, 0, 0, 0, 0}, givenSession("a b", qk)), // no number has one there
                 QString("Select a score or a weight to see which numbers move it."));
    }

    void areTheDerivatives_data() {
        QTest::addColumn<int>("layer");
        QTest::addColumn<bool>("hasSource");
        QTest::addColumn<int>("tinted");
        QTest::newRow("layer 1") << 0 << false << 3; // W_q, W_k, X
        QTest::newRow("layer 2") << 1 << false << 2;
        QTest::newRow("layer 1, two sentences") << 0 << true << 4;
        QTest::newRow("layer 2, two sentences") << 1 << true << 2;
        QTest::newRow("layer 3, two sentences") << 2 << true << 2;
    }
    void areTheDerivatives() {
        QFETCH(int, layer);
        QFETCH(bool, hasSource);
        QFETCH(int, tinted);
        Session session = shoesSession();
        if (hasSource) session = *withSecondSentence(session, true);
        while (static_cast<int>(session.layers.size()) <= 2) session = *withLayerAdded(session);
        const CellRef cell{Stage::Weights, layer, 1, 1, 2};
        Engine engine(eigen());
        const auto found = engine.answer(session, {{}, {}, {}, {{cell, 0}}}).sensitivities.at(0);
        QVERIFY(found);
        const auto weight = [&](const Session& of) { return reference(of, layer)(Stage::Weights, 1)(1, 2); };
        int known = 0;
        for (const Parameter p : {Parameter::Wq, Parameter::Wk, Parameter::X, Parameter::Xkv})
            for (int l = 0; l < (areEmbeddings(p) ? 1 : 3); ++l) {
                const ParameterRef ref{p, l, areEmbeddings(p) ? 0 : 1};
                const FrozenMatrix moves = moversIn(ref, *found, cell, session);
                if (!moves) continue;
                ++known;
                const float max = moves->cwiseAbs().maxCoeff();
                for (Index row = 0; row < moves->rows(); ++row)
                    for (Index col = 0; col < moves->cols(); ++col) {
                        constexpr float kStep = 0x1p-8F;
                        const float value = (*matrixOf(session, ref))(row, col);
                        const auto at = [&](float to) {
                            return weight(*withCell(session, ref, int(row), int(col), to));
                        };
                        const double slope = (at(value + kStep) - at(value - kStep)) / (2.0 * double(kStep));
                        QVERIFY2(std::abs(slope - double((*moves)(row, col))) <= 2e-3 * double(max),
                                 qPrintable(QString("%1 of layer %2, [%3, %4]: %5, is %6")
                                                .arg(symbolOf(p))
                                                .arg(l + 1)
                                                .arg(row)
                                                .arg(col)
                                                .arg(slope)
                                                .arg(double((*moves)(row, col)))));
                    }
            }
        QCOMPARE(known, tinted);
    }
};

QTEST_GUILESS_MAIN(MoversTest)
#include "tst_movers.moc"
