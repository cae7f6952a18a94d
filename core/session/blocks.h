#pragma once

#include "session/Session.h"

#include <algorithm>

namespace headlight {

/// Calls f(matrix) for all matrices of a layer, on or off, null or not, always in the same order.
template <class LayerLike, class F>
void forEachBlockOf(LayerLike& layer, F f) {
    f(layer.options.mask.given.kept);
    forEachParameter(layer, 0, [&](const ParameterRef&, auto& value) { f(value.kept); });
}

/// Calls f(matrix) for those of a session, but not for the embeddings.
template <class F>
void forEachBlock(const Session& session, F f) {
    if (session.positions.kept) f(session.positions.kept->table.kept);
    for (const Layer& layer : session.layers) forEachBlockOf(layer, f);
}

/// Calls f(matrix) in the same order, and f may change them.
template <class F>
void changeBlocks(Session& session, F f) {
    if (session.positions.kept) f(session.positions.kept->table.kept);
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l)
        session.layers.change(l, [&](Layer& layer) { forEachBlockOf(layer, f); });
}

/// Returns the matrix of a parameter, on or off; null if there is none.
inline FrozenMatrix keptOf(const Layer& layer, const ParameterRef& ref) {
    const ParameterValue* value = slotOf(layer, ref);
    return value ? value->kept : FrozenMatrix();
}

/// Calls f(matrix, its) for the matrices of a session and those that stand in the same places of `other`, which may
/// have fewer: null for missing heads, no call for missing layers, and none for shared ones unless `wantsShared`. f
/// may change `matrix`.
template <class F>
void changeBlocksBeside(Session& session, const Session& other, bool wantsShared, F f) {
    if (session.positions.kept && other.positions.kept)
        f(session.positions.kept->table.kept, other.positions.kept->table.kept);
    for (int l = 0; l < static_cast<int>(std::min(session.layers.size(), other.layers.size())); ++l) {
        const Layer& its = layerAt(other, l);
        if (&layerAt(session, l) == &its && !wantsShared) continue;
        session.layers.change(l, [&](Layer& layer) {
            f(layer.options.mask.given.kept, its.options.mask.given.kept);
            forEachParameter(layer, l, [&](const ParameterRef& ref, auto& value) { f(value.kept, keptOf(its, ref)); });
        });
    }
}

} // namespace headlight
