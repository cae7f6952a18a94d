#include "backend/opencl/DeviceRule.h"

#include "base/toFloat.h"
#include "kernels/kernels.h"

#include <utility>

namespace headlight {

void DeviceRule::take(DeviceQueue& queue, const ScoreRule& now, Index queries, Index keys) {
    const bool isSameSize = queries == queries_ && keys == keys_ && bytes();
    const bool isSameMask = isSameSize && now.mask == host.mask;
    const bool isSameDropout = isSameSize && now.dropout == host.dropout;
    host = now;
    queries_ = queries;
    keys_ = keys;
    const float factor = toFloat(now.factor);
    const kernels::ExpScale scale = kernels::expScaleOf(factor);
    rule = {factor, scale.pre, scale.post, now.normalisation == Normalisation::Sum};
    if (!isSameMask) takeMask(queue, queries, keys);
    if (!isSameDropout) takeDropout(queue);
}

void DeviceRule::takeMask(DeviceQueue& queue, Index queries, Index keys) {
    mask = {};
    bytes = none = queue.none();
    if (host.mask.window) mask.ahead = mask.behind = *host.mask.window;
    if (host.mask.causal) mask.ahead = 1;
    AllowedKeys allowed;
    allowed.take(host.mask, queries, keys);
    const std::uint8_t* first = allowed.bytes(0);
    if (!first) return;
    mask.hasBytes = 1;
    mask.stride = host.mask.given ? device::whole(keys) : 0;
    std::vector<cl_uchar> all(first, first + (host.mask.given ? queries : 1) * keys);
    bytes = queue.makeBuffer(static_cast<Index>(all.size()));
    queue.writeAll(bytes, std::move(all));
}

void DeviceRule::takeDropout(DeviceQueue& queue) {
    dropped.clear();
    if (!host.dropout) return;
    queue.keep(std::make_shared<Frozen<DropoutMask>>(host.dropout));
    for (const CellMask& of : host.dropout->dropped) {
        const auto size = static_cast<Index>(of.words().size() * sizeof(cl_uint));
        dropped.push_back(queue.makeBuffer(size));
        queue.write(dropped.back(), 0, of.words().data(), size);
    }
}

} // namespace headlight
