// Tests CheckedBackend, which compares two backends, and the backend of formulas.
#include "backend/backends.h"
#include "backend/checked/CheckedBackend.h"
#include "backend/reference/ReferenceBackend.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/FailingBackend.h"
#include "support/RandomEdits.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/innerUpdate.h"

#include <QTest>

#include <deque>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Adds 0.5 to the first value that is read of the stage.
class Wrong : public Backend {
public:
    explicit Wrong(Stage stage) : stage_(stage) {}
    std::string description() const override { return "Wrong"; }
    std::unique_ptr<BackendLayer> makeLayer() override {
        struct WrongLayer : BackendLayer {
            std::unique_ptr<BackendLayer> inner = makeBackend(kDefaultBackend).value()->makeLayer();
            Stage stage{};
            Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                            const Watch& watch) override {
                const auto done = inner->run(innerUpdate(update, &WrongLayer::inner), reads, answers, watch);
                for (std::size_t i = 0; i < reads.size(); ++i)
                    if (reads[i].stage == stage && answers[i].values.size() > 0) answers[i].values(0, 0) += 0.5F;
                return done;
            }
        };
        auto layer = std::make_unique<WrongLayer>();
        layer->stage = stage_;
        return layer;
    }
    double scoresBytes(Index queries, Index keys) const override { return double(queries * keys); }
    double memory() const override { return 1e9; }

private:
    Stage stage_;
};

std::unique_ptr<Backend> checkedWrong(Stage stage) {
    return std::make_unique<CheckedBackend>(std::make_unique<Wrong>(stage), std::make_unique<ReferenceBackend>());
}

/// Returns a first update that computes everything of the first layer.
LayerUpdate firstUpdate(const Session& session) {
    const Layer& layer = session.layers[0];
    LayerUpdate update;
    update.weights = weightsOf(layer);
    update.rule = ruleOf(layer.options, sizesOf(session));
    update.program = programOf(session, 0);
    update.queries.rows = update.keys.rows = FrozenMatrix(tokenVectors(session.text));
    update.heads.resize(update.weights->heads.size());
    for (const StageInfo& info : stages())
        for (HeadUpdate& head : update.heads) update.rows[info.stage] = head.rows[info.stage] = IndexSet::every();
    return update;
}

double largestIn(const std::string& remark) { return std::stod(remark.substr(remark.rfind(' '))); }

Session twoLayers() {
    std::mt19937 random(3);
    Session session = randomSession(random, {6, 4, 2, 2, 2});
    session.layers.push_back(session.layers[0]);
    changing(session)->options.mask = causalMask();
    changing(session)->residual = true;
    return session;
}

} // namespace

class CheckedTest : public QObject {
    Q_OBJECT

private slots:
    /// Every stage of every layer has a remark, and no stage is further off than rounding.
    void everyStageIsCompared() {
        Engine engine(makeBackend("checked").value());
        const Session session = twoLayers();
        QVERIFY(engine.traces(session, 0, 1, {}).ok());
        const auto remarks = engine.remarks();
        std::size_t stagesThere = 0;
        for (int layer = 0; layer < 2; ++layer)
            for (const StageInfo& info : stages()) stagesThere += hasStage(info.stage, session, layer);
        QCOMPARE(remarks.size(), stagesThere);
        QVERIFY(remarks.front().starts_with("layer1.X"));
        QVERIFY(remarks.back().starts_with("layer2.product"));
        for (const std::string& remark : remarks) QVERIFY2(largestIn(remark) < 1e-5, remark.c_str());
    }

    void theWorstIsNamed() {
        Engine engine(checkedWrong(Stage::Weights));
        Session session = twoLayers();
        session.layers.erase(1);
        QVERIFY(engine.traces(session, 0, 0, {}).ok());
        for (const std::string& remark : engine.remarks())
            QCOMPARE(largestIn(remark) > 0.4, remark.starts_with("weights "));
    }

    /// One pixel stands for two cells of nearly opposite values; either may be the larger one. Their floats differ by
    /// one rounding from the formulas, although the pixels are 8 apart.
    void rowsAreComparedNotPixels_data() {
        QTest::addColumn<int>("pixels");
        QTest::newRow("exact") << 2;
        QTest::newRow("of largest magnitude") << 1;
    }
    void rowsAreComparedNotPixels() {
        QFETCH(int, pixels);
        Matrix x = matrixFrom("1 1 1; 4 0 0; -4 0 0"); // scores of the first token: 4 and -4 - 2^-21
        x(2, 1) = x(2, 2) = -0x1p-22F;                 // each is lost in a sum of floats
        Demand demand;
        demand.maps = {{Stage::Scores, 0, 0, {0, 1, 1, 2}, pixels, 1, Pooling::LargestMagnitude}};
        Engine engine(makeBackend("checked").value());
        const Frame frame = engine.answer(bareSession(x), demand);
        QCOMPARE(frame.tiles.at(0)->values(0, pixels - 1), pixels == 1 ? 4.0F : -4.0F);
        QCOMPARE(engine.remarks().size(), std::size_t{1});
        QCOMPARE(largestIn(engine.remarks()[0]), 4.8e-7); // 2^-21 with two digits, rounded up
    }

