// Tests an engine on an OpenCL device: after any edit it shows what a new one computes, bit for bit, and what the
// formulas say. tst_openClTraffic tests that each frame sends and computes no more than its edit needs.
#include "core/io/exampleFiles.h"
#include "engine/GuardedEngine.h"
#include "support/changing.h"
#include "support/compareWithReference.h"
#include "support/givenStages.h"
#include "support/incremental.h"
#include "support/openCl.h"
#include "support/openedTraces.h"
#include "support/walks.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// A mark follows each product, so that small frames are stopped, too. One head without weights has few marks.
constexpr double kWorkOfMark = 1;
constexpr int kMarks = 3, kMinStopped = 1;

Walker walkerOf(DeviceLimits limits) {
    limits.workOfMark = kWorkOfMark;
    Walker walker{[=] { return openCl(limits); }, kOpenClPrecision, kMarks, kMinStopped};
    if (!limits.usesDoubles)
        walker.tame = [](Session& session) {
            changeLayers(session, [](Layer& layer) {
                layer.norm = {};
                layer.options.normalisation = Normalisation::Softmax;
            });
        };
    return walker;
}

/// True in a long run, which has all cases and more walks.
bool areAll() { return qEnvironmentVariableIsSet("HEADLIGHT_ALL"); }

struct Device {
    const char* name;
    DeviceLimits limits;
};
const Device kDevices[] = {{"as it is", {}},
                           {"blocks of few rows", {.blockBytes = 40}},
                           {"tiles", {.hasTiles = true}},
                           {"no doubles", {.usesDoubles = false}},
                           {"streamed", {.scoresBytes = 0}},
                           {"streamed, blocks of few rows", {.blockBytes = 40, .scoresBytes = 0}},
                           {"streamed, tiles", {.scoresBytes = 0, .hasTiles = true}}};

} // namespace

class OpenClEngineTest : public QObject {
    Q_OBJECT

private slots:
    void afterAStoppedRun() {
        for (int asks = 0; asks < 6; ++asks) QCOMPARE(afterAStoppedJump([] { return openCl(); }, asks), std::string());
    }

