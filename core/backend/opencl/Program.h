#pragma once

#include "backend/opencl/cl.h"

#include <string>

namespace headlight {

/// Returns the source of all kernels: common.cl, then the other files of kernels/ by name. The build writes the
/// function (resources/cmake/kernelSource.cmake).
std::string kernelSource();

/// Returns `source`, compiled for the device, which is the only one of the context. That takes a second or more, unless
/// the driver has kept what it compiled before. Any thread but the GUI thread. Throws cl::Error, or std::runtime_error
/// with the compiler's first errors.
cl::Program builtProgram(const cl::Context&, const std::string& options, const std::string& source = kernelSource());

} // namespace headlight
