// When the Engine runs out of memory, it says so or still has the right answer; and the next answer is right.
#include "backend/cpu/CpuBackend.h"
#include "engine/GuardedEngine.h"
#include "io/npz.h"
#include "io/sessionFile.h"
#include "support/RandomEdits.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/memoryTests.h"

#include <QTemporaryDir>

#include <filesystem>

using namespace headlight;
using namespace headlight::testing;
using memory::Ends;
using memory::Refusals;

namespace {

/// Gives a Frame the functions of a Result.
struct Answered {
    Frame frame;
    bool ok() const { return frame.problem.empty(); }
    explicit operator bool() const { return ok(); }
    const std::string& text() const { return frame.problem; }
};

/// Answers as the EngineRunner does: if memory was too short for any message, says so.
Answered answered(GuardedEngine& engine, const Session& session, const Demand& demand) {
    try {
        return {engine.answer(session, demand)};
    } catch (const std::bad_alloc&) {
        Answered none;
        none.frame.problem = "Out of memory.";
        return none;
    }
}

Frame freshly(const Session& session, const Demand& demand) { return Engine(eigen()).answer(session, demand); }

std::unique_ptr<Backend> fallbackIf(bool isThere) { return isThere ? eigen() : nullptr; }

} // namespace

class EngineMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setScoreMemory(); }

    void frames_data() {
        QTest::addColumn<Ends>("how");
        QTest::addColumn<bool>("hasFallback");
        for (const bool hasFallback : {false, true}) {
            const char* on = hasFallback ? "on a thread of its own" : "alone";
            QTest::addRow("one request is refused, %s", on) << Ends::Once << hasFallback;
            QTest::addRow("from one on all large ones are, %s", on) << Ends::ForLarge << hasFallback;
            QTest::addRow("from one on all are, %s", on) << Ends::ForAll << hasFallback;
        }
    }
    /// Frames of everything that may be looked at: by a new engine, and after an edit.
    void frames() {
        QFETCH(Ends, how);
        QFETCH(bool, hasFallback);
        Refusals all;
        for (unsigned seed = 1; seed <= 3; ++seed) {
            RandomEdits edits(seed);
            const Session first = edits.session;
            const Demand firstly = edits.demand;
            edits.step();
            const Session second = edits.session;
            const Frame right = freshly(first, firstly), rightNext = freshly(second, edits.demand);
            const std::string text = sessionText({first, {}});
            std::unique_ptr<GuardedEngine> engine;
            const auto isRight = [&](const Answered* answered, const Frame& wanted, const Session& session,
                                     const Demand& demand) -> std::string {
                if (answered && answered->ok())
                    if (auto wrong = difference(answered->frame, wanted); !wrong.empty()) return wrong;
                if (sessionText({first, {}}) != text) return "it changed the session";
                if (!engine) return {};
                const Frame next = engine->answer(session, demand);
                const auto wrong = difference(next, wanted);
                return wrong.empty() ? wrong : "the next answer: " + wrong;
            };
            const auto fromScratch = [&] {
                engine.reset(); // destroys the old one; the new one is made while there is memory
                memory::Pause pause;
                engine = std::make_unique<GuardedEngine>(eigen(), fallbackIf(hasFallback));
                pause.end();
                return answered(*engine, first, firstly);
            };
            const auto behindAnEdit = [&] {
                memory::Pause pause;
                engine = std::make_unique<GuardedEngine>(eigen(), fallbackIf(hasFallback));
                static_cast<void>(engine->answer(first, firstly));
                pause.end();
                return answered(*engine, second, edits.demand);
            };
            const auto take = [&](const char* what, const Refusals& one) {
                all.requests += one.requests;
                all.survived += one.survived;
                QVERIFY2(one.wrong.empty(),
                         qPrintable(QString("seed %1, %2: %3").arg(seed).arg(what, one.wrong.c_str())));
            };
            take("from scratch", memory::everyRequestFails(
                                     fromScratch, [&](const Answered* a) { return isRight(a, right, first, firstly); },
                                     how, hasFallback ? memory::Whose::All : memory::Whose::Mine));
            take("behind an edit",
                 memory::everyRequestFails(
                     behindAnEdit, [&](const Answered* a) { return isRight(a, rightNext, second, edits.demand); }, how,
                     hasFallback ? memory::Whose::All : memory::Whose::Mine));
            if (QTest::currentTestFailed()) return;
        }
        report("frames", all, 300);
    }

    /// Scores of 537 MB are streamed: memory stays below a byte for each score of one head.
    void streamedScoresAreNowhere() {
        constexpr int kTokens = 4096, kHeads = 8;
        std::mt19937 random(1);
        Session session = randomSession(random, {kTokens, 8, kHeads, 4, 4});
        changing(session)->options.mask.causal = true;
        Demand demand = scoresAndWeights(kHeads, 100);
        demand.maps.push_back({Stage::Concat, 0, 0, {}, 100, 100});
        demand.cells = {CellRef{Stage::Weights, 0, 1, 2, 1}};
        setScoreMemory(1.0 * kTokens * kTokens);
        Engine engine(eigen());
        const std::size_t before = memory::alive;
        memory::peak = before;
        for (const double factor : {1.0, 2.0}) {
            changing(session)->options.temperature = factor;
            QCOMPARE(engine.answer(session, demand).problem, std::string());
        }
        const std::size_t bytes = memory::peak - before;
        qInfo("memory: streamed scores: %zu kB", bytes >> 10);
        QVERIFY(bytes < std::size_t{kTokens} * kTokens);
    }

    /// Scores are released when the limit falls, and stored again when it rises.
    void aLowerLimitGivesScoresBack() {
        constexpr int kTokens = 1024, kHeads = 4;
        constexpr double kScores = 4.0 * kHeads * kTokens * kTokens;
        std::mt19937 random(1);
        const Session session = randomSession(random, {kTokens, 8, kHeads, 4, 4});
        Engine engine(eigen());
        const std::size_t before = memory::alive;
        const auto takenWith = [&](double limit) {
            setScoreMemory(limit);
            if (!engine.answer(session, scoresAndWeights(kHeads, 10)).problem.empty()) return -1.0;
            return static_cast<double>(memory::alive) - static_cast<double>(before);
        };
        QVERIFY(takenWith(2 * kScores) > kScores);
        const double left = takenWith(0.9 * kScores);
        QVERIFY2(left >= 0 && left < kScores / 4, std::to_string(left).c_str());
        QVERIFY(takenWith(2 * kScores) > kScores);
    }

    /// A difference of more than 2^26 cells, after a token was inserted, many were removed and the mask changed:
    /// nothing is laid out cell by cell, and rows of removed tokens are not read.
    void aDifferenceIsRowByRow() {
        constexpr int kTokens = 8'200, kNew = 4'000, kGap = 6'000, kGone = 2'000;
        std::mt19937 random(1);
        Session session = randomSession(random, {kTokens + kGone, 2, 1, 2, 1}), before = session;
        eraseToken(before.text, kNew);
        eraseToken(session.text, kGap, kGone);
        changing(session)->options.mask.causal = true;
        changing(before)->options.mask.window = kTokens + kGone; // hides nothing
        Demand demand{{{Stage::Masked, 0, 0, {}, 10, 10}, {Stage::Masked, 0, 0, {8'000, 3'998, 3, 4}, 4, 3}}};
        for (MapDemand& map : demand.maps) map.state = 1, map.isDifference = true;
        demand.maps.push_back({Stage::Masked, 0, 0, {8'000, 3'998, 3, 4}, 4, 3});
        demand.maps.push_back({Stage::Masked, 0, 0, {7'999 + kGone, 3'998, 3, 3}, 3, 3, Pooling::LargestMagnitude, 1});
        demand.others = {before};
        setScoreMemory(0);
        Engine engine(eigen());
        const std::size_t start = memory::alive;
        memory::peak = start;
        const Frame frame = engine.answer(session, demand);
        const std::size_t bytes = memory::peak - start;
        QCOMPARE(frame.problem, std::string());
        qInfo("memory: a difference: %zu kB", bytes >> 10);
        QVERIFY(bytes < std::size_t{kTokens} * kTokens / 2);
        const Tile &all = *frame.tiles[0], &part = *frame.tiles[1];
        for (Index r = 0; r < 10; ++r)
            for (Index c = 0; c < 10; ++c) QCOMPARE(all.masked(r, c), c > r);
        const Matrix &now = frame.tiles[2]->values, &was = frame.tiles[3]->values;
        for (Index r = 0; r < 3; ++r)
            for (const auto& [col, from] : {std::pair<Index, Index>{0, 0}, {1, 1}, {2, -1}, {3, 2}}) {
                QCOMPARE(part.masked(r, col), from < 0);
                QVERIFY(sameBits(part.values(r, col), from < 0 ? 0 : now(r, col) - was(r, from)));
            }
    }

    /// `eval` writes maps of 67 MB each and takes less than 16 MB of memory, since it reads some rows at a time.
    void evalTakesSomeRowsAtATime() {
        constexpr int kTokens = 2048, kHeads = 4;
        std::mt19937 random(1);
        const Session session = randomSession(random, {kTokens, 8, kHeads, 4, 4});
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/a.npz";
        Engine engine(eigen());
        const std::size_t before = memory::alive;
        memory::peak = before;
        const auto opened = engine.openTraces(session, 0, 0, {});
        QVERIFY(opened.ok());
        QVERIFY(writeTrace(path, session, **opened).ok());
        QVERIFY(std::filesystem::file_size(path) > 3 * 4 * std::size_t{kHeads} * kTokens * kTokens);
        QVERIFY2(memory::peak - before < std::size_t{16} << 20, std::to_string(memory::peak - before).c_str());
    }

    void traces_data() { waysToEnd(); }
    /// `eval` needs traces of all layers.
    void traces() {
        QFETCH(Ends, how);
        Refusals all;
        for (unsigned seed = 1; seed <= 4; ++seed) {
            const RandomEdits edits(seed);
            const int last = static_cast<int>(edits.session.layers.size()) - 1;
            Engine engine(eigen());
            const auto right = engine.traces(edits.session, 0, last, {});
            QVERIFY(right.ok());
            const auto isRight = [&](const Result<std::vector<Trace>>* traced) -> std::string {
                if (traced && traced->ok() && !sameTraces(**traced, *right)) return "other numbers";
                const auto again = engine.traces(edits.session, 0, last, {});
                return again && sameTraces(*again, *right) ? "" : "the next trace has other numbers";
            };
            const Refusals one = memory::everyRequestFails([&] { return engine.traces(edits.session, 0, last, {}); },
                                                           isRight, how);
            QVERIFY2(one.wrong.empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(one.wrong.c_str())));
            all.requests += one.requests;
            all.survived += one.survived;
        }
        report("traces", all, 500);
    }

private:
    static bool sameTraces(const std::vector<Trace>& a, const std::vector<Trace>& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t l = 0; l < a.size(); ++l)
            for (const StageInfo& info : stages()) {
                const auto &one = a[l].all(info.stage), &other = b[l].all(info.stage);
                if (!std::ranges::equal(one, other, [](const Matrix& x, const Matrix& y) { return sameBits(x, y); }))
                    return false;
            }
        return true;
    }
};

QTEST_GUILESS_MAIN(EngineMemoryTest)
#include "tst_memory.moc"