    /// Answers are valid when both backends have finished; nothing is compared of a frame that is stopped.
    void comparesWhenBothHaveFinished() {
        const LayerUpdate update = firstUpdate(twoLayers());
        const Read read{Read::What::Tile, Stage::Weights, 1, {0, 0, 6, 6, 3, 3}, {}};
        CheckedBackend checked(makeBackend(kDefaultBackend).value(), std::make_unique<ReferenceBackend>());
        std::vector<std::unique_ptr<BackendLayer>> layers;
        std::deque<Answer> answers;
        const auto runNewLayer = [&](const Watch& watch) {
            layers.push_back(checked.makeLayer());
            return layers.back()->run(update, {&read, 1}, {&answers.emplace_back(), 1}, watch).value();
        };
        QVERIFY(runNewLayer({}) == Ran::Done);
        QVERIFY(runNewLayer([](double) { return false; }) == Ran::Stopped);
        QVERIFY(checked.finish({}).value() == Ran::Done);
        QVERIFY(checked.remarks().empty());
        QVERIFY(runNewLayer({}) == Ran::Done);
        QVERIFY(checked.remarks().empty());
        QVERIFY(checked.finish({}).value() == Ran::Done);
        QCOMPARE(checked.remarks().size(), std::size_t{1});
        QVERIFY(checked.remarks()[0].starts_with("weights "));
    }

    /// A frame that is stopped has moved tokens, which no later one says again.
    void aStoppedFrameMovesTokens() {
        const Session session = *withSentence(newSession(1, 3, 2, 2, 2), "a b c d"),
                      fewer = *withSentence(session, "a d");
        Engine engine(makeBackend("checked").value());
        engine.answer(session, everything(session));
        engine.answer(fewer, everything(fewer), [](double) { return false; });
        engine.answer(fewer, everything(fewer));
        QVERIFY(!engine.remarks().empty());
        for (const std::string& remark : engine.remarks()) QVERIFY2(largestIn(remark) < 1e-5, remark.c_str());
    }

    /// An exception ends the frame: the reads of layers before it are dropped, since the places of their answers may be
    /// gone. The second row of data shows it under AddressSanitizer, too.
    void anExceptionGivesTheFrameUp_data() {
        QTest::addColumn<bool>("runThrows");
        QTest::newRow("in a layer") << true;
        QTest::newRow("between two layers, which are destroyed") << false;
    }
    void anExceptionGivesTheFrameUp() {
        QFETCH(bool, runThrows);
        const auto failure = std::make_shared<Failure>();
        CheckedBackend checked(std::make_unique<FailingBackend>(failure), std::make_unique<ReferenceBackend>());
        const LayerUpdate update = firstUpdate(twoLayers());
        const Read read{Read::What::Tile, Stage::Weights, 1, {0, 0, 6, 6, 3, 3}, {}};
        Answer given, wanted;
        auto first = checked.makeLayer(), second = checked.makeLayer();
        QVERIFY(first->run(update, {&read, 1}, {&given, 1}, {}).value() == Ran::Done);
        failure->at = failure->calls + 1;
        const auto run = [&] { static_cast<void>(second->run(update, {}, {}, {})); };
        if (runThrows) QVERIFY_EXCEPTION_THROWN(run(), std::runtime_error);
        if (!runThrows) first.reset();
        failure->at = 0;
        QVERIFY(checked.makeLayer()->run(update, {&read, 1}, {&wanted, 1}, {}).value() == Ran::Done);
        QVERIFY(checked.finish({}).value() == Ran::Done);
        QCOMPARE(given.values.size(), Index{0});
    }

