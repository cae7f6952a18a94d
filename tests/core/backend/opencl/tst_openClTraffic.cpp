// Tests that after an edit a frame sends to an OpenCL device, waits for and multiplies no more than the edit needs.
// Bytes up are float32 numbers and indices of rows.
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/OpenClFaults.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/openCl.h"
#include "support/walks.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kN = 64, kD = 16, kHeads = 2, kDk = 5, kDv = 3;
constexpr double kBytes = 4;
/// The size of the lists of rows and keys that an edit names: one number each, a few times.
constexpr double kLists = 8;

using Edit = Session (*)(Session);

/// The maximum size of a buffer on a device that refuses larger ones, in bytes.
constexpr std::size_t kMaxBufferBytes = std::size_t{1} << 20;

cl::Buffer smallBuffer(const cl::Context& context, cl_mem_flags flags, std::size_t bytes) {
    if (bytes > kMaxBufferBytes) throw cl::Error(CL_INVALID_BUFFER_SIZE, "clCreateBuffer");
    return cl::Buffer(context, flags, bytes);
}

Session withCell(Session session, Parameter parameter) {
    Matrix m = *session.layers[0].allHeads[0][parameter].kept;
    m(1, 1) += 1;
    changing(session)->allHeads[0][parameter] = std::move(m);
    return session;
}

} // namespace

