#pragma once

#include "backend/Backend.h"
#include "backend/opencl/arguments.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headlight {

/// Integers that kernels read: a part of a buffer.
struct DeviceList {
    cl::Buffer buffer;
    Index first = 0;
};

/// Rows of a matrix: neighbours, or those of a list.
struct RowSet {
    Index first = 0, count = 0;                         ///< rows, or indices in `items`
    std::shared_ptr<const std::vector<cl_int>> items{}; ///< null: the rows are neighbours
    DeviceList list{};

    RowSet part(Index from, Index n) const;
    RowSet within(Index begin, Index end) const; ///< returns those among the rows [begin, end)
    std::pair<Index, Index> range() const;       ///< returns the first row, and the one behind the last
    device::Rows rows() const;
};

/// The limits of a device, which tests may change.
struct DeviceLimits {
    std::size_t blockBytes = 0; ///< maximum of one buffer of scores; 0: what the device allows
    bool usesDoubles = true;    ///< doubles are used if the device has them
    /// The maximum of bytes for all scores, beyond which they are streamed. Nothing: a part of the device's memory.
    std::optional<double> scoresBytes{};
    /// Work items share work in groups (products in tiles, rows in lanes) if the device allows large enough groups.
    /// Nothing: only on a GPU.
    std::optional<bool> hasTiles{};
    double workOfMark = 1e9; ///< multiplications, or as much other work, from one sign of life to the next
    cl::Buffer (*allocate)(const cl::Context&, cl_mem_flags, std::size_t bytes) = nullptr; ///< null: OpenCL allocates
    bool tilesOn(const cl::Device& device) const; ///< returns hasTiles, but false if the device's groups are too small
    friend bool operator==(const DeviceLimits&, const DeviceLimits&) = default;
};
inline constexpr Index kLanes = 64; ///< work items that share a row on a device with tiles; without tiles, one has it

/// The traffic between the host and a device since the queue was made, the number of times that the host waited, and
/// the multiplications that the device was asked for.
struct Traffic {
    double up = 0, down = 0; ///< bytes
    long waits = 0;
    double multiplications = 0;
};

/// The commands for one device, in order. Waits in finish() and keepPace(), or if memory is short. Throws cl::Error.
/// One thread.
class DeviceQueue {
public:
    DeviceQueue(const cl::Device& device, const cl::Context& context, const cl::Program& program,
                const DeviceLimits& limits);
    ~DeviceQueue();

    const cl::Device& device() const { return device_; }
    bool hasTiles() const { return hasTiles_; } ///< returns DeviceLimits::tilesOn()
    std::size_t blockBytes() const { return blockBytes_; }
    double workOfMark() const { return limits_.workOfMark; }
    const cl::Buffer& none() const { return none_; } ///< returns a buffer for a kernel that will not read it

    cl::Buffer makeBuffer(Index bytes, cl_mem_flags flags = CL_MEM_READ_WRITE);
    /// Keeps a buffer that has no other owner for the next one of its size, in this frame or the next two: some drivers
    /// wait for the device before they release memory. Commands that were enqueued before may still use it.
    void giveBack(cl::Buffer buffer);
    /// Enqueues a transfer. `from` must stay until finish(): keep() it before.
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
    RowSet rows(const IndexSet& set, Index size); ///< returns a set; the same one again costs nothing

    /// Calls a kernel for [width, height] work items; the width is rounded up to whole groups. Each argument is one of
    /// the kernel, or stands for several of them: a RowSet, a DeviceList, a tuple.
    template <class... Arguments>
    void run(const char* kernel, Index width, Index height, const Arguments&... arguments) {
        const Index group = hasTiles_ ? kLanes : 4 * kLanes; // each group costs a CPU time
        call(kernel, {(width + group - 1) / group * group, height}, {group, 1}, arguments...);
    }
    /// Calls a kernel for a group of LANES work items for each row, which share it, or for [width, height] such groups.
    template <class... Arguments>
    void runLanes(const char* kernel, Index rows, const Arguments&... arguments) {
        runLanes(kernel, std::pair(rows, Index{1}), arguments...);
    }
    template <class... Arguments>
    void runLanes(const char* kernel, std::pair<Index, Index> groups, const Arguments&... arguments) {
        runGroups(kernel, groups, {hasTiles_ ? kLanes : 1, 1}, arguments...);
    }
    /// Calls a kernel for whole groups of `group` work items.
    template <class... Arguments>
    void runGroups(const char* kernel, std::pair<Index, Index> groups, std::pair<Index, Index> group,
                   const Arguments&... arguments) {
        call(kernel, {groups.first * group.first, groups.second * group.second}, group, arguments...);
    }

