#pragma once
// OpenCL's C++ bindings, with exceptions: the one place that includes them.

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <string>

namespace headlight {

/// "clEnqueueNDRangeKernel: out of device memory (-4)": the function, what its code means, the code. Never throws
/// OpenCL's exceptions.
std::string sentenceOf(const cl::Error&);

} // namespace headlight
