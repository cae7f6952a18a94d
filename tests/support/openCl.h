#pragma once
// The OpenCL device that the tests use: PoCL's, which tests/run installs, so that none is a failure.

#include "backend/opencl/OpenClBackend.h"

#include <stdexcept>

namespace headlight::testing {

/// Another backend on the device each time; its kernels are compiled once.
inline std::unique_ptr<OpenClBackend> openCl(const DeviceLimits& limits = {}) {
    static std::vector<std::pair<DeviceLimits, std::unique_ptr<OpenClBackend>>> made;
    for (const auto& [of, backend] : made)
        if (of == limits) return backend->another();
    const auto found = foundDevices();
    if (found.list.empty()) throw std::runtime_error(found.whyNone);
    made.emplace_back(limits, std::make_unique<OpenClBackend>(found.list.front(), limits));
    return made.back().second->another();
}

} // namespace headlight::testing