    void did(double multiplications);                           ///< counts what was enqueued as part of a product
    void map(const cl::Buffer& buffer, Index bytes, void*& to); ///< `to` is valid after finish()
    void unmap(const cl::Buffer& buffer, void* from);
    struct Stopped {};
    /// Waits until the device has done most of what was enqueued, and calls the watch of setPace(). Throws Stopped if
    /// that stops; what was enqueued is still done.
    void keepPace();
    void setPace(const Watch* watch) { pace_ = watch; } ///< `watch` must stay until the last keepPace()
    /// Waits until everything is done, and calls `watch` when a part is. Returns false if it stops: what was enqueued
    /// is still done, but nothing is read. `last`: enqueues more before the last wait.
    bool finish(const Watch& watch, const std::function<void()>& last);

    const Traffic& traffic() const { return traffic_; }

private:
    static cl_int argument(Index i) { return device::whole(i); }
    static cl_int argument(int i) { return i; }
    static cl_int argument(bool b) { return b; }
    template <class T>
    static const T& argument(const T& t) {
        return t;
    }
    template <class... Arguments>
    void call(const char* name, std::pair<Index, Index> size, std::pair<Index, Index> group,
              const Arguments&... arguments) {
        if (size.first <= 0 || size.second <= 0) return;
        Call call{this->kernel(name), 0, static_cast<double>(size.first) * static_cast<double>(size.second)};
        (set(call, arguments), ...);
        const auto range = [](std::pair<Index, Index> of) {
            return cl::NDRange(static_cast<std::size_t>(of.first), static_cast<std::size_t>(of.second));
        };
        queue_.enqueueNDRangeKernel(call.kernel, cl::NullRange, range(size), range(group));
        work(kOfCell * call.cells);
    }
    struct Call {
        cl::Kernel& kernel;
        cl_uint place;
        double cells; ///< the maximum of cells that it works on
    };
    template <class T>
    void set(Call& call, const T& t) {
        call.kernel.setArg(call.place++, argument(t));
    }
    template <class... T>
    void set(Call& call, const std::tuple<T...>& several) {
        std::apply([&](const T&... one) { (set(call, one), ...); }, several);
    }
    void set(Call& call, const DeviceList& list) { set(call, std::tuple(list.buffer, list.first)); }
    void set(Call& call, const RowSet& set) {
        this->set(call, std::tuple(set.rows(), set.items ? set.list.buffer : none_));
    }
    void set(Call& call, const device::Cells& cells) {
        call.kernel.setArg(call.place++, cells);
        call.cells = std::max(call.cells, static_cast<double>(cells.count) * static_cast<double>(cells.cols));
    }
    cl::Kernel& kernel(const std::string& name);
    void waitForMark();
    void work(double multiplications);   ///< counts what was enqueued; marks tell finish() that the device lives
    static constexpr double kOfCell = 4; ///< multiplications that take as long as a cell

    cl::Device device_;
    cl::Context context_;
    cl::Program program_;
    cl::CommandQueue queue_;
    DeviceLimits limits_;
    bool hasTiles_ = false;
    std::size_t blockBytes_ = 0, maxBytes_ = 0;
    struct Spare {
        std::size_t size;
        cl::Buffer buffer;
        long frame; ///< the number of the frame in which it was given back
    };
    std::vector<Spare> spare_;
    long frame_ = 0;
    cl::Buffer none_, lists_;
    Index listsUsed_ = 0;
    std::unordered_map<std::string, cl::Kernel> kernels_;
    std::vector<std::shared_ptr<const void>> kept_;
    std::vector<std::pair<IndexSet, RowSet>> sets_; ///< the sets of this frame
    double work_ = 0;                               ///< the work since the last mark
    std::deque<cl::Event> marks_;
    const Watch* pace_ = nullptr;
    Traffic traffic_;
};

} // namespace headlight
