#include "backend/opencl/DeviceQueue.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

namespace headlight {
namespace {

constexpr Index kListBytes = Index{1} << 20;
constexpr std::size_t kMinStep = 256; ///< bytes
constexpr long kFramesSpare = 2;
constexpr std::size_t kMarksAhead = 4; ///< so that the device always has work

/// Rounds up to one of few sizes, so that growing sentences reuse buffers. At most 6 % of a large one are wasted.
std::size_t roundedUp(std::size_t bytes) {
    const std::size_t step = std::max(kMinStep, std::bit_floor(bytes) / 16);
    return (bytes + step - 1) / step * step;
}

std::size_t bytesOf(Index n) { return static_cast<std::size_t>(n); }

using Kept = std::vector<std::shared_ptr<const void>>;

/// Keeps what a driver that has failed may still read.
void keepForever(Kept kept) {
    static std::mutex mutex;
    static auto& forever = *new std::vector<Kept>;
    const std::lock_guard lock(mutex);
    forever.push_back(std::move(kept));
}

} // namespace

RowSet RowSet::part(Index from, Index n) const {
    RowSet part = *this;
    part.first += from;
    part.count = n;
    return part;
}

RowSet RowSet::within(Index begin, Index end) const {
    if (!items) {
        const Index from = std::max(first, begin);
        return part(from - first, std::max<Index>(0, std::min(first + count, end) - from));
    }
    const auto from = items->begin() + first, to = from + count;
    const auto placeOf = [&](Index row) { return std::lower_bound(from, to, row) - from; };
    return part(placeOf(begin), placeOf(end) - placeOf(begin));
}

std::pair<Index, Index> RowSet::range() const {
    if (!items || count == 0) return {first, first + count};
    return {(*items)[bytesOf(first)], (*items)[bytesOf(first + count - 1)] + 1};
}

device::Rows RowSet::rows() const {
    return {device::whole(items ? list.first + first : first), device::whole(count), items != nullptr};
}

bool DeviceLimits::tilesOn(const cl::Device& device) const {
    return hasTiles.value_or((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0) &&
           device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= 256;
}

DeviceQueue::DeviceQueue(const cl::Device& device, const cl::Context& context, const cl::Program& program,
                         const DeviceLimits& limits)
    : device_(device), context_(context), program_(program), queue_(context, device), limits_(limits) {
    hasTiles_ = limits.tilesOn(device);
    maxBytes_ = static_cast<std::size_t>(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    blockBytes_ = limits.blockBytes == 0 ? maxBytes_ : std::min(limits.blockBytes, maxBytes_);
    none_ = makeBuffer(64);
}

/// Waits, because the device may still read memory of the host.
DeviceQueue::~DeviceQueue() {
    try {
        queue_.finish();
    } catch (const cl::Error&) {
        keepForever(std::move(kept_));
    }
}

cl::Buffer DeviceQueue::makeBuffer(Index bytes, cl_mem_flags flags) {
    const std::size_t minSize = bytesOf(std::max<Index>(bytes, 4)),
                      rounded = limits_.allocate ? minSize : roundedUp(minSize),
                      size = rounded > maxBytes_ ? minSize : rounded;
    const auto spare = std::ranges::find(spare_, size, &Spare::size);
    if (flags == CL_MEM_READ_WRITE && spare != spare_.end()) {
        cl::Buffer buffer = std::move(spare->buffer);
        spare_.erase(spare);
        return buffer;
    }
    const auto allocate = [&] {
        return limits_.allocate ? limits_.allocate(context_, flags, size) : cl::Buffer(context_, flags, size);
    };
    if (spare_.empty()) return allocate();
    try {
        return allocate();
    } catch (const cl::Error&) { // the spare buffers may take the memory that is missing
        queue_.finish();
        spare_.clear();
        return allocate();
    }
}

void DeviceQueue::giveBack(cl::Buffer buffer) {
    if (!buffer()) return;
    const auto size = buffer.getInfo<CL_MEM_SIZE>();
    spare_.push_back({size, std::move(buffer), frame_});
}

void DeviceQueue::write(const cl::Buffer& to, Index offset, const void* from, Index bytes) {
    if (bytes == 0) return;
    queue_.enqueueWriteBuffer(to, CL_FALSE, bytesOf(offset), bytesOf(bytes), from);
    traffic_.up += static_cast<double>(bytes);
}

void DeviceQueue::fill(const cl::Buffer& buffer, cl_int value, Index count) {
    queue_.enqueueFillBuffer(buffer, value, 0, bytesOf(count) * sizeof value);
}

void DeviceQueue::copy(const cl::Buffer& from, Index offset, const cl::Buffer& to, Index toOffset, Index bytes) {
    if (bytes > 0) queue_.enqueueCopyBuffer(from, to, bytesOf(offset), bytesOf(toOffset), bytesOf(bytes));
}

DeviceList DeviceQueue::list(std::vector<cl_int> numbers) {
    const auto count = static_cast<Index>(numbers.size()), bytes = count * Index{sizeof(cl_int)};
    if (!lists_() || (listsUsed_ + count) * Index{sizeof(cl_int)} > kListBytes) {
        lists_ = makeBuffer(std::max(bytes, kListBytes));
        listsUsed_ = 0;
    }
    const auto owner = std::make_shared<const std::vector<cl_int>>(std::move(numbers));
    keep(owner);
    write(lists_, listsUsed_ * Index{sizeof(cl_int)}, owner->data(), bytes);
    return {lists_, std::exchange(listsUsed_, listsUsed_ + count)};
}

RowSet DeviceQueue::rows(const IndexSet& set, Index size) {
    if (set.all) return {0, size};
    const auto known = std::ranges::find(sets_, set, [](const auto& pair) { return pair.first; });
    if (known != sets_.end()) return known->second;
    auto items = std::make_shared<std::vector<cl_int>>();
    for (const Index item : set.items) items->push_back(device::whole(item));
    RowSet rows{0, static_cast<Index>(items->size()), items, list(*items)};
    sets_.emplace_back(set, rows);
    return rows;
}

cl::Kernel& DeviceQueue::kernel(const std::string& name) {
    const auto found = kernels_.find(name);
    return found != kernels_.end() ? found->second
                                   : kernels_.emplace(name, cl::Kernel(program_, name.c_str())).first->second;
}

void DeviceQueue::did(double multiplications) {
    traffic_.multiplications += multiplications;
    work(multiplications);
}

void DeviceQueue::work(double multiplications) {
    work_ += multiplications;
    if (work_ < limits_.workOfMark) return;
    work_ = 0;
    marks_.emplace_back();
    queue_.enqueueMarkerWithWaitList(nullptr, &marks_.back());
    queue_.flush();
}

void DeviceQueue::map(const cl::Buffer& buffer, Index bytes, void*& to) {
    to = queue_.enqueueMapBuffer(buffer, CL_FALSE, CL_MAP_READ, 0, bytesOf(bytes));
    traffic_.down += static_cast<double>(bytes);
}

void DeviceQueue::unmap(const cl::Buffer& buffer, void* from) { queue_.enqueueUnmapMemObject(buffer, from); }

void DeviceQueue::waitForMark() {
    marks_.front().wait();
    marks_.pop_front();
    ++traffic_.waits;
}

void DeviceQueue::keepPace() {
    while (marks_.size() > kMarksAhead) {
        waitForMark();
        if (!shouldContinue(*pace_, 0)) throw Stopped();
    }
}

bool DeviceQueue::finish(const Watch& watch, const std::function<void()>& last) {
    work_ = 0;
    const std::size_t count = marks_.size();
    while (watch && !marks_.empty()) {
        waitForMark();
        if (!shouldContinue(watch, count - marks_.size(), count + 1)) return false;
    }
    marks_.clear();
    last();
    queue_.finish();
    ++traffic_.waits;
    kept_.clear();
    sets_.clear();
    listsUsed_ = 0;
    std::erase_if(spare_, [now = frame_++](const Spare& spare) { return spare.frame + kFramesSpare < now; });
    return true;
}

} // namespace headlight
