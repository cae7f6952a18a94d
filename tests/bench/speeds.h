#pragma once
// The speeds that this processor can reach, on one thread, with the target that the kernels have chosen.

#include <ctime>

namespace headlight {

/// Returns the processor time that f() takes, in seconds: what else the machine does does not count.
template <class F>
double secondsOf(F f) {
    const std::clock_t begin = std::clock();
    f();
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Returns floating-point operations a second of a loop of nothing but multiply-adds of registers.
double multiplyAddSpeed();
/// Returns exponentials a second of numbers in the cache.
double exponentialSpeed();
/// Returns bytes a second, read and written, of a copy that is larger than the caches.
double copySpeed();

} // namespace headlight
