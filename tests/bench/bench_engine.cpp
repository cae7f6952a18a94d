// Edit to Frame: what the Engine needs to answer an edit with every head's maps of scores and weights on the screen
// (270 x 265 pixels each). Arguments: tokens, d. Twelve heads, d_k = d_v = 64.
//   bench_engine [--backends=ID,ID...] [--threads=N] [an option of Google Benchmark]...
// With several backends (as in `headlight backends`), runs of one alternate with those of the others:
// --benchmark_repetitions=5 --benchmark_enable_random_interleaving.
#include "backend/backends.h"
#include "base/parallel.h"
#include "engine/Engine.h"
#include "support/blocks.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kHeads = 12;

Session sessionFor(const benchmark::State& state) {
    std::mt19937 random(1);
    return randomSession(random, {static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), kHeads, 64, 64});
}

Demand wholeScreen() {
    Demand demand;
    for (int h = 0; h < kHeads; ++h)
        for (const Stage stage : {Stage::Scores, Stage::Weights}) demand.maps.push_back({stage, 0, h, {}, 270, 265});
    demand.cells = {CellRef{Stage::Weights, 0, 1, 1, 2}};
    return demand;
}

void change(FrozenMatrix& matrix, Index row, Index col, float value) {
    Matrix copy = *matrix;
    copy(row, col) = value;
    matrix = std::move(copy);
}

std::unique_ptr<Backend> made(const std::string& id) {
    auto backend = makeBackend(id);
    if (backend) return std::move(*backend);
    std::fprintf(stderr, "%s\n", backend.text().c_str());
    std::exit(2);
}

/// What an operation moves between the host and a device, and what that takes over a link of 1 Gbit/s and 1 ms:
/// computed, not tried.
void countTraffic(benchmark::State& state, const Traffic& before, const Traffic& after) {
    if (after.waits == 0) return;
    const auto operations = static_cast<double>(state.iterations());
    const double up = (after.up - before.up) / operations, down = (after.down - before.down) / operations,
                 waits = static_cast<double>(after.waits - before.waits) / operations;
    if (waits > 1) state.SkipWithError("an operation waited more than once");
    state.counters["up_kB"] = up / 1e3;
    state.counters["down_kB"] = down / 1e3;
    state.counters["waits"] = waits;
    state.counters["link_ms"] = (up + down) * 8 / 1e6 + waits;
}

/// Answers `edit(session, step)` over and over; the edit itself is not timed.
template <class Edit>
void edited(benchmark::State& state, const std::string& id, Session session, const Demand& demand, Edit edit) {
    auto backend = made(id);
    const Backend& asked = *backend;
    Engine engine(std::move(backend));
    if (const Frame frame = engine.answer(session, demand); !frame.problem.empty())
        return state.SkipWithError(frame.problem.c_str());
    int step = 0;
    for (; step < 2; ++step) { // what a device compiles when it is wanted
        edit(session, step + 1);
        engine.answer(session, demand);
    }
    const Traffic before = asked.traffic();
    for (auto _ : state) {
        state.PauseTiming();
        edit(session, ++step);
        state.ResumeTiming();
        benchmark::DoNotOptimize(engine.answer(session, demand));
    }
    countTraffic(state, before, asked.traffic());
}

template <class Edit>
void run(benchmark::State& state, const std::string& id, Edit edit) {
    edited(state, id, sessionFor(state), wholeScreen(), edit);
}

void editRow(Session& session, Index id, int step) {
    EmbeddingTable& table = session.text.embeddings;
    FrozenMatrix vector = table.vector(id);
    change(vector, 0, 3, 0.01F * static_cast<float>(step % 100));
    table = table.with({{id, vector}}, table.rows());
}

void editXCell(benchmark::State& state, const std::string& id) {
    run(state, id,
        [](Session& session, int step) { editRow(session, step * 7 % session.text.embeddings.rows(), step); });
}

