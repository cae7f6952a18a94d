#pragma once
// The descriptions of devices.h together with OpenCL's devices.

#include "backend/opencl/cl.h"
#include "backend/opencl/devices.h"
#include "base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct FoundDevice {
    OpenClDevice about;
    cl::Device device;
};

struct FoundDevices {
    std::vector<FoundDevice> list;
    std::string whyNone; ///< why there are no devices, as a sentence; empty if there are some
};

/// Asks the drivers for all devices, GPUs first. Throws no exceptions of OpenCL. Any thread.
FoundDevices foundDevices();

/// Finds the device of this name. Problem: there is none, or it cannot be used (OpenClDevice::whyNot).
Result<FoundDevice> foundDevice(std::string_view name);

} // namespace headlight
