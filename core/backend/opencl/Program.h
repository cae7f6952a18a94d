#pragma once

#include "backend/opencl/ProgramCache.h"
#include "backend/opencl/cl.h"

#include <string>

namespace headlight {

/// All kernels, in the order that kernelLines() has them.
std::string kernelSource();

/// `source` compiled for the device, which is the only one of the context: from the cache, or compiled (a second or
/// more) and put there. Any thread, not that of a window. Throws cl::Error; std::runtime_error with the compiler's
/// first errors.
cl::Program builtProgram(const cl::Context&, const cl::Device&, const std::string& options,
                         const std::string& source = kernelSource(), const ProgramCache& = {});

} // namespace headlight
