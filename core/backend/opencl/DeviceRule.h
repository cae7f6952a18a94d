#pragma once

#include "backend/host/AllowedKeys.h"
#include "backend/opencl/DeviceQueue.h"

namespace headlight {

/// The rule by which the scores of a layer become weights, on a device.
class DeviceRule {
public:
    /// Takes over a rule. Transfers mask and dropout only if they or the sizes differ.
    void take(DeviceQueue& queue, const ScoreRule& rule, Index queries, Index keys);

    device::Rule rule;
    device::Mask mask;
    cl::Buffer bytes;                ///< the bytes of the mask
    cl::Buffer none;                 ///< a buffer for a kernel that will not read it
    std::vector<cl::Buffer> dropped; ///< for each head a bit for each cell; empty: no dropout
    ScoreRule host;                  ///< the rule on the host
    bool isSum() const { return rule.isSum != 0; }
    Index queries() const { return queries_; } ///< returns the number that it was taken for
    Index keys() const { return keys_; }

private:
    void takeMask(DeviceQueue& queue, Index queries, Index keys);
    void takeDropout(DeviceQueue& queue);

    Index queries_ = 0, keys_ = 0;
};

} // namespace headlight
