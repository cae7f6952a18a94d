#include "bench/speeds.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <vector>

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_TARGET_INCLUDE "bench/speeds.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace headlight::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Multiply-adds of registers that do not wait for each other. Returns how many floating-point operations they were.
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

double multiplyAddSpeed() {
    float some[] = {0.5F, 0.25F, 0, 0};
    double operations = 0;
    const double seconds = secondsOf([&] { operations = HWY_DYNAMIC_DISPATCH(multiplyAdds)(some); });
    return some[3] < 0 ? 0 : operations / seconds; // some[3]: so that they are computed
}

double exponentialSpeed() {
    constexpr int kLength = 1024, kRounds = 5000;
    std::vector<float> x(kLength, -0.5F), e(kLength);
    return kLength * kRounds / secondsOf([&] {
               for (int round = 0; round < kRounds; ++round) kernels::exponentials(x.data(), kLength, e.data());
           });
}

double copySpeed() {
    constexpr std::size_t kLength = 32 << 20; // 128 MB
    std::vector<float> from(kLength, 1), to(kLength);
    return 2.0 * kLength * sizeof(float) / secondsOf([&] { std::copy(from.begin(), from.end(), to.begin()); });
}

} // namespace headlight
#endif
