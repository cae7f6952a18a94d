// An OpenCL driver in a library of its own, for processes that the tests start: PoCL's, but for one call. The
// environment says which library is PoCL's (HEADLIGHT_DRIVER), and what that call does (HEADLIGHT_DRIVER_FAULT):
// "abort", "hang" or "print", then "look" (for devices) or "build" (the kernels). app/tst_driverTrial sets both.

#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using Address = void* (*)(const char*);
const char* const kAddress = "clGetExtensionFunctionAddress";
const char* const kPlatforms = "clIcdGetPlatformIDsKHR";

/// Returns PoCL's function of this name.
void* real(const char* name) {
    static void* const library = dlopen(std::getenv("HEADLIGHT_DRIVER"), RTLD_NOW);
    return library ? reinterpret_cast<Address>(dlsym(library, kAddress))(name) : nullptr;
}

void doWhatIsSaid(const std::string& when) {
    const std::string fault = std::getenv("HEADLIGHT_DRIVER_FAULT");
    if (fault == "abort " + when) std::abort();
    if (fault == "hang " + when)
        for (;;) pause();
    if (fault != "print " + when) return;
    constexpr char kWord[] = "a word of the driver\n";
    for (std::FILE* const stream : {stdout, stderr}) {
        std::fputs("a word of the driver by stdio\n", stream);
        std::fflush(stream);
        static_cast<void>(!write(fileno(stream), kWord, sizeof kWord - 1));
    }
}

void makeWritable(void* place) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    mprotect(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(place) / page * page), page,
             PROT_READ | PROT_WRITE);
}

decltype(&clBuildProgram) realBuild = nullptr;

cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                         void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
    doWhatIsSaid("build");
    return realBuild(program, count, devices, options, notify, data);
}

cl_int CL_API_CALL platforms(cl_uint capacity, cl_platform_id* list, cl_uint* number) {
    doWhatIsSaid("look");
    const auto realPlatforms = reinterpret_cast<decltype(&clGetPlatformIDs)>(real(kPlatforms));
    const cl_int code = realPlatforms(capacity, list, number);
    if (code == CL_SUCCESS && list && !realBuild) { // an object of a driver begins with the driver's functions
        auto& functions = **reinterpret_cast<cl_icd_dispatch**>(*list);
        realBuild = functions.clBuildProgram;
        makeWritable(&functions.clBuildProgram);
        functions.clBuildProgram = build;
    }
    return code;
}

} // namespace

/// The loader calls this to find platforms().
extern "C" void* clGetExtensionFunctionAddress(const char* name) {
    return std::string(name) == kPlatforms ? reinterpret_cast<void*>(&platforms) : real(name);
}
