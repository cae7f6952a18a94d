// Headlight's side of compare/compare.py: for each line "CASE TOKENS D HEADS THREADS" of its input it prints the
// milliseconds from an edit to its Frame, the median of as many edits as fit into 0.2 s, at least 5.
//   bench_compare --cases             the cases
//   bench_compare --targets           the instruction sets
//   bench_compare --gpus              the OpenCL devices that are GPUs
//   bench_compare --speeds TARGET     operations, exponentials and bytes a second: see bench/speeds.h
//   bench_compare --target TARGET     one of the instruction sets
//   bench_compare --backend ID
#include "backend/backends.h"
#include "base/parallel.h"
#include "bench/operations.h"
#include "bench/speeds.h"
#include "engine/Engine.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// An edit, with the weights of all heads in 300 x 300 pixels and the arithmetic of one context on the screen, unless
/// the name says otherwise.
struct Case {
    std::string_view name, edit;
    enum Change : unsigned char {
        None,
        WithoutTiles,
        WithContexts,
        WithStrip,
        WithPositions,
        WithTwoLayers
    } change = None;
};
constexpr Case kCases[] = {
    {"full", "fullRecompute"},
    {"x-cell", "editXCell"},
    {"x-cell-without-tiles", "editXCell", Case::WithoutTiles},
    {"w_q-cell", "editWqCell"},
    {"token-in-the-middle", "typeInTheMiddle"},
    {"temperature", "changeTemperature"},
    {"full-with-contexts", "fullRecompute", Case::WithContexts},
    {"x-cell-with-strip", "editXCell", Case::WithStrip},
    {"x-cell-with-positions", "editXCell", Case::WithPositions},
    {"x-cell-of-two-layers", "editXCell", Case::WithTwoLayers},
};

Session sessionOf(const Case& c, const Size& size) {
    Session session = c.change == Case::WithTwoLayers ? twoLayers(size, false) : testing::sessionOf(size);
    if (c.change == Case::WithPositions) session.positions = std::optional<Positions>(Positions{});
    return session;
}

Demand demandOf(const Case& c, const Size& size) {
    const CellRef cell{Stage::Context, c.change == Case::WithTwoLayers ? 1 : 0, size.heads / 2, 1, 2};
    if (c.change == Case::WithoutTiles) return mapsOf(size, {}, 0, 0, cell);
    Demand demand = mapsOf(size, {Stage::Weights}, 300, 300, cell);
    if (c.change == Case::WithContexts)
        for (int h = 0; h < size.heads; ++h) demand.maps.push_back({Stage::Context, 0, h, {}, 300, 300});
    if (c.change == Case::WithStrip) // small maps of the selected head
        for (const Stage stage :
             {Stage::X, Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Weights, Stage::Context})
            demand.maps.push_back({stage, 0, size.heads / 2, {}, 48, 48});
    return demand;
}

double millisecondsOf(const Case& c, const Size& size, std::unique_ptr<Backend> backend) {
    using Clock = std::chrono::steady_clock;
    const auto operation = std::ranges::find(kOperations, c.edit, &Operation::name);
    Session session = sessionOf(c, size);
    const Demand demand = demandOf(c, size);
    Engine engine(std::move(backend));
    std::vector<double> times;
    double sum = 0;
    for (int step = 0; step < 8 || sum < 200; ++step) {
        if (step > 0) operation->edit(session, step);
        const auto start = Clock::now();
        if (const Frame frame = engine.answer(session, demand); !frame.problem.empty()) {
            std::cerr << frame.problem << '\n';
            std::exit(1);
        }
        const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        if (step < 3) continue; // the first ones compute everything, and a device compiles
        times.push_back(ms);
        sum += ms;
    }
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    return times[times.size() / 2];
}

/// Prints what an option asks for. False: it asks for nothing.
bool print(const std::string& option) {
    if (option == "--cases")
        for (const Case& c : kCases) std::cout << c.name << '\n';
    else if (option == "--targets")
        for (const std::string& target : kernels::targets()) std::cout << target << '\n';
    else if (option == "--gpus") {
        for (const BackendInfo& info : backends())
            if (info.device && info.device->isGpu && info.make) std::cout << info.id << '\n';
    } else if (option == "--speeds")
        std::cout << multiplyAddSpeed() << ' ' << exponentialSpeed() << ' ' << copySpeed() << '\n';
    else
        return false;
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const std::string option = argc > 1 ? argv[1] : "", value = argc > 2 ? argv[2] : "";
    if (option == "--target" || option == "--speeds") {
        kernels::useTarget(value);
        if (kernels::chosenTarget() != value) {
            std::cerr << value << " is not among --targets\n";
            return 1;
        }
    }
    if (print(option)) return 0;

    std::string name;
    for (int n, d, heads, threads; std::cin >> name >> n >> d >> heads >> threads;) {
        const auto found = std::ranges::find(kCases, name, &Case::name);
        auto backend = makeBackend(option == "--backend" ? value : kDefaultBackend);
        if (found == std::end(kCases) || !backend) return 1;
        setComputingThreads(threads);
        std::cout << millisecondsOf(*found, {n, d, heads, d / heads}, std::move(*backend)) << std::endl;
    }
}
