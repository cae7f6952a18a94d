// core/kernels on every target that the machine offers, one thread, medians of rounds in which the targets alternate:
// each kernel, with the ratio to the next narrower target; then products as a share of what multiply-adds allow, which
// is a loop of nothing but those, measured in the same round; beside AVX2, Eigen's.
//   bench_kernels [ROUNDS]
#include "bench/eigenProduct.h"
#include "bench/speeds.h"
#include "support/kernelCases.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace headlight {
namespace {

using kernels::Index;

struct Product {
    Index rows, depth, cols;
};

/// A product's matrices; the rows lie as the engine's, which pads those that would meet in the cache.
struct Operands {
    explicit Operands(const Product& product) : p(product), numbers(2'000'000), out(2'000'000) {
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 17) / 7 - 1;
        b.resize(p.depth, p.cols);
        b.packRows(numbers.data(), p.cols);
    }
    Index lda() const { return p.depth % 1024 == 0 ? p.depth + 16 : p.depth; }
    Index ldo() const { return p.cols % 1024 == 0 ? p.cols + 16 : p.cols; }
    void multiply() { b.multiply(numbers.data(), lda(), p.rows, out.data(), ldo()); }
    /// Rows `first` to `first + count`.
    void multiplyEigen(Index first, Index count) {
        multiplyByEigen(numbers.data() + first * lda(), lda(), numbers.data(), out.data() + first * ldo(), ldo(), count,
                        p.depth, p.cols);
    }

    Product p;
    kernels::PackedMatrix b;
    std::vector<float> numbers, out;
};

template <class F>
double speed(const Product& p, F multiply) {
    multiply();
    return 2 * static_cast<double>(p.rows * p.depth * p.cols) / secondsOf(multiply) / 1e9;
}

/// Rows of Eigen's product that are other numbers when they are computed alone.
Index rowsThatDifferAlone(Operands& o) {
    o.multiplyEigen(0, o.p.rows);
    const std::vector<float> whole = o.out;
    Index count = 0;
    for (Index row = 0; row < o.p.rows; ++row) {
        o.multiplyEigen(row, 1);
        const auto at = row * o.ldo();
        count += !std::equal(whole.begin() + at, whole.begin() + at + o.p.cols, o.out.begin() + at);
    }
    return count;
}

double median(std::vector<double>& values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// Prints the nanoseconds for each number (of a product: each multiply-add) of every kernel, and how many times as fast
/// as the next narrower target that is.
void printKernels(const std::vector<std::string>& targets, int rounds) {
    constexpr Index kLength = 2048;
    std::vector<std::vector<testing::KernelCase>> cases; // packed matrices are those of a target
    for (const std::string& target : targets) {
        kernels::useTarget(target);
        cases.push_back(testing::kernelCases());
    }
    for (std::size_t kernel = 0; kernel < cases[0].size(); ++kernel) {
        std::vector<std::vector<double>> times(targets.size());
        for (int round = 0; round < rounds; ++round)
            for (std::size_t t = 0; t < targets.size(); ++t) {
                kernels::useTarget(targets[t]);
                const testing::KernelCase& c = cases[t][kernel];
                const auto repeats = std::max<Index>(1, 1'000'000 / (kLength * c.steps));
                c.run(kLength);
                const double seconds = secondsOf([&] {
                    for (Index i = 0; i < repeats; ++i) c.run(kLength);
                });
                times[t].push_back(seconds * 1e9 / static_cast<double>(repeats * kLength * c.steps));
            }
        std::printf("%-26s", cases[0][kernel].name);
        double narrower = 0;
        for (std::size_t t = targets.size(); t-- > 0;) {
            const double time = median(times[t]);
            std::printf("  %s %.3f ns", targets[t].c_str(), time);
            if (narrower > 0) std::printf(" (%.1f)", narrower / time);
            narrower = time;
        }
        std::printf("\n");
    }
}

void measure(const Product& p, int rounds) {
    Operands o(p);
    const bool isEigens = kernels::chosenTarget() == "AVX2" && canMultiplyByEigen();
    std::vector<double> shares, speeds, peaks, eigens;
    for (int round = 0; round < rounds; ++round) {
        peaks.push_back(multiplyAddSpeed() / 1e9);
        speeds.push_back(speed(p, [&] { o.multiply(); }));
        shares.push_back(speeds.back() / peaks.back());
        eigens.push_back(isEigens ? speed(p, [&] { o.multiplyEigen(0, p.rows); }) : 0);
    }
    std::printf("%-7s %4td x %4td x %4td  %6.1f of %6.1f GFLOP/s, %3.0f %%\n", kernels::chosenTarget().c_str(), p.rows,
                p.depth, p.cols, median(speeds), median(peaks), 100 * median(shares));
    if (isEigens)
        std::printf("  Eigen with AVX2: %.1f GFLOP/s; %td of %td rows differ when they are computed alone\n",
                    median(eigens), rowsThatDifferAlone(o), p.rows);
}

} // namespace
} // namespace headlight

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 31;
    const std::vector<std::string> targets = headlight::kernels::targets();
    headlight::printKernels(targets, rounds);
    for (const std::string& target : targets) {
        headlight::kernels::useTarget(target);
        for (const headlight::Product& p : {headlight::Product{1024, 768, 64}, {1024, 64, 1024}, {1024, 1024, 64}})
            headlight::measure(p, rounds);
    }
}
