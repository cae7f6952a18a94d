#pragma once
// Device memory with a pattern on either side, in which a kernel that writes too far leaves a trace.

#include "backend/opencl/cl.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

class Canaries {
public:
    /// Allocates memory, as DeviceLimits::allocate. The memory is kept until check().
    static cl::Buffer allocate(const cl::Context& context, cl_mem_flags flags, std::size_t bytes) {
        const cl::CommandQueue queue(context);
        const cl::Buffer whole(context, flags, bytes + 2 * kMargin);
        queue.enqueueFillBuffer(whole, kByte, 0, bytes + 2 * kMargin);
        queue.finish();
        all().push_back({whole, bytes});
        const cl_buffer_region middle{kMargin, bytes};
        return cl::Buffer(whole).createSubBuffer(flags & ~cl_mem_flags{CL_MEM_ALLOC_HOST_PTR},
                                                 CL_BUFFER_CREATE_TYPE_REGION, &middle);
    }

    /// Returns nothing, or says which memory was written beyond its ends. To be called after all work on it is done.
    static std::string check() {
        std::string text;
        for (const auto& [whole, bytes] : std::exchange(all(), {})) {
            const cl::CommandQueue queue(whole.getInfo<CL_MEM_CONTEXT>());
            for (const std::size_t begin : {std::size_t{0}, kMargin + bytes}) {
                std::vector<cl_uchar> margin(kMargin);
                queue.enqueueReadBuffer(whole, CL_TRUE, begin, kMargin, margin.data());
                const auto bad = std::ranges::find_if(margin, [](cl_uchar c) { return c != kByte; });
                if (bad == margin.end()) continue;
                const auto place = static_cast<long>(begin) + (bad - margin.begin()) - static_cast<long>(kMargin);
                text += "byte " + std::to_string(place) + " of a buffer of " + std::to_string(bytes) + "; ";
            }
        }
        return text;
    }

private:
    static constexpr std::size_t kMargin = 4096; ///< bytes; devices align a part of a buffer to less
    static constexpr cl_uchar kByte = 0xc5;
    static std::vector<std::pair<cl::Buffer, std::size_t>>& all() {
        static std::vector<std::pair<cl::Buffer, std::size_t>> made;
        return made;
    }
};

} // namespace headlight::testing
