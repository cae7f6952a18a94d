// Opens and saves a session of 252 MB, nearly the largest that a file may hold. Its matrices are in the file as base64.
// Saving includes reading the text again, and fsync.
#include "io/sessionFile.h"
#include "support/blocks.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace headlight;
using namespace headlight::testing;

namespace {

template <class Work>
void add(const char* name, const Work& work) {
    const auto measure = [work](benchmark::State& state) {
        for (auto _ : state)
            if (const auto done = work(); !done) return state.SkipWithError(done.text().c_str());
    };
    benchmark::RegisterBenchmark(name, measure)->Unit(benchmark::kMillisecond)->UseRealTime();
}

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    std::string folder = std::filesystem::temp_directory_path() / "headlight-XXXXXX";
    if (!mkdtemp(folder.data())) return 2;
    const std::filesystem::path path = folder + "/large.headlight";
    std::mt19937 random(1);
    const SessionFile file{randomSession(random, {64, 1024, 64, 240, 240}), {}};
    if (const auto saved = writeSession(path, file); !saved) std::fprintf(stderr, "%s\n", saved.text().c_str());
    add("save", [&] { return writeSession(path, file); });
    add("open", [&] { return readSession(path); });
    benchmark::RunSpecifiedBenchmarks();
    std::filesystem::remove_all(folder);
}
