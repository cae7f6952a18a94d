#include "backend/opencl/cl.h"

namespace headlight {
namespace {

/// Returns the meaning of a code that people meet; empty for other codes.
const char* meaningOf(cl_int code) {
    switch (code) {
    case CL_DEVICE_NOT_FOUND: return "no device";
    case CL_DEVICE_NOT_AVAILABLE: return "the device is not available";
    case CL_COMPILER_NOT_AVAILABLE: return "the driver has no compiler";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "out of device memory";
    case CL_OUT_OF_RESOURCES: return "out of resources";
    case CL_OUT_OF_HOST_MEMORY: return "out of memory";
    case CL_BUILD_PROGRAM_FAILURE: return "the kernels could not be compiled";
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: return "a command before it failed";
    case CL_INVALID_VALUE: return "invalid value";
    case CL_INVALID_DEVICE: return "invalid device";
    case CL_INVALID_CONTEXT: return "invalid context";
    case CL_INVALID_COMMAND_QUEUE: return "invalid command queue";
    case CL_INVALID_MEM_OBJECT: return "invalid memory object";
    case CL_INVALID_BINARY: return "invalid program";
    case CL_INVALID_BUILD_OPTIONS: return "invalid compiler options";
    case CL_INVALID_KERNEL_NAME: return "no kernel of this name";
    case CL_INVALID_KERNEL_ARGS: return "invalid kernel arguments";
    case CL_INVALID_WORK_GROUP_SIZE: return "invalid size of work groups";
    case CL_INVALID_BUFFER_SIZE: return "invalid size of a buffer";
    case -9999: return "a kernel used memory that is not its own"; // a code of NVIDIA's
    default: return "";
    }
}

} // namespace

std::string sentenceOf(const cl::Error& error) {
    const std::string meaning = meaningOf(error.err()), code = std::to_string(error.err());
    return std::string(error.what()) + (meaning.empty() ? ": error " + code : ": " + meaning + " (" + code + ")");
}

} // namespace headlight
