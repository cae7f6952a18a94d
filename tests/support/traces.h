#pragma once

#include "backend/backends.h"
#include "engine/Engine.h"

#include <utility>
#include <vector>

namespace headlight::testing {

/// Of all layers, by an engine of their own.
inline std::vector<Trace> tracesOf(const Session& session) {
    Engine engine(std::move(*makeBackend(kDefaultBackend)));
    return engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {}).value();
}

} // namespace headlight::testing