void editWqCell(benchmark::State& state, const std::string& id) {
    run(state, id, [](Session& session, int step) {
        change(session.layers[0].allHeads[5][Parameter::Wq].kept, step % 64, 3, 0.01F * static_cast<float>(step % 100));
    });
}

void editWvCell(benchmark::State& state, const std::string& id) {
    run(state, id, [](Session& session, int step) {
        change(session.layers[0].allHeads[5][Parameter::Wv].kept, step % 64, 3, 0.01F * static_cast<float>(step % 100));
    });
}

void changeTemperature(benchmark::State& state, const std::string& id) {
    run(state, id,
        [](Session& session, int step) { session.layers[0].options.temperature = 1 + 0.001 * (step % 100); });
}

/// A token comes and goes again behind `share` of the others.
void type(benchmark::State& state, const std::string& id, double share) {
    run(state, id, [share](Session& session, int step) {
        const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(session.text.embeddings.rows()));
        if (step % 2 == 1)
            insertToken(session.text, at, 1);
        else
            eraseToken(session.text, at);
    });
}

void appendToken(benchmark::State& state, const std::string& id) { type(state, id, 1); }

/// All rows behind it move to other places.
void typeInTheMiddle(benchmark::State& state, const std::string& id) { type(state, id, 0.5); }

/// The maps of the second of two layers, both causal with a residual; a vector of a token in the middle is edited.
void editBelow(benchmark::State& state, const std::string& id) {
    const int d = static_cast<int>(state.range(1));
    std::mt19937 random(1);
    Session session = randomSession(random, {static_cast<int>(state.range(0)), d, kHeads, 64, 64});
    Layer& first = session.layers[0];
    first.options.mask.causal = true;
    first[Parameter::Wo] = randomMatrix(random, kHeads * 64, d, 0.05F);
    first.residual = true;
    session.layers.push_back(session.layers[0]);
    Demand demand = wholeScreen();
    for (MapDemand& map : demand.maps) map.layer = 1;
    demand.cells[0].cell.layer = 1;
    edited(state, id, session, demand, [](Session& s, int step) { editRow(s, s.text.embeddings.rows() / 2, step); });
}

void fullRecompute(benchmark::State& state, const std::string& id) {
    run(state, id, [](Session& session, int) { // nothing that was computed can be used again
        for (Head& head : session.layers[0].allHeads)
            for (const Parameter p : {Parameter::Wq, Parameter::Wk, Parameter::Wv})
                head[p].kept = Matrix(-*head[p].kept);
    });
}

using Operation = void (*)(benchmark::State&, const std::string&);
constexpr std::pair<const char*, Operation> kOperations[] = {
    {"editXCell", editXCell},     {"editWqCell", editWqCell},
    {"editWvCell", editWvCell},   {"changeTemperature", changeTemperature},
    {"appendToken", appendToken}, {"typeInTheMiddle", typeInTheMiddle},
    {"editBelow", editBelow},     {"fullRecompute", fullRecompute},
};

void add(const std::string& id) {
    for (const auto& [name, operation] : kOperations) {
        const std::string all = id == kDefaultBackend ? name : name + ("/" + id);
        auto* benchmark = benchmark::RegisterBenchmark(
            all.c_str(), [operation = operation, id](benchmark::State& state) { operation(state, id); });
        benchmark->Unit(benchmark::kMillisecond)->ArgNames({"N", "d"});
        for (const int d : {64, 768})
            for (const int n : {64, 256, 1024, 2048}) benchmark->Args({n, d});
        if (id != kDefaultBackend) benchmark->Args({8192, 768}); // more than the CPU keeps
    }
}

} // namespace

int main(int argc, char** argv) {
    const std::string option = "--backends=", threads = "--threads=";
    std::string ids = kDefaultBackend;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]).starts_with(option)) ids = argv[i] + option.size();
        if (std::string(argv[i]).starts_with(threads)) setComputingThreads(std::atoi(argv[i] + threads.size()));
    }
    std::stringstream list(ids);
    for (std::string id; std::getline(list, id, ',');) add(id);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
