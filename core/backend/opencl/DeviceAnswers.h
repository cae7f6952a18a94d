#pragma once

#include "backend/Backend.h"
#include "backend/opencl/OpenClHead.h"

#include <vector>

namespace headlight {

/// The answers of a frame: kernels write them into memory that the host can map, so it waits for them once.
class DeviceAnswers {
public:
    explicit DeviceAnswers(DeviceQueue& queue) : queue_(queue) {}

    /// Enqueues a read. `answer` must stay until deliver() or discard(). `owner`: see discard().
    void add(const Read& read, const DeviceCells& cells, Answer& answer, const void* owner);
    /// map() asks for all of it before the queue is finished; deliver() fills the answers afterwards.
    void map();
    void deliver();
    void discard(const void* owner); ///< drops an owner's reads, or (null) everything

private:
    struct Pending {
        Read read;
        Answer* answer;
        Index offset;       ///< bytes
        Index row;          ///< the first row in the answer, which may come in parts
        Index cols;         ///< columns of the stage
        std::size_t memory; ///< an index in memory_
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
    Index nextBytes_ = 0;        ///< bytes of the first buffer: as many as the previous frame used
};

} // namespace headlight
