#pragma once
// core/backend/opencl: the arithmetic of a layer on an OpenCL device. The one room that includes OpenCL's headers, and
// not in this header, which is what the rest of the program sees of it.

#include "backend/Backend.h"
#include "base/Result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A device that the computer's drivers offer.
struct OpenClDevice {
    std::string name;     ///< its own; of two with one name the second is "NAME (2)": what it is asked for by
    std::string platform; ///< "Portable Computing Language"
    std::string driver;   ///< its version
    std::string version;  ///< of OpenCL: "3.0"
    double memory = 0;    ///< bytes
    bool isGpu = false;
    std::string whyNot; ///< why it cannot be used, as a sentence; empty: it can, as far as is known without trying
};

/// Looks for them whenever it is called, GPUs first. None is a normal state. Throws nothing of OpenCL's.
std::vector<OpenClDevice> openClDevices();
/// Why there are none, as a sentence for people; empty if there are.
std::string whyNoOpenCl();

/// A backend on the device of this name. Compiles its kernels and tries them (the first time that takes a second), so
/// not on the thread of a window. Problem: there is no such device, or why it cannot be used.
Result<std::unique_ptr<Backend>> makeOpenCl(std::string_view name);

} // namespace headlight
