// Products of core/kernels on every target that the machine offers, as a share of what its multiply-adds allow: a loop
// of nothing but those, measured in the same round; beside AVX2, Eigen's. One thread; the median of the rounds' shares.
//   bench_kernels [ROUNDS]
#include "bench/eigenProduct.h"
#include "kernels/PackedMatrix.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_TARGET_INCLUDE "bench/bench_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace headlight::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Multiply-adds of registers that do not wait for each other: how many floating-point operations they were.
double multiplyAdds(float* some) {
    const hn::ScalableTag<float> d;
    using V = hn::Vec<decltype(d)>;
    constexpr int kSums = 14, kSteps = 200'000;
    const V x = hn::Set(d, some[0]), y = hn::Set(d, some[1]);
    V sums[kSums];
    for (V& sum : sums) sum = hn::Set(d, some[2]);
    for (int step = 0; step < kSteps; ++step) {
#pragma GCC unroll 14
        for (int i = 0; i < kSums; ++i) sums[i] = hn::MulAdd(x, sums[i], y);
    }
    for (const V& sum : sums) some[3] += hn::GetLane(sum);
    return 2.0 * kSums * kSteps * static_cast<double>(hn::Lanes(d));
}

} // namespace headlight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headlight {

HWY_EXPORT(multiplyAdds);

using kernels::Index;

/// Returns the processor time of this process, so that what else the machine does does not count.
template <class F>
double secondsOf(F f) {
    const std::clock_t begin = std::clock();
    f();
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// 1e9 floating-point operations a second.
double peak() {
    float some[] = {0.5F, 0.25F, 0, 0};
    double operations = 0;
    const double seconds = secondsOf([&] { operations = HWY_DYNAMIC_DISPATCH(multiplyAdds)(some); });
    return some[3] < 0 ? 0 : operations / seconds / 1e9; // some[3]: so that they are computed
}

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

void measure(const Product& p, int rounds) {
    Operands o(p);
    const bool isEigens = kernels::chosenTarget() == "AVX2" && canMultiplyByEigen();
    std::vector<double> shares, speeds, peaks, eigens;
    for (int round = 0; round < rounds; ++round) {
        peaks.push_back(peak());
        speeds.push_back(speed(p, [&] { o.multiply(); }));
        shares.push_back(speeds.back() / peaks.back());
        eigens.push_back(isEigens ? speed(p, [&] { o.multiplyEigen(0, p.rows); }) : 0);
    }
    for (auto* list : {&shares, &speeds, &peaks, &eigens}) std::sort(list->begin(), list->end());
    const auto middle = static_cast<std::size_t>(rounds / 2);
    std::printf("%-7s %4td x %4td x %4td  %6.1f of %6.1f GFLOP/s, %3.0f %%\n", kernels::chosenTarget().c_str(), p.rows,
                p.depth, p.cols, speeds[middle], peaks[middle], 100 * shares[middle]);
    if (isEigens)
        std::printf("  Eigen with AVX2: %.1f GFLOP/s; %td of %td rows differ when they are computed alone\n",
                    eigens[middle], rowsThatDifferAlone(o), p.rows);
}

} // namespace headlight

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 31;
    for (const std::string& target : headlight::kernels::targets()) {
        headlight::kernels::useTarget(target);
        for (const headlight::Product& p : {headlight::Product{1024, 768, 64}, {1024, 64, 1024}, {1024, 1024, 64}})
            headlight::measure(p, rounds);
    }
}
#endif
