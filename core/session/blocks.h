#pragma once

#include "session/Session.h"

namespace headlight {

/// THE walk over the matrices that stand in a layer by themselves: f(matrix) for masks, parameters, and what of both is
/// switched off, there or not, in one order. Not what waits as a whole.
template <class LayerLike, class F>
void forEachSlot(LayerLike& layer, F f) {
    f(layer.options.mask.given);
    f(layer.offGiven);
    if (layer.otherMasks) f(layer.otherMasks->given);
    if (layer.otherMasks) f(layer.otherMasks->offGiven);
    forEachParameter(layer, 0, [&](const ParameterRef&, auto& matrix) { f(matrix); });
    forEachOff(layer, 0, [&](const ParameterRef&, auto& matrix) { f(matrix); });
}

/// The same of a session, with its tables of positions. Not the embeddings.
template <class F>
void forEachSlot(Session& session, F f) {
    for (auto* positions : {&session.positions, &session.offPositions})
        if (*positions) f((*positions)->table);
    for (Layer& layer : session.layers) forEachSlot(layer, f);
}

/// Those, and of what waits as a whole, which can be read and not exchanged.
template <class F>
void forEachBlock(const Layer& layer, F f) {
    forEachSlot(layer, f);
    for (const Whole& whole : kWholes)
        if (layer.*whole.slot) forEachBlock(*(layer.*whole.slot), f);
}
template <class F>
void forEachBlock(const Session& session, F f) {
    for (const auto* positions : {&session.positions, &session.offPositions})
        if (*positions) f((*positions)->table);
    for (const Layer& layer : session.layers) forEachBlock(layer, f);
}

} // namespace headlight
