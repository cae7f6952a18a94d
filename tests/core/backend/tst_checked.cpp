// The decorator that compares two backends, and the backend of formulas.
#include "backend/backends.h"
#include "backend/checked/CheckedBackend.h"
#include "backend/reference/ReferenceBackend.h"
#include "engine/Engine.h"
#include "support/FailingBackend.h"
#include "support/RandomEdits.h"
#include "support/frames.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Adds 0.5 to the first value that is read of the stage.
class Wrong : public Backend {
public:
    explicit Wrong(Stage stage) : stage_(stage) {}
    std::string description() const override { return "Wrong"; }
    std::unique_ptr<BackendLayer> makeLayer() const override {
        struct WrongLayer : BackendLayer {
            std::unique_ptr<BackendLayer> inner = makeBackend(kDefaultBackend).value()->makeLayer();
            Stage stage{};
            Result<IndexSet> run(const LayerUpdate& update, std::span<const Read> reads,
                                 std::span<Answer> answers) override {
                auto done = inner->run(update, reads, answers);
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

private:
    Stage stage_;
};

double largestIn(const std::string& remark) { return std::stod(remark.substr(remark.rfind(' '))); }

Session twoLayers() {
    std::mt19937 random(3);
    Session session = randomSession(random, {6, 4, 2, 2, 2});
    session.layers.push_back(session.layers[0]);
    session.layers[0].options.mask = causalMask();
    session.layers[0].residual = true;
    return session;
}

} // namespace

class CheckedTest : public QObject {
    Q_OBJECT

private slots:
    /// Every stage of every layer has its line, and none is further off than rounding.
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
        Engine engine(std::make_unique<CheckedBackend>(std::make_unique<Wrong>(Stage::Weights),
                                                       std::make_unique<ReferenceBackend>()));
        Session session = twoLayers();
        session.layers.pop_back();
        QVERIFY(engine.traces(session, 0, 0, {}).ok());
        for (const std::string& remark : engine.remarks())
            QCOMPARE(largestIn(remark) > 0.4, remark.starts_with("weights "));
    }

    /// As in the window: the frames are those of the backend by itself, whatever is edited.
    void theAnswersAreThoseOfTheChecked() {
        RandomEdits edits(8);
        Engine engine(makeBackend("checked:eigen").value());
        for (int step = 0; step < 60; ++step) {
            const Frame frame = engine.answer(edits.session, edits.demand);
            const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
            QCOMPARE(difference(frame, fresh), std::string());
            edits.step();
        }
        QVERIFY(!engine.remarks().empty());
    }

    /// Masked cells of a difference are none of the difference, whichever of the two masks hides them.
    void differencesAreCompared() {
        Session session = twoLayers(), before = session;
        before.layers[0].options.mask.window = 2;
        Demand demand;
        for (const Stage stage : {Stage::Scaled, Stage::Masked, Stage::Weights, Stage::Context})
            demand.maps.push_back({stage, 0, 1, {}, 4, 4, Pooling::LargestMagnitude, 1, true});
        demand.others = {before};
        Engine engine(makeBackend("checked").value());
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        QCOMPARE(engine.remarks().size(), std::size_t{4});
        for (const std::string& remark : engine.remarks()) QVERIFY2(largestIn(remark) < 1e-5, remark.c_str());
    }

    /// Nothing of this size is computed here, and nothing is allocated.
    void tooLargeIsSaid() {
        Layer layer;
        layer.heads.resize(1);
        LayerUpdate update;
        update.layer = &layer;
        update.queries.rows = update.keys.rows = FrozenMatrix(Matrix(Matrix::Zero(20000, 1)));
        const auto ran = ReferenceBackend().makeLayer()->run(update, {}, {});
        QVERIFY(!ran.ok());
        QVERIFY2(ran.text().find("12.8 GB") != std::string::npos, ran.text().c_str()); // 4 maps of 20000^2 doubles
        update.heads.resize(1);
        CheckedBackend checked(std::make_unique<Wrong>(Stage::X), std::make_unique<ReferenceBackend>());
        QVERIFY(checked.makeLayer()->run(update, {}, {}).ok());
        QCOMPARE(checked.remarks().size(), std::size_t{1});
        QVERIFY(checked.remarks()[0].starts_with("Not everything was compared: too large for the formulas"));
    }

    /// Whatever the reference throws: it is no fault of what is compared with it.
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
        QVERIFY(makeBackend("checked:eigen").ok());
        QVERIFY(makeBackend("checked:cuda").text().find("\"cuda\"") != std::string::npos);
        QVERIFY(makeBackend("checked:opencl").text().find("OpenCL") != std::string::npos);
        QVERIFY(!makeBackend("checkedeigen").ok());
    }
};

QTEST_APPLESS_MAIN(CheckedTest)
#include "tst_checked.moc"
