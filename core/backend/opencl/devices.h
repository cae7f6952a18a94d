#pragma once
// core/backend/opencl: the arithmetic of a layer on an OpenCL device. Only this folder includes OpenCL's headers. This
// header, which is what the rest of the program sees of the folder, does not.

#include "backend/Backend.h"
#include "base/Result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A device that the computer's drivers offer.
struct OpenClDevice {
    std::string name;     ///< unique, for `--backend`: the second device of one name is "NAME (2)"
    std::string platform; ///< its name: "Portable Computing Language"
    std::string driver;   ///< the driver's version
    std::string version;  ///< the version of OpenCL: "3.0"
    double memory = 0;    ///< bytes
    bool isGpu = false;
    std::string whyNot; ///< why it cannot be used, as a sentence; empty: it can, as far as is known without trying
};

/// Returns all devices, GPUs first. Each call looks for them; there may be none. Throws no exceptions of OpenCL.
std::vector<OpenClDevice> openClDevices();
/// Returns why there are none, as a sentence for people; empty if there are some.
std::string whyNoOpenCl();

/// Makes a backend on the device of this name. Compiles its kernels and tries them (the first time that takes a
/// second), so it is not called on the GUI thread. Problem: there is no such device, or it cannot be used.
Result<std::unique_ptr<Backend>> makeOpenCl(std::string_view name);

} // namespace headlight
