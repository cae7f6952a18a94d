// Tests rows of weights that have none, and why, for the program and the formulas alike.
#include "attention/stages.h"
#include "backend/reference/ReferenceBackend.h"
#include "engine/Engine.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/incremental.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr float kInf = 3e38F; // twice as much is infinite in float32, but not in double

/// Returns two tokens whose scores are [[2a, 2b], [0, 2]]: X is the identity, W_q holds a and b, W_k doubles.
Session ofScores(float a, float b) {
    Session session;
    session.text = textOf(Matrix::Identity(2, 2));
    Matrix wq(2, 2);
    wq << a, b, 0, 1;
    Layer layer;
    layer.allHeads.resize(1);
    layer.allHeads[0][Parameter::Wq] = std::move(wq);
    layer.allHeads[0][Parameter::Wk] = Matrix(2 * Matrix::Identity(2, 2));
    layer.allHeads[0][Parameter::Wv] = Matrix(Matrix::Identity(2, 2));
    layer.options.scale = {Scale::Kind::None, 1};
    session.layers.push_back(layer);
    return session;
}

Demand weightsOf(Stage stage, int pixels) {
    return {{{stage, 0, 0, {}, pixels, pixels}}, {CellRef{Stage::Weights, 0, 0, 0, 0}}};
}

} // namespace

class RowKindsTest : public QObject {
    Q_OBJECT

private slots:
    void aRowSaysWhyItHasNone_data() {
        QTest::addColumn<float>("a");
        QTest::addColumn<float>("b");
        QTest::addColumn<Normalisation>("normalisation");
        QTest::addColumn<bool>("isSecondHidden");
        QTest::addColumn<MaskMode>("mode");
        QTest::addColumn<RowKind>("kind");
        const auto soft = Normalisation::Softmax, sum = Normalisation::Sum;
        const auto before = MaskMode::Before, after = MaskMode::After;
        QTest::newRow("plain") << 1.F << 2.F << soft << false << before << RowKind::Plain;
        QTest::newRow("sum") << 1.F << 2.F << sum << false << before << RowKind::Plain;
        QTest::newRow("a sum of 0") << 1.F << -1.F << sum << false << before << RowKind::SumZero;
        QTest::newRow("what is hidden is not summed") << 1.F << -1.F << sum << true << before << RowKind::Plain;
        QTest::newRow("what is left is 0") << 0.F << 1.F << sum << true << before << RowKind::SumZero;
        QTest::newRow("infinity in a sum") << kInf << 1.F << sum << false << before << RowKind::SumNotFinite;
        QTest::newRow("infinity in a softmax") << kInf << 1.F << soft << false << before << RowKind::ScoreNotFinite;
        QTest::newRow("hidden infinity") << 1.F << kInf << soft << true << before << RowKind::Plain;
        QTest::newRow("hidden infinity, after") << 1.F << kInf << soft << true << after << RowKind::Plain;
        QTest::newRow("after") << 1.F << 2.F << soft << true << after << RowKind::Plain;
        QTest::newRow("far below a hidden one") << -1000.F << 1000.F << soft << true << after << RowKind::Plain;
        QTest::newRow("minus infinity alone") << -kInf << 0.F << soft << true << before << RowKind::AllMinusInf;
    }
    void aRowSaysWhyItHasNone() {
        QFETCH(float, a);
        QFETCH(float, b);
        QFETCH(Normalisation, normalisation);
        QFETCH(bool, isSecondHidden);
        QFETCH(MaskMode, mode);
        QFETCH(RowKind, kind);
        Session session = ofScores(a, b);
        Options options = session.layers[0].options;
        options.normalisation = normalisation;
        options.maskMode = mode;
        Matrix given = Matrix::Ones(2, 2);
        given(0, 1) = isSecondHidden ? 0 : 1;
        if (isSecondHidden || mode == MaskMode::After) options.mask.given = std::move(given);
        changing(session)->options = options;
        for (const bool isProgram : {true, false}) {
            if (!isProgram && std::max(std::abs(a), std::abs(b)) == kInf) continue;
            Engine engine(isProgram ? eigen() : std::make_unique<ReferenceBackend>());
            const char* backend = isProgram ? "program" : "formulas";
            const Frame frame = engine.answer(session, weightsOf(Stage::Weights, 100));
            QCOMPARE(frame.problem, std::string());
            const Tile& tile = *frame.tiles.at(0);
            QVERIFY2(tile.kindOf(0) == kind, backend);
            QVERIFY2(frame.explanations.at(0)->kind == kind, backend);
            QVERIFY(tile.kindOf(1) == RowKind::Plain);
            QCOMPARE(tile.oddRows.size(), std::size_t(kind == RowKind::Plain ? 0 : 1));
            QCOMPARE(std::isnan(tile.values(0, 0)), isNaN(kind));
            if (kind != RowKind::Plain && !isNaN(kind)) QCOMPARE(tile.values(0, 0), 0.F);
        }
    }

