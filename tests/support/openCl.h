#pragma once
// The OpenCL device that the tests use: PoCL's, which tests/run installs. If it is missing, tests fail.

#include "backend/opencl/OpenClBackend.h"

#include <stdexcept>

namespace headlight::testing {

/// Makes a new backend on the device, whose kernels are compiled once. `memory`: bytes that the device is said to have;
/// 0: what it reports.
inline std::unique_ptr<OpenClBackend> openCl(const DeviceLimits& limits = {}, double memory = 0) {
    struct Made {
        DeviceLimits limits;
        double memory;
        std::unique_ptr<OpenClBackend> backend;
    };
    static auto& made = *new std::vector<Made>; // never freed: a driver may end before static objects
    for (const Made& one : made)
        if (one.limits == limits && one.memory == memory) return one.backend->another();
    FoundDevices found = foundDevices();
    if (found.list.empty()) throw std::runtime_error(found.whyNone);
    if (memory > 0) found.list.front().about.memory = memory;
    made.push_back({limits, memory, std::make_unique<OpenClBackend>(found.list.front(), limits)});
    return made.back().backend->another();
}

} // namespace headlight::testing
