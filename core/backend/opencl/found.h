#pragma once
// What devices.h tells the rest of the program, with the devices themselves.

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
    std::string whyNone; ///< a sentence; empty if there are any
};

/// Asks the drivers. GPUs first. Throws nothing of OpenCL's. Any thread.
FoundDevices foundDevices();

/// Problem: there is none of this name, or why it cannot be used (OpenClDevice::whyNot).
Result<FoundDevice> foundDevice(std::string_view name);

} // namespace headlight
