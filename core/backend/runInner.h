#pragma once

#include "backend/Backend.h"

#include <vector>

namespace headlight {

/// For layers that stand before others: lets `inner` run what they were asked. `innerOf(layer)` is what such a layer
/// stands before; whatever the update and the reads name of them is named so.
template <class InnerOf>
Result<IndexSet> runInner(BackendLayer& inner, LayerUpdate update, std::span<const Read> reads,
                          std::span<Answer> answers, InnerOf innerOf) {
    const auto replace = [&](BackendLayer*& layer) {
        if (layer) layer = innerOf(layer);
    };
    std::vector<Read> own(reads.begin(), reads.end());
    replace(update.queries.below);
    replace(update.keys.below);
    for (Read& read : own) replace(read.minus);
    return inner.run(update, own, answers);
}

} // namespace headlight
