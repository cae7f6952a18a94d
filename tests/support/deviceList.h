#pragma once
// The list of backends as it would be on a computer with other devices.

#include "backend/backends.h"

#include <QString>

#include <utility>

namespace headlight::testing {

using MakeDevice = std::function<Result<std::unique_ptr<Backend>>()>;

/// Returns a list with a device for each letter: g is a GPU and p a processor, both made by `make` (the CPU's backend
/// by default), f is a GPU whose self-test fails, and o is a GPU that is refused.
inline std::vector<BackendInfo> listWith(const QString& devices, MakeDevice make = {}) {
    std::vector<BackendInfo> list = backends(false);
    if (!make) make = [] { return makeBackend(kDefaultBackend); };
    const auto fails = []() -> Result<std::unique_ptr<Backend>> { return Problem{"The self-test failed."}; };
    for (const QChar kind : devices) {
        OpenClDevice device{"Good GPU", "A platform", "1.0", "3.0", 1e9, true, ""};
        if (kind == 'f') device.name = "Failing GPU";
        if (kind == 'p') device.name = "Processor", device.isGpu = false;
        if (kind == 'o') device.name = "Old GPU", device.whyNot = "It is too old.";
        BackendInfo info{"opencl:" + device.name, device.name, "OpenCL", make, false, device};
        if (kind == 'f') info.make = fails;
        if (kind == 'o') info.make = nullptr, info.description = device.whyNot;
        list.insert(list.end() - 1, info);
    }
    if (devices.isEmpty()) list.insert(list.end() - 1, {"opencl", "OpenCL", "There is no driver.", nullptr, false, {}});
    return list;
}

} // namespace headlight::testing
