#pragma once

#include "backend/Backend.h"
#include "backend/opencl/arguments.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headlight {

/// Whole numbers that kernels read: a part of a buffer.
struct DeviceList {
    cl::Buffer buffer;
    Index first = 0;
};

/// Rows of a matrix: neighbours, or those of a list.
struct RowSet {
    Index first = 0, count = 0;                       ///< rows, or places in `items`
    std::shared_ptr<const std::vector<cl_int>> items; ///< null: neighbours
    DeviceList list;

    RowSet part(Index from, Index n) const;
    RowSet within(Index begin, Index end) const; ///< those among the rows [begin, end)
    device::Rows rows() const;
};

/// What tests may change of a device.
struct DeviceLimits {
    std::size_t blockBytes = 0; ///< the most that one buffer of scores takes; 0: what the device allows
    bool usesDoubles = true;    ///< where it has them
    std::optional<bool>
        hasTiles{}; ///< whether products go through local memory, where groups may be large enough; nothing: on a GPU
    double workOfMark = 1e9; ///< multiplications from one sign of life to the next
    cl::Buffer (*allocate)(const cl::Context&, cl_mem_flags, std::size_t bytes) = nullptr; ///< null: as OpenCL does
    friend bool operator==(const DeviceLimits&, const DeviceLimits&) = default;
};

/// What is done on one device, in order, and nothing is waited for before finish(). Throws cl::Error. One thread.
class DeviceQueue {
public:
    DeviceQueue(const cl::Device& device, const cl::Context& context, const cl::Program& program,
                const DeviceLimits& limits);
    ~DeviceQueue();

    const cl::Device& device() const { return device_; }
    bool hasTiles() const { return hasTiles_; } ///< see DeviceLimits
    std::size_t blockBytes() const { return blockBytes_; }
    double workOfMark() const { return limits_.workOfMark; }
    const cl::Buffer& none() const { return none_; } ///< for a kernel that will not read it

    cl::Buffer makeBuffer(Index bytes, cl_mem_flags flags = CL_MEM_READ_WRITE);
    /// `from` must stay until finish(): keep() it before.
    void write(const cl::Buffer& to, Index offset, const void* from, Index bytes);
    void keep(std::shared_ptr<const void> owner) { kept_.push_back(std::move(owner)); }
    template <class T>
    void writeAll(const cl::Buffer& to, std::vector<T> values) {
        const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
        keep(owner);
        write(to, 0, owner->data(), static_cast<Index>(owner->size() * sizeof(T)));
    }
    void fill(const cl::Buffer& buffer, cl_int value, Index count);
    void copy(const cl::Buffer& from, Index offset, const cl::Buffer& to, Index toOffset, Index bytes);

    DeviceList list(std::vector<cl_int> numbers);
    RowSet rows(const IndexSet& set, Index size); ///< the same set again costs nothing

    /// Calls a kernel for [width, height] work items, in groups of `group` by 1; the width is rounded up to whole ones.
    template <class... Arguments>
    void run(const char* kernel, Index width, Index height, const Arguments&... arguments) {
        call(kernel, {roundedUp(width, kGroup), height}, {kGroup, 1}, arguments...);
    }
    /// For whole groups of `group` work items.
    template <class... Arguments>
    void runGroups(const char* kernel, std::pair<Index, Index> groups, std::pair<Index, Index> group,
                   const Arguments&... arguments) {
        call(kernel, {groups.first * group.first, groups.second * group.second}, group, arguments...);
    }
    static constexpr Index kGroup = 64; ///< work items; LANES in common.cl

    /// So many multiplications were asked for: after many of them, finish() can tell that the device is alive.
    void did(double multiplications);
    void map(const cl::Buffer& buffer, Index bytes, void*& to); ///< valid after finish()
    void unmap(const cl::Buffer& buffer, void* from);
    /// Calls the watch when a part of the work is done. False if it stops: then the work goes on, and what was to be
    /// read is not. `last`: what else is to be done before the one wait.
    bool finish(const Watch& watch, const std::function<void()>& last);

    const Traffic& traffic() const { return traffic_; }

private:
    static Index roundedUp(Index n, Index step) { return (n + step - 1) / step * step; }
    static cl_int argument(Index i) { return device::whole(i); }
    static cl_int argument(int i) { return i; }
    static cl_int argument(bool b) { return b; }
    static cl_int argument(device::Cell cell) { return static_cast<cl_int>(cell); }
    template <class T>
    static const T& argument(const T& t) {
        return t;
    }
    template <class... Arguments>
    void call(const char* name, std::pair<Index, Index> size, std::pair<Index, Index> group,
              const Arguments&... arguments) {
        if (size.first <= 0 || size.second <= 0) return;
        cl::Kernel& kernel = this->kernel(name);
        cl_uint place = 0;
        (kernel.setArg(place++, argument(arguments)), ...);
        const auto range = [](std::pair<Index, Index> of) {
            return cl::NDRange(static_cast<std::size_t>(of.first), static_cast<std::size_t>(of.second));
        };
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, range(size), range(group));
    }
    cl::Kernel& kernel(const std::string& name);

    cl::Device device_;
    cl::Context context_;
    cl::Program program_;
    cl::CommandQueue queue_;
    DeviceLimits limits_;
    bool hasTiles_ = false;
    std::size_t blockBytes_ = 0;
    cl::Buffer none_, lists_;
    Index listsUsed_ = 0;
    std::unordered_map<std::string, cl::Kernel> kernels_;
    std::vector<std::shared_ptr<const void>> kept_;
    std::vector<std::pair<IndexSet, RowSet>> sets_; ///< of this frame
    double work_ = 0;                               ///< since the last mark
    std::deque<cl::Event> marks_;
    Traffic traffic_;
};

} // namespace headlight
