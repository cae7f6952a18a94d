// How the selected cell came to be, in the very numbers of the maps.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/incremental.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

class CellArithmeticTest : public QObject {
    Q_OBJECT

private slots:
    /// The selected cell's arithmetic is made of the very numbers of the maps.
    void cellArithmetic_data() {
        QTest::addColumn<int>("mask");
        QTest::addColumn<int>("normalisation");
        for (int mask = 0; mask < kMaskSorts; ++mask)
            for (int normalisation = 0; normalisation < 2; ++normalisation)
                QTest::addRow("mask %d, normalisation %d", mask, normalisation) << mask << normalisation;
    }
    void cellArithmetic() {
        QFETCH(int, mask);
        QFETCH(int, normalisation);
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 2, 3, 5});
        Options& options = session.layers[0].options;
        options.mask = maskOf(random, mask, 9, 9);
        options.normalisation = static_cast<Normalisation>(normalisation);
        options.temperature = 0.5;
        Engine engine(makeBackend(kDefaultBackend).value());
        const Trace trace = engine.trace(session, 0, {}).value();
        for (int query = 0; query < 9; ++query)
            for (int key = 0; key < 9; ++key) {
                const Frame frame = engine.answer(session, {{}, {CellRef{Stage::Weights, 0, 1, query, key}}});
                QVERIFY(frame.cells.at(0));
                const CellArithmetic& cell = *frame.cells[0];
                const auto row = [&](const Matrix& m, int r) {
                    return std::vector<float>(m.data() + r * m.cols(), m.data() + (r + 1) * m.cols());
                };
                QVERIFY(sameBits(cell.q, row(trace(Stage::Q, 1), query)));
                QVERIFY(sameBits(cell.k, row(trace(Stage::K, 1), key)));
                QVERIFY(sameBits(cell.v, row(trace(Stage::V, 1), key)));
                QVERIFY(sameBits(cell.score, trace(Stage::Scores, 1)(query, key)));
                QVERIFY(sameBits(cell.scaled, trace(Stage::Scaled, 1)(query, key)));
                QVERIFY(sameBits(cell.weight, trace(Stage::Weights, 1)(query, key)));
                QVERIFY(sameBits(cell.rowScaled, row(trace(Stage::Scaled, 1), query)));
                QVERIFY(sameBits(cell.rowWeights, row(trace(Stage::Weights, 1), query)));
                QVERIFY(sameBits(cell.context, row(trace(Stage::Context, 1), query)));
                QVERIFY(std::abs(cell.factor - 2 / std::sqrt(3.0)) < 1e-15);
                double sum = 0;
                float max = -INFINITY;
                for (std::size_t c = 0; c < 9; ++c)
                    if (!cell.rowMasked[c]) max = std::max(max, cell.rowScaled[c]);
                for (std::size_t c = 0; c < 9; ++c) {
                    const auto col = static_cast<Index>(c);
                    const bool masked = !options.mask.allows(query, col);
                    QCOMPARE(static_cast<bool>(cell.rowMasked[c]), masked);
                    if (masked) continue;
                    const double s = cell.rowScaled[c];
                    sum += normalisation ? s : std::exp(s - static_cast<double>(max));
                }
                QCOMPARE(cell.masked, static_cast<bool>(cell.rowMasked[static_cast<std::size_t>(key)]));
                if (std::isinf(max)) continue; // all masked
                QCOMPARE(cell.rowMax, max);
                // One ulp of exp per term (2^-23 of it), at most 9 terms of at most 1.
                QVERIFY(std::abs(cell.rowSum - sum) <= 9 * 0x1p-22);
            }
    }

    /// What goes into the context in the weight's place; without dropout there is no such number.
    void theDroppedWeight() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 2, 3, 5});
        Engine engine(makeBackend(kDefaultBackend).value());
        const Demand demand{{}, {CellRef{Stage::Weights, 0, 1, 2, 3}}};
        QVERIFY(!engine.answer(session, demand).cells.at(0)->dropped);
        session.layers[0].options.dropout = Dropout{0.75, 5};
        const Trace trace = engine.trace(session, 0, {}).value();
        int kept = 0;
        for (int key = 0; key < 9; ++key) {
            const auto cell = engine.answer(session, {{}, {CellRef{Stage::Weights, 0, 1, 2, key}}}).cells.at(0);
            QVERIFY(cell->dropped && sameBits(*cell->dropped, trace(Stage::Dropped, 1)(2, key)));
            QVERIFY(*cell->dropped == 0 || *cell->dropped == cell->weight * 4);
            kept += *cell->dropped != 0 ? 1 : 0;
        }
        QVERIFY(kept > 0 && kept < 9);
    }

    /// The factor is a double: it may move where no float of the maps does.
    void theFactorIsThatOfTheSession() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 2, 3, 5});
        Engine engine(makeBackend(kDefaultBackend).value());
        const Demand demand{{}, {CellRef{Stage::Weights, 0, 1, 2, 3}}};
        const auto before = engine.answer(session, demand).cells.at(0);
        QCOMPARE(engine.answer(session, demand).cells.at(0), before); // the very same
        session.layers[0].options.temperature = 1 + 1e-12;
        const auto now = engine.answer(session, demand).cells.at(0);
        QVERIFY(now->factor != before->factor && sameBits(now->scaled, before->scaled));
    }

    /// Each what it is alone, in whatever order; one that was there before is the very same; one that is not is null.
    void severalAtOnce() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 2, 3, 4});
        session.layers[0][Parameter::Wo] = randomMatrix(random, 8, 4);
        session.layers.push_back(session.layers[0]);
        const std::vector<CellDemand> cells{CellRef{Stage::Weights, 1, 0, 2, 3}, CellRef{Stage::Weights, 0, 1, 8, 0},
                                            CellRef{Stage::Weights, 0, 1, 9, 0}, CellRef{Stage::Weights, 0, 1, 8, 1},
                                            CellRef{Stage::Weights, 1, 0, 2, 3}};
        Engine engine(makeBackend(kDefaultBackend).value());
        const Demand demand{scoresAndWeights(2, 20).maps, cells};
        const Frame frame = engine.answer(session, demand);
        QCOMPARE(frame.cells.size(), cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto alone =
                Engine(makeBackend(kDefaultBackend).value()).answer(session, {{}, {cells[i]}}).cells.at(0);
            QCOMPARE(bool(frame.cells[i]), i != 2);
            QCOMPARE(bool(alone), i != 2);
            if (alone) QCOMPARE(difference(*frame.cells[i], *alone), std::string());
        }
        const Frame others = engine.answer(session, {{}, {cells[3], CellRef{Stage::Weights, 0, 0, 0, 0}, cells[0]}});
        QVERIFY(others.cells.at(0) == frame.cells[3] && others.cells.at(2) == frame.cells[0]);
        session = withCell(session, {Parameter::Wq, 1, 0}, 0, 0, 7).value(); // the second layer's alone
        const Frame edited = engine.answer(session, {{}, {cells[3], cells[0]}});
        QVERIFY(edited.cells.at(0) == frame.cells[3] && edited.cells.at(1) != frame.cells[0]);
    }
};

QTEST_APPLESS_MAIN(CellArithmeticTest)
#include "tst_cellArithmetic.moc"
