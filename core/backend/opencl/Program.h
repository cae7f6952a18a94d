#pragma once

#include "backend/opencl/ProgramCache.h"
#include "backend/opencl/cl.h"

#include <string>

namespace headlight {

/// Returns the source of all kernels, in the order of kernelLines().
std::string kernelSource();

/// Returns `source`, compiled for the device, which is the only one of the context: from the cache, or compiled (a
/// second or more) and put there. Any thread but the GUI thread. Throws cl::Error, or std::runtime_error with the
/// compiler's first errors.
cl::Program builtProgram(const cl::Context&, const cl::Device&, const std::string& options,
                         const std::string& source = kernelSource(), const ProgramCache& = {});

} // namespace headlight
