#pragma once
// Layers of a session that a test changes in place.

#include "session/Session.h"

#include <utility>

namespace headlight::testing {

/// A layer that takes its place in the session at the end of the statement: changing(session)->residual = true;
class Changing {
public:
    Changing(Session& session, int layer) : session_(session), index_(layer), layer_(layerAt(session, layer)) {}
    Changing(const Changing&) = delete;
    Changing& operator=(const Changing&) = delete;
    ~Changing() {
        session_.layers.change(index_, [&](Layer& layer) { layer = std::move(layer_); });
    }
    Layer* operator->() { return &layer_; }
    ParameterValue& operator[](Parameter parameter) { return layer_[parameter]; }

private:
    Session& session_;
    int index_;
    Layer layer_;
};
inline Changing changing(Session& session, std::size_t layer = 0) { return {session, static_cast<int>(layer)}; }

/// Calls f(Layer&) for all layers.
template <class F>
void changeLayers(Session& session, F f) {
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l) session.layers.change(l, f);
}

/// Calls f(ParameterRef, ParameterValue&) for all parameters.
template <class F>
void changeParameters(Session& session, F f) {
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l)
        session.layers.change(l, [&](Layer& layer) { forEachParameter(layer, l, f); });
    if (session.positions) f(ParameterRef{Parameter::P, 0, 0}, session.positions->table);
}

} // namespace headlight::testing
