#pragma once

#include "session/Session.h"

namespace headlight {

/// THE walk over matrices that stand in a session by themselves: f(matrix) for masks, parameters, and what of both is
/// switched off, there or not, in one order. Not the embeddings, nor what waits as a whole (Layer::offTrained).
template <class SessionLike, class F>
void forEachBlock(SessionLike& session, F f) {
    for (auto& layer : session.layers) {
        f(layer.options.mask.given);
        f(layer.offGiven);
        if (layer.otherMasks) f(layer.otherMasks->given);
        if (layer.otherMasks) f(layer.otherMasks->offGiven);
    }
    forEachParameter(session, [&](const ParameterRef&, auto& matrix) { f(matrix); });
    if (session.offPositions) f(session.offPositions->table);
    for (auto& layer : session.layers) forEachOff(layer, 0, [&](const ParameterRef&, auto& matrix) { f(matrix); });
}

} // namespace headlight
