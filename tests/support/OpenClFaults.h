#pragma once
// An OpenCL driver that fails, and what goes through it. OpenClFaults.cpp defines OpenCL's functions within the
// program. They are called instead of the loader's and forward to these. Programs that compile it: see
// tests/CMakeLists.txt.

#include <string>

namespace headlight::testing {

/// What was asked of OpenCL.
struct OpenClTraffic {
    long long calls = 0;     ///< of the functions in OpenClFaults.cpp, also those that were made to fail
    long long bytesUp = 0;   ///< of buffers that were made from memory, written, or mapped for writing
    long long bytesDown = 0; ///< of buffers that were read, or mapped for reading
    long long waits = 0;     ///< clFinish, clWaitForEvents, blocking reads, writes and maps
    friend bool operator==(const OpenClTraffic&, const OpenClTraffic&) = default;
};

/// While there is one, calls are counted, from 0 on, and fail as it says. One at a time; calls come from any thread.
class OpenClFaults {
public:
    OpenClFaults();
    ~OpenClFaults(); ///< calls that hang go on
    OpenClFaults(const OpenClFaults&) = delete;
    OpenClFaults& operator=(const OpenClFaults&) = delete;

    /// The n-th call from now (1: the next) returns `code` and does nothing.
    void fail(long long n, int code);
    /// So do all that follow it: a device that is lost.
    void failFrom(long long n, int code);
    /// So does the next call of this function.
    void failNext(std::string function, int code);
    /// The n-th call from now does not return until release().
    void hang(long long n);
    bool isHanging() const;
    void release();
    /// clGetDeviceInfo() answers `bytes` when it is asked for `info` (CL_DEVICE_...), of any device.
    void say(unsigned info, std::string bytes);
    /// clGetPlatformIDs() and clGetDeviceIDs() name each one twice.
    void offerTwice();

    OpenClTraffic traffic() const;
    long long callsOf(const std::string& function) const;
};

} // namespace headlight::testing
