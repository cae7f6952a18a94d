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
    if (!isSameDropout) takeDropout(queue, queries, keys);
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

void DeviceRule::takeDropout(DeviceQueue& queue, Index queries, Index keys) {
    dropped.clear();
    if (!host.dropout) return;
    for (const CellMask& of : host.dropout->dropped) {
        std::vector<cl_uint> bits(static_cast<std::size_t>((queries * keys + 31) / 32));
        for (Index row = 0, cell = 0; row < queries; ++row)
            for (Index key = 0; key < keys; ++key, ++cell)
                bits[static_cast<std::size_t>(cell / 32)] |= cl_uint{of(row, key)} << cell % 32;
        dropped.push_back(queue.makeBuffer(static_cast<Index>(bits.size() * sizeof(cl_uint))));
        queue.writeAll(dropped.back(), std::move(bits));
    }
}

} // namespace headlight