    void examples_data() { addExamples(); }
    void examples() {
        QFETCH(QString, name);
        const Session session = exampleSession(name.toStdString());
        Engine engine(openCl());
        const auto found = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {});
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        const std::string text = WithinBounds{kOpenClPrecision}(session, *found);
        QVERIFY2(text.empty(), text.c_str());
        for (int l = 0; l < static_cast<int>(found->size()); ++l)
            for (const StageDifference& d : compareWithReference(session, (*found)[static_cast<std::size_t>(l)], l))
                QVERIFY2(d.largest <= 1e-5 * std::max(1.0, d.magnitude), d.stage.c_str());
    }

    void editedExamples_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<DeviceLimits>("limits");
        std::size_t place = 0;
        for (const ExampleFile& example : exampleFiles()) {
            for (const Device& device : kDevices) // but those that stream, which CheckedBackend does not
                if (!device.limits.scoresBytes && (areAll() || place++ % 4 == 0))
                    QTest::addRow("%s, %s", example.name, device.name) << example.name << device.limits;
            ++place; // another device for the next one
        }
    }
    void editedExamples() {
        QFETCH(QString, name);
        QFETCH(DeviceLimits, limits);
        const Session session = exampleSession(name.toStdString());
        const std::string text = walkOften(walkerOf(limits), session, areAll() ? 10 : 2);
        QVERIFY2(text.empty(), text.c_str());
    }

    void anything_data() {
        QTest::addColumn<DeviceLimits>("limits");
        for (const Device& device : kDevices) QTest::newRow(device.name) << device.limits;
    }
    void anything() {
        QFETCH(DeviceLimits, limits);
        const AnyWalks walked = walkAnything(walkerOf(limits), areAll() ? 20 : 5);
        QVERIFY2(walked.text.empty(), walked.text.c_str());
        QCOMPARE(walked.problems, 0);
        QVERIFY(walked.traces > 10);
    }
    /// The scores of all heads do not always fit into the memory at once; then they are streamed.
    void anythingInLittleMemory() {
        const AnyWalks walked = walkAnything(walkerOf({.scoresBytes = 400}), areAll() ? 20 : 5);
        QVERIFY2(walked.text.empty(), walked.text.c_str());
        QCOMPARE(walked.problems, 0);
        QVERIFY(walked.traces > 10);
    }

    /// Traces that are read some rows at a time equal whole ones.
    void openedTraces() {
        for (unsigned seed = 1; seed <= 15; ++seed) {
            RandomEdits edits(seed, false);
            edits.step();
            const Session& session = edits.session;
            const int last = static_cast<int>(session.layers.size()) - 1, first = last > 1 ? 1 : 0;
            Engine engine(openCl());
            const auto whole = engine.traces(session, first, last, {});
            const auto opened = engine.openTraces(session, first, last, {});
            QVERIFY(whole.ok() && opened.ok());
            const std::string text = difference(**opened, *whole);
            QVERIFY2(text.empty(), text.c_str());
        }
    }

    /// The session is wider and deeper than what a group of work items takes at a time, and more keys change than are
    /// worth computing one by one.
    void beyondTheSizeOfAGroup_data() {
        QTest::addColumn<DeviceLimits>("limits");
        for (const Device& device : kDevices) QTest::newRow(device.name) << device.limits;
    }
    void beyondTheSizeOfAGroup() {
        QFETCH(DeviceLimits, limits);
        std::mt19937 random(7);
        Session session = randomSession(random, {610, 200, 1, 5, 3}); // 610 columns a pixel, sums of 200 terms
        Demand demand;
        for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Context})
            for (const Pooling pooling : {Pooling::LargestMagnitude, Pooling::Maximum, Pooling::Mean})
                for (const int width : {1, 2, 3}) demand.maps.push_back({stage, 0, 0, {}, 3, width, pooling});
        Engine engine(openCl(limits)), cpu(eigen());
        for (const int changed : {0, 1, 90}) {
            for (int token = 0; token < changed; ++token) session = withVector(std::move(session), 3 * token, 0.25F);
            const Frame frame = engine.answer(session, demand);
            QCOMPARE(frame.problem, std::string());
            DeviceLimits stored = limits;
            stored.scoresBytes = {};
            std::string text = difference(frame, fresh(openCl(stored), session, demand));
            QVERIFY2(text.empty(), text.c_str());
            text = farApart(frame, cpu.answer(session, demand));
            QVERIFY2(text.empty(), text.c_str());
        }
    }

    void queriesKeysAndValuesMustFit() {
        std::mt19937 random(3);
        const Session session = randomSession(random, {1, 1000, 1, 2, 2});
        QVERIFY(!openCl({}, 4e3)->whyNot(session).empty());
        QVERIFY(openCl({}, 1e5)->whyNot(session).empty());
    }

    void givenStagesStayOnTheCpu() {
        const Session given = givenSession("a b", {{{Parameter::GivenWeights, Matrix::Identity(2, 2)}}});
        QCOMPARE(openCl()->whyNot(given),
                 std::string("Given scores, weights, queries, keys and values are computed on the CPU."));
        GuardedEngine engine(openCl(), eigen());
        QVERIFY(engine.answer(given, everything(given)).backend.starts_with("CPU"));
    }

    /// A device without doubles says what it cannot compute, and the CPU does it.
    void withoutDoubles_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"nothing", "norm", "sum"}) QTest::newRow(what) << what;
    }
    void withoutDoubles() {
        QFETCH(QString, what);
        std::mt19937 random(3);
        Session session = randomSession(random, {5, 4, 2, 3, 2});
        if (what == "norm") session = *withNorm(session, 0, Norm{});
        if (what == "sum") changing(session)->options.normalisation = Normalisation::Sum;
        const auto device = [] { return openCl({.usesDoubles = false}); };
        QCOMPARE(device()->whyNot(session).empty(), what == "nothing");
        GuardedEngine engine(device(), eigen());
        const Frame frame = engine.answer(session, everything(session));
        QCOMPARE(frame.problem, std::string());
        QVERIFY(frame.backend.starts_with(what == "nothing" ? "OpenCL" : "CPU"));
        const std::string text = farApart(frame, fresh(formulas(), session, everything(session)));
        QVERIFY2(text.empty(), text.c_str());
    }
};

QTEST_GUILESS_MAIN(OpenClEngineTest)
#include "tst_openClEngine.moc"
