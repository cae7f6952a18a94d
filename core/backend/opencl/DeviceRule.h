#pragma once

#include "backend/host/AllowedKeys.h"
#include "backend/opencl/DeviceQueue.h"

namespace headlight {

/// How the scores of a layer become weights, on a device.
class DeviceRule {
public:
    /// Does nothing if it holds just that.
    void take(DeviceQueue& queue, const ScoreRule& rule, Index queries, Index keys);

    device::Rule rule;
    device::Mask mask;
    cl::Buffer bytes;                ///< of the mask
    cl::Buffer none;                 ///< for a kernel that will not read it
    std::vector<cl::Buffer> dropped; ///< for each head a bit for each cell; empty: no dropout
    ScoreRule host;                  ///< the same
    bool isSum() const { return rule.isSum != 0; }
    Index queries() const { return queries_; } ///< that it was taken for
    Index keys() const { return keys_; }

private:
    void takeMask(DeviceQueue& queue, Index queries, Index keys);
    void takeDropout(DeviceQueue& queue);

    Index queries_ = 0, keys_ = 0;
};

} // namespace headlight
