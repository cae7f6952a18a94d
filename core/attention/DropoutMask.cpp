#include "attention/DropoutMask.h"

#include "random/TorchGenerator.h"

namespace headlight {

DropoutMask drawDropout(const Dropout& dropout, int heads, Index queries, Index keys) {
    DropoutMask mask;
    mask.factor = 1 / (1 - dropout.rate);
    TorchGenerator generator(dropout.seed);
    for (int head = 0; head < heads; ++head) {
        CellMask& dropped = mask.dropped.emplace_back(queries, keys, false);
        for (Index query = 0; query < queries; ++query) {
            const Matrix kept = generator.dropoutMask(1, keys, dropout.rate);
            for (Index key = 0; key < keys; ++key)
                if (kept(0, key) == 0) dropped.set(query, key, true);
        }
    }
    return mask;
}

} // namespace headlight
