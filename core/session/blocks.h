#pragma once

#include "session/Session.h"

#include <algorithm>

namespace headlight {

/// Calls f(matrix) for all matrices of a session but the embeddings, on or off, null or not, always in the same order.
template <class SessionLike, class F>
void forEachBlock(SessionLike& session, F f) {
    if (session.positions.kept) f(session.positions.kept->table.kept);
    for (auto& layer : session.layers) {
        f(layer.options.mask.given.kept);
        forEachParameter(layer, 0, [&](const ParameterRef&, auto& value) { f(value.kept); });
    }
}

/// Returns the matrix of a parameter, on or off; null if there is none.
inline FrozenMatrix keptOf(const Layer& layer, const ParameterRef& ref) {
    if (!belongsToHead(ref.parameter)) return layer[ref.parameter].kept;
    const auto head = static_cast<std::size_t>(ref.head);
    return head < layer.allHeads.size() ? layer.allHeads[head][ref.parameter].kept : FrozenMatrix();
}

/// Calls f(matrix, its) for the matrices of a session and those that stand in the same places of `other`, which may
/// have fewer: null for missing heads, no call for missing layers.
template <class SessionLike, class F>
void forEachBlockBeside(SessionLike& session, const Session& other, F f) {
    if (session.positions.kept && other.positions.kept)
        f(session.positions.kept->table.kept, other.positions.kept->table.kept);
    for (std::size_t l = 0; l < std::min(session.layers.size(), other.layers.size()); ++l) {
        f(session.layers[l].options.mask.given.kept, other.layers[l].options.mask.given.kept);
        forEachParameter(session.layers[l], static_cast<int>(l),
                         [&](const ParameterRef& ref, auto& value) { f(value.kept, keptOf(other.layers[l], ref)); });
    }
}

} // namespace headlight
