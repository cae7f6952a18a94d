#pragma once

#include "session/Session.h"

namespace headlight {

/// THE walk over the matrices of a session, on or off: f(matrix), there or not, in one order. Not the embeddings.
template <class SessionLike, class F>
void forEachBlock(SessionLike& session, F f) {
    if (session.positions.kept) f(session.positions.kept->table.kept);
    for (auto& layer : session.layers) {
        f(layer.options.mask.given.kept);
        forEachParameter(layer, 0, [&](const ParameterRef&, auto& value) { f(value.kept); });
    }
}

} // namespace headlight
