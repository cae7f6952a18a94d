#pragma once

#include "backend/Backend.h"
#include "base/Result.h"

#include <array>
#include <functional>
#include <memory>

namespace headlight {

using MakeBackend = std::function<Result<std::unique_ptr<Backend>>()>;

struct Speed {
    double multiplications = 0; ///< counted as by multiplicationsUpTo()
    double seconds = 0;
};

/// Measures a layer of so many tokens (8 heads, d_k = 64), all of which is new: the best time of three. Problem: the
/// backend failed.
Result<Speed> measuredSpeed(std::unique_ptr<Backend> backend, int tokens);

/// Returns the number of multiplications above which `device` takes less time than `cpu`, each on a line through its
/// two measurements. 0: always; infinity: never.
double breakEven(const std::array<Speed, 2>& device, const std::array<Speed, 2>& cpu);

/// Measures both with 64 and 512 tokens, which takes a second or two, and returns breakEven().
Result<double> measuredBreakEven(const MakeBackend& device, const MakeBackend& cpu);

} // namespace headlight
