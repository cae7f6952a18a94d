#pragma once
// An OpenCL driver that fails, and counters of its traffic. OpenClFaults.cpp defines OpenCL's functions within the
// program; they are called instead of the loader's, and forward to these. tests/CMakeLists.txt says which programs
// compile it.

#include <string>

namespace headlight::testing {

/// The traffic between the program and OpenCL.
struct OpenClTraffic {
    long long calls = 0;     ///< calls of the functions in OpenClFaults.cpp, including those that were made to fail
    long long bytesUp = 0;   ///< bytes of buffers that were made from memory, written, or mapped for writing
    long long bytesDown = 0; ///< bytes of buffers that were read, or mapped for reading
    long long waits = 0;     ///< clFinish, clWaitForEvents, blocking reads, writes and maps
    friend bool operator==(const OpenClTraffic&, const OpenClTraffic&) = default;
};

/// Counts calls from 0 on as long as it exists, and lets them fail as it is told. There is one at a time. Calls come
/// from any thread.
class OpenClFaults {
public:
    OpenClFaults();
    ~OpenClFaults(); ///< lets calls that hang go on
    OpenClFaults(const OpenClFaults&) = delete;
    OpenClFaults& operator=(const OpenClFaults&) = delete;

    /// The n-th call from now (1: the next) returns `code` and does nothing.
    void fail(long long n, int code);
    /// The n-th call and all that follow return `code`, as if the device were lost.
    void failFrom(long long n, int code);
    /// The next call of this function returns `code`.
    void failNext(std::string function, int code);
    /// The n-th call from now does not return until release().
    void hang(long long n);
    bool isHanging() const;
    void release();
    /// clGetDeviceInfo() answers `bytes` when it is asked for `info` (CL_DEVICE_...), of any device.
    void say(unsigned info, std::string bytes);
    /// clGetPlatformIDs() and clGetDeviceIDs() list each platform or device twice.
    void offerTwice();

    OpenClTraffic traffic() const;
    long long callsOf(const std::string& function) const;
};

} // namespace headlight::testing
