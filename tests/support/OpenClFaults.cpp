#include "support/OpenClFaults.h"

#include "backend/opencl/cl.h"

#include <dlfcn.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace headlight::testing {
namespace {

constexpr long long kNever = std::numeric_limits<long long>::max();

struct Orders {
    OpenClTraffic traffic;
    std::map<std::string, long long> callsOf;
    long long failFirst = kNever, failLast = kNever, hangAt = kNever; ///< numbers of calls, as in traffic.calls
    cl_int code = CL_SUCCESS;
    std::string failingFunction;
    std::map<cl_device_info, std::string> said;
    bool twice = false;
};

struct State {
    std::mutex mutex;
    std::condition_variable released;
    Orders orders;
    bool isHanging = false;
};

State& state() {
    static State& state = *new State; // never freed: a thread left behind may call until the program has ended
    return state;
}

/// Counts a call, and makes it hang if it is to. Returns the code to fail with, or CL_SUCCESS.
cl_int called(const char* function) {
    State& s = state();
    std::unique_lock lock(s.mutex);
    const long long number = ++s.orders.traffic.calls;
    ++s.orders.callsOf[function];
    if (number == s.orders.hangAt) {
        s.isHanging = true;
        s.released.wait(lock, [&] { return !s.isHanging; });
    }
    if (s.orders.failingFunction == function) {
        s.orders.failingFunction.clear();
        return s.orders.code;
    }
    return number >= s.orders.failFirst && number <= s.orders.failLast ? s.orders.code : CL_SUCCESS;
}

/// Calls the loader's function of the same name, unless the call is to fail. The second argument only gives the type.
template <class R, class... P>
R forward(const char* name, R (*)(P...), std::type_identity_t<P>... arguments) {
    if (const cl_int code = called(name); code != CL_SUCCESS) {
        if constexpr (std::is_same_v<R, cl_int>) {
            return code;
        } else {
            cl_int* const error = std::get<sizeof...(P) - 1>(std::tie(arguments...));
            if (error) *error = code;
            return nullptr;
        }
    }
    return reinterpret_cast<R (*)(P...)>(dlsym(RTLD_NEXT, name))(arguments...);
}

void count(std::size_t up, std::size_t down, bool waits) {
    State& s = state();
    const std::lock_guard lock(s.mutex);
    s.orders.traffic.bytesUp += static_cast<long long>(up);
    s.orders.traffic.bytesDown += static_cast<long long>(down);
    s.orders.traffic.waits += waits;
}

std::size_t volume(const std::size_t* region) { return region[0] * region[1] * region[2]; }

template <class F>
auto withOrders(F&& f) {
    const std::lock_guard lock(state().mutex);
    return f(state().orders);
}

/// Fills a list of ids by `list`, with each of them twice if a test says so.
template <class Id, class F>
cl_int namedTwice(cl_uint capacity, Id* ids, cl_uint* number, F&& list) {
    const cl_uint times = withOrders([](Orders& orders) { return orders.twice ? 2U : 1U; });
    cl_uint found = 0;
    const cl_int code = list(capacity / times, ids, &found);
    if (code != CL_SUCCESS) return code;
    if (ids && times == 2) std::copy_n(ids, std::min(found, capacity / 2), ids + found);
    if (number) *number = times * found;
    return code;
}

} // namespace

OpenClFaults::OpenClFaults() {
    withOrders([](Orders& orders) { orders = {}; });
}
OpenClFaults::~OpenClFaults() {
    release();
    withOrders([](Orders& orders) { orders = {}; });
}
void OpenClFaults::fail(long long n, int code) {
    withOrders([&](Orders& orders) {
        orders.failFirst = orders.failLast = orders.traffic.calls + n;
        orders.code = code;
    });
}
void OpenClFaults::failFrom(long long n, int code) {
    fail(n, code);
    withOrders([](Orders& orders) { orders.failLast = kNever; });
}
void OpenClFaults::failNext(std::string function, int code) {
    withOrders([&](Orders& orders) {
        orders.failingFunction = std::move(function);
        orders.code = code;
    });
}
void OpenClFaults::hang(long long n) {
    withOrders([&](Orders& orders) { orders.hangAt = orders.traffic.calls + n; });
}
bool OpenClFaults::isHanging() const {
    return withOrders([](Orders&) { return state().isHanging; });
}
void OpenClFaults::release() {
    withOrders([](Orders& orders) {
        orders.hangAt = kNever;
        state().isHanging = false;
    });
    state().released.notify_all();
}
void OpenClFaults::say(unsigned info, std::string bytes) {
    withOrders([&](Orders& orders) { orders.said[info] = std::move(bytes); });
}
void OpenClFaults::offerTwice() {
    withOrders([](Orders& orders) { orders.twice = true; });
}
OpenClTraffic OpenClFaults::traffic() const {
    return withOrders([](Orders& orders) { return orders.traffic; });
}
long long OpenClFaults::callsOf(const std::string& function) const {
    return withOrders([&](Orders& orders) { return orders.callsOf[function]; });
}

} // namespace headlight::testing

