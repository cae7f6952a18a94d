#pragma once
// OpenCL's C++ bindings, with exceptions. Only this file includes them.

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <string>

namespace headlight {

/// Returns a text such as "clEnqueueNDRangeKernel: out of device memory (-4)": the function that failed, the meaning of
/// its code, and the code. Throws no exceptions of OpenCL.
std::string sentenceOf(const cl::Error&);

} // namespace headlight
