#pragma once

#include "backend/Backend.h"
#include "base/Result.h"

#include <array>
#include <functional>
#include <memory>

namespace headlight {

using MakeBackend = std::function<Result<std::unique_ptr<Backend>>()>;

struct Speed {
    double multiplications = 0; ///< as multiplicationsUpTo counts them
    double seconds = 0;
};

/// How long a layer of so many tokens (8 heads, d_k = 64) takes if all of it is new: the best of three. Problem: the
/// backend failed.
Result<Speed> measuredSpeed(std::unique_ptr<Backend> backend, int tokens);

/// From how many multiplications on `device` takes less time than `cpu`, each on a line through its two measurements:
/// 0: always; infinity: never.
double breakEven(const std::array<Speed, 2>& device, const std::array<Speed, 2>& cpu);

/// The same, measured now with 64 and 512 tokens, which takes a second or two.
Result<double> measuredBreakEven(const MakeBackend& device, const MakeBackend& cpu);

} // namespace headlight