    /// 3e38 / 1e-10 and 5 / 1.3e-38 are beyond float32, so program and formulas have no weights.
    void aSumThatIsTooSmall_data() {
        QTest::addColumn<QString>("scores");
        QTest::newRow("for the largest score") << "3e38 -3e38 1e-10 0";
        QTest::newRow("only for the least score") << "-5 2.5 2.5 1.3e-38";
    }
    void aSumThatIsTooSmall() {
        QFETCH(QString, scores);
        Session session = ofScores(1, 1);
        session.text = textOf(Matrix::Identity(4, 4));
        Matrix wq = Matrix::Identity(4, 4);
        wq.row(0) = matrixFrom(scores.toStdString());
        changing(session)->allHeads[0][Parameter::Wq] = std::move(wq);
        for (const Parameter p : {Parameter::Wk, Parameter::Wv})
            changing(session)->allHeads[0][p] = Matrix(Matrix::Identity(4, 4));
        changing(session)->options.normalisation = Normalisation::Sum;
        for (const bool isProgram : {true, false}) {
            Engine engine(isProgram ? eigen() : std::make_unique<ReferenceBackend>());
            const Frame frame = engine.answer(session, weightsOf(Stage::Weights, 100));
            const Tile& tile = *frame.tiles.at(0);
            QVERIFY2(tile.kindOf(0) == RowKind::SumTooSmall, isProgram ? "program" : "formulas");
            for (Index key = 0; key < 4; ++key) QVERIFY(std::isnan(tile.values(0, key)));
            QVERIFY(tile.kindOf(1) == RowKind::Plain);
        }
    }

    void aRowWithoutAnAllowedKeyIsMasked() {
        Session session = ofScores(1, 2);
        Matrix given = Matrix::Ones(2, 2);
        given.row(1).setZero();
        changing(session)->options.mask.given = std::move(given);
        for (const MaskMode mode : {MaskMode::Before, MaskMode::After}) {
            changing(session)->options.maskMode = mode;
            Engine engine(eigen());
            const Frame frame = engine.answer(session, weightsOf(Stage::Weights, 100));
            const Tile& tile = *frame.tiles.at(0);
            QVERIFY(tile.kindOf(1) == RowKind::Masked && tile.kindOf(0) == RowKind::Plain);
            QVERIFY(tile.masked(1, 0) && tile.masked(1, 1));
            QCOMPARE(tile.values(1, 1), 0.F);
        }
    }

    /// Kinds of rows are kept if several rows share a pixel, and only rows in the region have them.
    void pooledTilesAndRegionsNameTheirRows() {
        Session session = ofScores(1, -1);
        changing(session)->options.normalisation = Normalisation::Sum;
        Engine engine(eigen());
        const Frame pooled = engine.answer(session, weightsOf(Stage::Weights, 1));
        QCOMPARE(pooled.tiles.at(0)->oddRows, (std::vector<Tile::OddRow>{{0, RowKind::SumZero}}));
        Demand lower = weightsOf(Stage::Weights, 100);
        lower.maps[0].region = {1, 0, 1, 2};
        QVERIFY(engine.answer(session, lower).tiles.at(0)->oddRows.empty());
    }

    /// Scores never have such rows; a row without weights has no dropped weights either.
    void onlyWeightsHaveSuchRows() {
        Session session = ofScores(1, -1);
        changing(session)->options.normalisation = Normalisation::Sum;
        changing(session)->options.dropout = Dropout{};
        Engine engine(eigen());
        for (const auto& [stage, count] : {std::pair{Stage::Scores, 0}, {Stage::Scaled, 0}, {Stage::Dropped, 1}})
            QCOMPARE(engine.answer(session, weightsOf(stage, 100)).tiles.at(0)->oddRows.size(), std::size_t(count));
    }
};

QTEST_APPLESS_MAIN(RowKindsTest)
#include "tst_rowKinds.moc"
