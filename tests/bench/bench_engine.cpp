// Measures the time from an edit to its Frame, with every head's maps of scores and weights on the screen (270 x 265
// pixels each). The arguments are tokens and d; there are twelve heads with d_k = d_v = 64.
//   bench_engine [--backends=ID,ID...] [--threads=N] [an option of Google Benchmark]...
// With several backends (as in `headlight backends`), runs of one alternate with those of the others:
// --benchmark_repetitions=5 --benchmark_enable_random_interleaving.
#include "backend/backends.h"
#include "backend/opencl/OpenClBackend.h"
#include "base/parallel.h"
#include "bench/operations.h"
#include "engine/Engine.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// A number of tokens at which no device stores the scores of 12 heads, so that the host keeps pace with it.
constexpr int kStreamed = 32768;

/// Returns the sizes that the arguments of a benchmark give.
Size sizeOf(const benchmark::State& state) {
    return {static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), 12, 64};
}

std::unique_ptr<Backend> made(const std::string& id) {
    auto backend = makeBackend(id);
    if (backend) return std::move(*backend);
    std::fprintf(stderr, "%s\n", backend.text().c_str());
    std::exit(2);
}

/// Counts what an operation moves between the host and a device, and computes the time it would take over a link of 1
/// Gbit/s with 1 ms of latency.
void countTraffic(benchmark::State& state, const Traffic& before, const Traffic& after) {
    const auto operations = static_cast<double>(state.iterations());
    const double up = (after.up - before.up) / operations, down = (after.down - before.down) / operations,
                 waits = static_cast<double>(after.waits - before.waits) / operations;
    if (waits > 1 && state.range(0) < kStreamed) state.SkipWithError("an operation waited more than once");
    state.counters["up_kB"] = up / 1e3;
    state.counters["down_kB"] = down / 1e3;
    state.counters["waits"] = waits;
    state.counters["link_ms"] = (up + down) * 8 / 1e6 + waits;
}

/// Answers an operation over and over; the edit itself is not timed.
void measure(benchmark::State& state, const std::string& id, const Operation& operation, Session session,
             const Demand& demand) {
    auto backend = made(id);
    const auto* device = dynamic_cast<const OpenClBackend*>(backend.get());
    Engine engine(std::move(backend));
    if (const Frame frame = engine.answer(session, demand); !frame.problem.empty())
        return state.SkipWithError(frame.problem.c_str());
    int step = 0;
    for (; step < 2; ++step) { // a device compiles when first asked
        operation.edit(session, step + 1);
        engine.answer(session, demand);
    }
    const Traffic before = device ? device->traffic() : Traffic();
    for (auto _ : state) {
        state.PauseTiming();
        operation.edit(session, ++step);
        state.ResumeTiming();
        benchmark::DoNotOptimize(engine.answer(session, demand));
    }
    if (device) countTraffic(state, before, device->traffic());
}

/// "editBelow" edits the first of two causal layers while the maps of the second are on the screen.
void run(benchmark::State& state, const std::string& id, const Operation& operation) {
    const Size size = sizeOf(state);
    const bool isBelow = operation.name == "editBelow";
    measure(state, id, operation, isBelow ? twoLayers(size, true) : sessionOf(size),
            mapsOf(size, {Stage::Scores, Stage::Weights}, 270, 265, {Stage::Weights, isBelow ? 1 : 0, 1, 1, 2}));
}

void add(const std::string& id) {
    for (const Operation& operation : kOperations) {
        const std::string name(operation.name), all = id == kDefaultBackend ? name : name + "/" + id;
        auto* benchmark = benchmark::RegisterBenchmark(
            all.c_str(), [&operation, id](benchmark::State& state) { run(state, id, operation); });
        benchmark->Unit(benchmark::kMillisecond)->ArgNames({"N", "d"});
        for (const int d : {64, 768})
            for (const int n : {64, 256, 1024, 2048}) benchmark->Args({n, d});
        benchmark->Args({8192, 768})->Args({kStreamed, 768}); // too large to be stored
    }
}

/// Copies a session of 12 layers of 12 heads, as every edit and every step of the history does.
void copySession(benchmark::State& state) {
    Session session = sessionOf({64, 64, 12, 64});
    while (session.layers.size() < 12) session.layers.push_back(session.layers[0]);
    for (auto _ : state) benchmark::DoNotOptimize(Session(session));
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
    benchmark::RegisterBenchmark("copySession", copySession);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
