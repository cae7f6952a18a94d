// Products of core/kernels on every target that the machine offers, as a share of what its multiply-adds allow: a loop
// of nothing but those, measured in the same round. One thread; the median of the rounds' shares.
//   bench_kernels [ROUNDS]
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

/// Of this process, whatever else the machine does.
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

/// The rows of A lie as the engine's, which pads those that would meet in the cache.
double speed(const Product& p, const std::vector<float>& numbers, std::vector<float>& out) {
    kernels::PackedMatrix b;
    b.resize(p.depth, p.cols);
    b.packRows(numbers.data(), p.cols);
    const Index lda = p.depth % 1024 == 0 ? p.depth + 16 : p.depth, ldo = p.cols % 1024 == 0 ? p.cols + 16 : p.cols;
    const auto multiply = [&] { b.multiply(numbers.data(), lda, p.rows, out.data(), ldo); };
    multiply();
    return 2 * static_cast<double>(p.rows * p.depth * p.cols) / secondsOf(multiply) / 1e9;
}

void measure(const Product& p, int rounds) {
    std::vector<float> numbers(2'000'000), out(2'000'000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 17) - 8;
    std::vector<double> shares, speeds, peaks;
    for (int round = 0; round < rounds; ++round) {
        peaks.push_back(peak());
        speeds.push_back(speed(p, numbers, out));
        shares.push_back(speeds.back() / peaks.back());
    }
    for (auto* list : {&shares, &speeds, &peaks}) std::sort(list->begin(), list->end());
    const auto middle = static_cast<std::size_t>(rounds / 2);
    std::printf("%-7s %4td x %4td x %4td  %6.1f of %6.1f GFLOP/s, %3.0f %%\n", kernels::chosenTarget().c_str(), p.rows,
                p.depth, p.cols, speeds[middle], peaks[middle], 100 * shares[middle]);
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
