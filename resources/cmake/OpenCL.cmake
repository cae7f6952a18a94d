# Finds the loader of OpenCL drivers and the headers for C++. No driver is needed to build, and none to run.

find_package(OpenCL QUIET)
find_path(OpenCL_CPP_INCLUDE_DIR CL/opencl.hpp HINTS ${OpenCL_INCLUDE_DIRS})
if(NOT OpenCL_FOUND OR NOT OpenCL_CPP_INCLUDE_DIR)
  message(FATAL_ERROR "OpenCL's loader libOpenCL or its C++ header CL/opencl.hpp was not found. "
                      "On Debian or Ubuntu: apt-get install ocl-icd-opencl-dev opencl-clhpp-headers")
endif()
target_include_directories(OpenCL::OpenCL SYSTEM INTERFACE ${OpenCL_CPP_INCLUDE_DIR})
