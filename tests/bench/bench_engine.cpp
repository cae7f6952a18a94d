// Edit to Frame: what the Engine needs to answer an edit with every head's maps of scores and weights on the screen
// (270 x 265 pixels each). Arguments: tokens, d. Twelve heads, d_k = d_v = 64.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "support/blocks.h"

#include <benchmark/benchmark.h>

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
    demand.cells = {CellRef{0, 1, 1, 2}};
    return demand;
}

void change(FrozenMatrix& matrix, Index row, Index col, float value) {
    Matrix copy = *matrix;
    copy(row, col) = value;
    matrix = std::move(copy);
}

/// Answers `edit(session, step)` over and over; the edit itself is not timed.
template <class Edit>
void run(benchmark::State& state, Edit edit) {
    Session session = sessionFor(state);
    const Demand demand = wholeScreen();
    Engine engine(makeBackend(kDefaultBackend).value());
    engine.answer(session, demand);
    int step = 0;
    for (auto _ : state) {
        state.PauseTiming();
        edit(session, ++step);
        state.ResumeTiming();
        benchmark::DoNotOptimize(engine.answer(session, demand));
    }
}

void editRow(Session& session, Index id, int step) {
    EmbeddingTable& table = session.text.embeddings;
    FrozenMatrix vector = table.vector(id);
    change(vector, 0, 3, 0.01F * static_cast<float>(step % 100));
    table = table.with({{id, vector}}, table.rows());
}

void editXCell(benchmark::State& state) {
    run(state, [](Session& session, int step) { editRow(session, step * 7 % session.text.embeddings.rows(), step); });
}

void editWqCell(benchmark::State& state) {
    run(state, [](Session& session, int step) {
        change(session.layers[0].allHeads[5][Parameter::Wq].kept, step % 64, 3, 0.01F * static_cast<float>(step % 100));
    });
}

void editWvCell(benchmark::State& state) {
    run(state, [](Session& session, int step) {
        change(session.layers[0].allHeads[5][Parameter::Wv].kept, step % 64, 3, 0.01F * static_cast<float>(step % 100));
    });
}

void changeTemperature(benchmark::State& state) {
    run(state, [](Session& session, int step) { session.layers[0].options.temperature = 1 + 0.001 * (step % 100); });
}

/// A token comes and goes again behind `share` of the others.
void type(benchmark::State& state, double share) {
    run(state, [share](Session& session, int step) {
        const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(session.text.embeddings.rows()));
        if (step % 2 == 1)
            insertToken(session.text, at, 1);
        else
            eraseToken(session.text, at);
    });
}

void appendToken(benchmark::State& state) { type(state, 1); }

/// All rows behind it move to other places.
void typeInTheMiddle(benchmark::State& state) { type(state, 0.5); }

/// The maps of the second of two layers, both causal with a residual; a vector of a token in the middle is edited.
void editBelow(benchmark::State& state) {
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
    demand.cells[0].layer = 1;
    Engine engine(makeBackend(kDefaultBackend).value());
    engine.answer(session, demand);
    int step = 0;
    for (auto _ : state) {
        state.PauseTiming();
        editRow(session, session.text.embeddings.rows() / 2, ++step);
        state.ResumeTiming();
        benchmark::DoNotOptimize(engine.answer(session, demand));
    }
}

void fullRecompute(benchmark::State& state) {
    const Session session = sessionFor(state);
    const Demand demand = wholeScreen();
    for (auto _ : state) benchmark::DoNotOptimize(Engine(makeBackend(kDefaultBackend).value()).answer(session, demand));
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->Unit(benchmark::kMillisecond)->ArgNames({"N", "d"});
    for (const int d : {64, 768})
        for (const int n : {64, 256, 1024, 2048}) benchmark->Args({n, d});
}

} // namespace

BENCHMARK(editXCell)->Apply(sizes);
BENCHMARK(editWqCell)->Apply(sizes);
BENCHMARK(editWvCell)->Apply(sizes);
BENCHMARK(changeTemperature)->Apply(sizes);
BENCHMARK(appendToken)->Apply(sizes);
BENCHMARK(typeInTheMiddle)->Apply(sizes);
BENCHMARK(editBelow)->Apply(sizes);
BENCHMARK(fullRecompute)->Apply(sizes);

BENCHMARK_MAIN();