using namespace headlight::testing;

// OpenCL's functions, as CL/cl.h declares them. They are hidden from libraries, so that calls which a driver makes of
// its own accord do not count.
#pragma GCC visibility push(hidden)
extern "C" {

cl_int clGetPlatformIDs(cl_uint capacity, cl_platform_id* platforms, cl_uint* number) {
    return namedTwice(capacity, platforms, number, [](cl_uint r, cl_platform_id* p, cl_uint* n) {
        return forward("clGetPlatformIDs", clGetPlatformIDs, r, p, n);
    });
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info info, size_t capacity, void* value, size_t* size) {
    return forward("clGetPlatformInfo", clGetPlatformInfo, platform, info, capacity, value, size);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint capacity, cl_device_id* devices,
                      cl_uint* number) {
    return namedTwice(capacity, devices, number, [&](cl_uint r, cl_device_id* d, cl_uint* n) {
        return forward("clGetDeviceIDs", clGetDeviceIDs, platform, type, r, d, n);
    });
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info info, size_t capacity, void* value, size_t* size) {
    const auto said = withOrders([&](Orders& orders) {
        const auto found = orders.said.find(info);
        return found == orders.said.end() ? std::optional<std::string>() : found->second;
    });
    if (!said) return forward("clGetDeviceInfo", clGetDeviceInfo, device, info, capacity, value, size);
    if (const cl_int code = called("clGetDeviceInfo"); code != CL_SUCCESS) return code;
    if (size) *size = said->size();
    if (value) std::memcpy(value, said->data(), std::min(capacity, said->size()));
    return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties* properties, cl_uint number, const cl_device_id* devices,
                           void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                           cl_int* error) {
    return forward("clCreateContext", clCreateContext, properties, number, devices, notify, data, error);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                      cl_int* error) {
    return forward("clCreateCommandQueue", clCreateCommandQueue, context, device, properties, error);
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error) {
    if (flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) count(size, 0, false);
    return forward("clCreateBuffer", clCreateBuffer, context, flags, size, host, error);
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                         cl_int* error) {
    return forward("clCreateSubBuffer", clCreateSubBuffer, buffer, flags, type, region, error);
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint number, const char** texts, const size_t* lengths,
                                     cl_int* error) {
    return forward("clCreateProgramWithSource", clCreateProgramWithSource, context, number, texts, lengths, error);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint number, const cl_device_id* devices,
                                     const size_t* lengths, const unsigned char** binaries, cl_int* status,
                                     cl_int* error) {
    return forward("clCreateProgramWithBinary", clCreateProgramWithBinary, context, number, devices, lengths, binaries,
                   status, error);
}

cl_int clBuildProgram(cl_program program, cl_uint number, const cl_device_id* devices, const char* options,
                      void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
    return forward("clBuildProgram", clBuildProgram, program, number, devices, options, notify, data);
}

cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* error) {
    return forward("clCreateKernel", clCreateKernel, program, name, error);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
    return forward("clSetKernelArg", clSetKernelArg, kernel, index, size, value);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info info, size_t capacity,
                                void* value, size_t* size) {
    return forward("clGetKernelWorkGroupInfo", clGetKernelWorkGroupInfo, kernel, device, info, capacity, value, size);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                              const size_t* global, const size_t* local, cl_uint number, const cl_event* after,
                              cl_event* event) {
    return forward("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel, queue, kernel, dimensions, offset, global, local,
                   number, after, event);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t size, void* to,
                           cl_uint number, const cl_event* after, cl_event* event) {
    count(0, size, waits);
    return forward("clEnqueueReadBuffer", clEnqueueReadBuffer, queue, buffer, waits, offset, size, to, number, after,
                   event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t size,
                            const void* from, cl_uint number, const cl_event* after, cl_event* event) {
    count(size, 0, waits);
    return forward("clEnqueueWriteBuffer", clEnqueueWriteBuffer, queue, buffer, waits, offset, size, from, number,
                   after, event);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool waits, const size_t* bufferOrigin,
                               const size_t* hostOrigin, const size_t* region, size_t bufferRow, size_t bufferSlice,
                               size_t hostRow, size_t hostSlice, void* to, cl_uint number, const cl_event* after,
                               cl_event* event) {
    count(0, volume(region), waits);
    return forward("clEnqueueReadBufferRect", clEnqueueReadBufferRect, queue, buffer, waits, bufferOrigin, hostOrigin,
                   region, bufferRow, bufferSlice, hostRow, hostSlice, to, number, after, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool waits, const size_t* bufferOrigin,
                                const size_t* hostOrigin, const size_t* region, size_t bufferRow, size_t bufferSlice,
                                size_t hostRow, size_t hostSlice, const void* from, cl_uint number,
                                const cl_event* after, cl_event* event) {
    count(volume(region), 0, waits);
    return forward("clEnqueueWriteBufferRect", clEnqueueWriteBufferRect, queue, buffer, waits, bufferOrigin, hostOrigin,
                   region, bufferRow, bufferSlice, hostRow, hostSlice, from, number, after, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t fromOffset, size_t toOffset,
                           size_t size, cl_uint number, const cl_event* after, cl_event* event) {
    return forward("clEnqueueCopyBuffer", clEnqueueCopyBuffer, queue, from, to, fromOffset, toOffset, size, number,
                   after, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* fromOrigin,
                               const size_t* toOrigin, const size_t* region, size_t fromRow, size_t fromSlice,
                               size_t toRow, size_t toSlice, cl_uint number, const cl_event* after, cl_event* event) {
    return forward("clEnqueueCopyBufferRect", clEnqueueCopyBufferRect, queue, from, to, fromOrigin, toOrigin, region,
                   fromRow, fromSlice, toRow, toSlice, number, after, event);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t patternSize,
                           size_t offset, size_t size, cl_uint number, const cl_event* after, cl_event* event) {
    return forward("clEnqueueFillBuffer", clEnqueueFillBuffer, queue, buffer, pattern, patternSize, offset, size,
                   number, after, event);
}

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool waits, cl_map_flags flags, size_t offset,
                         size_t size, cl_uint number, const cl_event* after, cl_event* event, cl_int* error) {
    const bool reads = flags & CL_MAP_READ, writes = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    count(writes ? size : 0, reads ? size : 0, waits);
    return forward("clEnqueueMapBuffer", clEnqueueMapBuffer, queue, buffer, waits, flags, offset, size, number, after,
                   event, error);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void* mapped, cl_uint number,
                               const cl_event* after, cl_event* event) {
    return forward("clEnqueueUnmapMemObject", clEnqueueUnmapMemObject, queue, buffer, mapped, number, after, event);
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint buffers, const cl_mem* list,
                                  cl_mem_migration_flags flags, cl_uint number, const cl_event* after,
                                  cl_event* event) {
    return forward("clEnqueueMigrateMemObjects", clEnqueueMigrateMemObjects, queue, buffers, list, flags, number, after,
                   event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint number, const cl_event* after, cl_event* event) {
    return forward("clEnqueueMarkerWithWaitList", clEnqueueMarkerWithWaitList, queue, number, after, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint number, const cl_event* after, cl_event* event) {
    return forward("clEnqueueBarrierWithWaitList", clEnqueueBarrierWithWaitList, queue, number, after, event);
}

cl_int clFlush(cl_command_queue queue) { return forward("clFlush", clFlush, queue); }

cl_int clFinish(cl_command_queue queue) {
    count(0, 0, true);
    return forward("clFinish", clFinish, queue);
}

cl_int clWaitForEvents(cl_uint number, const cl_event* events) {
    count(0, 0, true);
    return forward("clWaitForEvents", clWaitForEvents, number, events);
}

cl_int clGetEventInfo(cl_event event, cl_event_info info, size_t capacity, void* value, size_t* size) {
    return forward("clGetEventInfo", clGetEventInfo, event, info, capacity, value, size);
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info info, size_t capacity, void* value, size_t* size) {
    return forward("clGetEventProfilingInfo", clGetEventProfilingInfo, event, info, capacity, value, size);
}

cl_int clSetEventCallback(cl_event event, cl_int status, void(CL_CALLBACK* notify)(cl_event, cl_int, void*),
                          void* data) {
    return forward("clSetEventCallback", clSetEventCallback, event, status, notify, data);
}

} // extern "C"
#pragma GCC visibility pop
