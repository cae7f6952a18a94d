#pragma once

#include "backend/Backend.h"
#include "backend/opencl/OpenClHead.h"

#include <vector>

namespace headlight {

/// What is read in a frame: kernels write it into memory that the host can map, which is waited for once.
class DeviceAnswers {
public:
    explicit DeviceAnswers(DeviceQueue& queue) : queue_(queue) {}

    /// `answer` must stay until deliver() or discard(). `owner`: see discard().
    void add(const Read& read, const DeviceCells& cells, Answer& answer, const void* owner);
    /// Asks for all of it, before the queue is finished; and fills the answers, after it is.
    void map();
    void deliver();
    void discard(const void* owner); ///< what it has asked for, or (null) everything

private:
    struct Pending {
        Read read;
        Answer* answer;
        Index offset, row, cols; ///< bytes in `memory_`; of the answer, which may come in parts; of the stage
        std::size_t memory;      ///< which one
        const void* owner;
    };
    struct Memory {
        cl::Buffer buffer;
        Index bytes, used = 0;
        void* mapped = nullptr;
    };
    Index reserve(Index bytes);
    void readPart(const Read& read, Index row, const DeviceCells& cells, Answer& answer, const void* owner);
    void readCells(const Area& area, const DeviceCells& cells, Index offset);
    void readTile(const Read& read, const DeviceCells& cells, Index offset);
    void readExtent(const DeviceCells& cells, Index offset);
    void fill(const Pending& pending, const std::byte* from) const;

    DeviceQueue& queue_;
    std::vector<Pending> pending_;
    std::vector<Memory> memory_; ///< the last one is written to
    Index least_ = 0;            ///< bytes that the first one takes: what the frame before took
};

} // namespace headlight