class OpenClTrafficTest : public QObject {
    Q_OBJECT

private slots:
    void anEditCosts_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<double>("up");
        QTest::addColumn<double>("multiplications");
        constexpr double kContext = double{kHeads} * kN * kN * kDv; // the weights of every row change
        QTest::newRow("nothing") << Edit([](Session s) { return s; }) << 0. << 0.;
        QTest::newRow("an embedding") << Edit([](Session s) { return withVector(std::move(s), 7, 0.5F); })
                                      << kBytes * (kD + kLists)
                                      << double{kHeads} * (kD * (2 * kDk + kDv) + 2 * kN * kDk) + kContext;
        QTest::newRow("W_q") << Edit([](Session s) { return withCell(std::move(s), Parameter::Wq); }) << kBytes * kDk
                             << double{kN} * (kD * kDk + kN * kDk) + kContext / kHeads;
        QTest::newRow("W_v") << Edit([](Session s) { return withCell(std::move(s), Parameter::Wv); }) << kBytes * kDv
                             << double{kN} * kD * kDv + kContext / kHeads;
        QTest::newRow("temperature") << Edit([](Session s) {
            changing(s)->options.temperature = 2;
            return s;
        }) << 0. << kContext;
        QTest::newRow("a word at the end") << Edit([](Session s) {
            insertToken(s.text, kN, 0);
            return s;
        }) << kBytes * (kD + 2 * (kN + 1) + kLists)
                                           << double{kHeads} * (kD * (2 * kDk + kDv) + 2 * (kN + 1) * kDk) +
                                                  double{kHeads} * (kN + 1) * (kN + 1) * kDv;
    }
    void anEditCosts() {
        QFETCH(Edit, edit);
        QFETCH(double, up);
        QFETCH(double, multiplications);
        std::mt19937 random(5);
        const Session session = randomSession(random, {kN, kD, kHeads, kDk, kDv});
        Demand demand = scoresAndWeights(kHeads, 32);
        for (int h = 0; h < kHeads; ++h) demand.maps.push_back({Stage::Context, 0, h, {}, 32, 32});
        auto backend = openCl();
        const OpenClBackend& device = *backend;
        Engine engine(std::move(backend));
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        const Traffic before = device.traffic();
        const Session edited = edit(session);
        QCOMPARE(engine.answer(edited, demand).problem, std::string());
        const Traffic traffic = device.traffic();
        QVERIFY2(traffic.up - before.up <= up, qPrintable(QString::number(traffic.up - before.up)));
        QCOMPARE(traffic.multiplications - before.multiplications, multiplications);
        QVERIFY2(traffic.waits - before.waits <= 1, qPrintable(QString::number(traffic.waits - before.waits)));
        // The answers are two maps of 32 x 32, extremes and statistics of rows; each read begins at a multiple of 64
        // bytes.
        const double tiles = kHeads * (2 * kBytes * 32 * 32 + kBytes * 32 * kDv);
        QVERIFY2(traffic.down - before.down <= tiles + 64e3, qPrintable(QString::number(traffic.down - before.down)));
    }

    /// A stage that nobody looks at is not computed.
    void weightsAloneNeedNoProductForATemperature() {
        std::mt19937 random(5);
        Session session = randomSession(random, {kN, kD, kHeads, kDk, kDv});
        auto backend = openCl();
        const OpenClBackend& device = *backend;
        Engine engine(std::move(backend));
        const Demand demand = scoresAndWeights(kHeads, 32);
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        const Traffic before = device.traffic();
        QVERIFY(before.multiplications > 0);
        changing(session)->options.temperature = 2;
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        const Traffic traffic = device.traffic();
        QCOMPARE(traffic.multiplications, before.multiplications);
        QCOMPARE(traffic.up, before.up);
        QCOMPARE(traffic.waits, before.waits + 1);
    }

    /// Answers take more than one buffer and no round number of bytes, and more than is kept until the next frame.
    void answersOfAnySize_data() {
        QTest::addColumn<int>("tokens");
        for (const int tokens : {513, 1031}) QTest::addRow("%d tokens", tokens) << tokens;
    }
    void answersOfAnySize() {
        QFETCH(int, tokens);
        std::mt19937 random(5);
        const Session session = randomSession(random, {tokens, 4, 2, 3, 3});
        const Demand demand = scoresAndWeights(2, tokens);
        Engine engine(openCl()), cpu(eigen());
        for (const Session& one : {session, withVector(session, 7, 0.5F)}) {
            const Frame frame = engine.answer(one, demand), expected = cpu.answer(one, demand);
            QCOMPARE(frame.problem, std::string());
            for (std::size_t i = 0; i < demand.maps.size(); ++i)
                QVERIFY(frame.tiles[i]->values.isApprox(expected.tiles[i]->values, 1e-5F));
        }
    }

    /// More rows than the largest buffer takes are read in parts.
    void rowsAreReadInParts() {
        std::mt19937 random(5);
        const Session session = randomSession(random, {600, 4, 1, 3, 3});
        Engine engine(openCl({.blockBytes = kMaxBufferBytes, .allocate = smallBuffer})), cpu(eigen());
        const auto found = engine.traces(session, 0, 0, {}), expected = cpu.traces(session, 0, 0, {});
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QVERIFY((*found)[0](Stage::Scores, 0).isApprox((*expected)[0](Stage::Scores, 0), 1e-5F));
    }

    /// Long work is waited for in parts, so that it shows progress and can be stopped.
    void muchWorkGivesSignsOfLife() {
        std::mt19937 random(5);
        const Session session = randomSession(random, {kN, kD, kHeads, kDk, kDv});
        auto backend = openCl({.workOfMark = 1e4});
        const OpenClBackend& device = *backend;
        Engine engine(std::move(backend));
        std::vector<double> parts;
        const Frame frame = engine.answer(session, scoresAndWeights(kHeads, 8), [&](double part) {
            parts.push_back(part);
            return true;
        });
        QCOMPARE(frame.problem, std::string());
        QVERIFY(device.traffic().waits > 2);
        QVERIFY(parts.size() > 2 && std::ranges::is_sorted(parts));
    }
    void soDoesWorkWithoutAProduct() {
        std::mt19937 random(5);
        Session session = randomSession(random, {kN, kD, kHeads, kDk, kDv});
        auto backend = openCl({.workOfMark = 1e4});
        const OpenClBackend& device = *backend;
        Engine engine(std::move(backend));
        QCOMPARE(engine.answer(session, scoresAndWeights(kHeads, kN)).problem, std::string());
        const Traffic before = device.traffic();
        changing(session)->options.temperature = 2;
        QCOMPARE(engine.answer(session, scoresAndWeights(kHeads, kN), [](double) { return true; }).problem,
                 std::string());
        QCOMPARE(device.traffic().multiplications, before.multiplications);
        QVERIFY(device.traffic().waits > before.waits + 2);
    }

    /// A sentence that grows and shrinks uses the memory that it had; memory that nobody uses any more is released.
    void memoryIsUsedAgain() {
        OpenClFaults faults;
        std::mt19937 random(5);
        Session large = randomSession(random, {301, 8, 2, 3, 3});
        const Session small = randomSession(random, {5, 8, 2, 3, 3});
        Engine engine(openCl());
        const auto made = [&](const Session& session) {
            const long long before = faults.callsOf("clCreateBuffer");
            if (!engine.answer(session, scoresAndWeights(2, 20)).problem.empty()) return -1LL;
            return faults.callsOf("clCreateBuffer") - before;
        };
        QVERIFY(made(large) > 0);
        for (int step = 0; step < 5; ++step) {
            insertToken(large.text, 100, 1);
            made(large);
        }
        eraseToken(large.text, 100);
        QCOMPARE(made(large), 0LL);
        insertToken(large.text, 100, 1);
        QCOMPARE(made(large), 0LL);
        made(small);
        for (int frame = 0; frame < 4; ++frame) QCOMPARE(made(small), 0LL);
        QVERIFY(made(large) > 0); // none was kept
    }

    /// If memory runs out, memory that is kept for later is released first.
    void keptMemoryIsGivenUpBeforeAnAllocationFails() {
        OpenClFaults faults;
        std::mt19937 random(5);
        Session session = randomSession(random, {300, 8, 2, 3, 3});
        Engine engine(openCl());
        const Demand demand = scoresAndWeights(2, 20);
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        insertToken(session.text, 100, 1);
        QCOMPARE(engine.answer(session, demand).problem, std::string());
        for (int step = 0; step < 40; ++step) insertToken(session.text, 100, 1); // a new size, so it allocates
        faults.failNext("clCreateBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE);
        const Frame frame = engine.answer(session, demand);
        QCOMPARE(frame.problem, std::string());
        QCOMPARE(difference(frame, fresh(openCl(), session, demand)), std::string());
    }
};

QTEST_GUILESS_MAIN(OpenClTrafficTest)
#include "tst_openClTraffic.moc"