    /// The engine tries again at once if there was no memory, and in the next answer after an error.
    void theEngineGetsOverAnException_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("no memory") << int(Failure::Kind::NoMemory);
        QTest::newRow("an error") << int(Failure::Kind::Error);
    }
    void theEngineGetsOverAnException() {
        QFETCH(int, kind);
        const Session session = twoLayers();
        Demand demand;
        for (const int layer : {0, 1}) demand.maps.push_back({Stage::Weights, layer, 0, {}, 6, 6});
        const auto failure = std::make_shared<Failure>();
        failure->kind = static_cast<Failure::Kind>(kind);
        failure->at = 4; // after both layers were made, and the first has run
        Engine engine(std::make_unique<CheckedBackend>(std::make_unique<FailingBackend>(failure),
                                                       std::make_unique<ReferenceBackend>()));
        const Frame once = engine.answer(session, demand);
        QCOMPARE(once.problem.empty(), failure->kind == Failure::Kind::NoMemory);
        QVERIFY(failure->calls >= 4);
        const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(session, demand);
        QCOMPARE(difference(engine.answer(session, demand), fresh), std::string());
    }

    /// The frames of "checked:cpu" are those of cpu alone, whatever is edited.
    void theAnswersAreThoseOfTheChecked() {
        RandomEdits edits(8);
        Engine engine(makeBackend("checked:cpu").value());
        for (int step = 0; step < 60; ++step) {
            const Frame frame = engine.answer(edits.session, edits.demand);
            const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
            QCOMPARE(difference(frame, fresh), std::string());
            edits.step();
        }
        QVERIFY(!engine.remarks().empty());
    }

    /// A cell of a difference is masked if either of the two masks hides it, and then it is not compared.
    void differencesAreCompared() {
        Session session = twoLayers(), before = session;
        changing(before)->options.mask.window = 2;
        Demand demand;
        for (const Stage stage : {Stage::Scaled, Stage::Masked, Stage::Weights, Stage::Context})
            demand.maps.push_back({stage, 0, 1, {}, 4, 4, Pooling::LargestMagnitude, 1, true});
        demand.others = {before};
        Engine engine(makeBackend("checked").value());
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        QCOMPARE(engine.remarks().size(), std::size_t{4});
        for (const std::string& remark : engine.remarks()) QVERIFY2(largestIn(remark) < 1e-5, remark.c_str());
    }

    /// Nothing of this size is computed or allocated.
    void tooLargeIsSaid() {
        LayerUpdate update;
        LayerWeights weights;
        weights.heads.resize(1);
        update.weights = weights;
        update.program = programOf(weights, update.rule, {});
        update.heads.resize(1);
        update.queries.rows = update.keys.rows = FrozenMatrix(Matrix(Matrix::Zero(20000, 1)));
        const auto ran = ReferenceBackend().makeLayer()->run(update, {}, {}, {});
        QVERIFY(!ran.ok());
        QVERIFY2(ran.text().find("12.8 GB") != std::string::npos, ran.text().c_str()); // 4 maps of 20000^2 doubles
        const auto checked = checkedWrong(Stage::X);
        QVERIFY(checked->makeLayer()->run(update, {}, {}, {}).ok());
        QVERIFY(checked->finish({}).ok());
        QCOMPARE(checked->remarks().size(), std::size_t{1});
        QVERIFY(checked->remarks()[0].starts_with("Not everything was compared: too large for the formulas"));
    }

    /// If the reference throws anything, the backend that is compared with it still answers.
    void aReferenceThatThrowsIsSaid_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("why");
        QTest::newRow("an error") << int(Failure::Kind::Error) << "the device is gone";
        QTest::newRow("something else") << int(Failure::Kind::Other) << "the reference failed";
    }
    void aReferenceThatThrowsIsSaid() {
        QFETCH(int, kind);
        QFETCH(QString, why);
        const RandomEdits edits(3);
        const auto failure = std::make_shared<Failure>();
        failure->kind = static_cast<Failure::Kind>(kind);
        failure->at = 2; // the first run
        failure->times = 1000;
        Engine engine(std::make_unique<CheckedBackend>(makeBackend(kDefaultBackend).value(),
                                                       std::make_unique<FailingBackend>(failure)));
        const Frame frame = engine.answer(edits.session, {{{Stage::Scores, 0, 0, {}, 9, 9}}, {}});
        QCOMPARE(frame.problem, std::string());
        QCOMPARE(frame.remarks, std::vector{"Not everything was compared: " + why.toStdString() + "."});
    }

    void unknownInnerBackendIsNamed() {
        QVERIFY(makeBackend("checked:cpu").ok());
        QVERIFY(makeBackend("checked:cuda").text().find("\"cuda\"") != std::string::npos);
        QVERIFY(!makeBackend("checkedcpu").ok());
    }
};

QTEST_APPLESS_MAIN(CheckedTest)
#include "tst_checked.moc"
