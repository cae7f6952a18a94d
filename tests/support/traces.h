#pragma once

#include "backend/backends.h"
#include "engine/Engine.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

/// Returns the backend that the tests of golden numbers use. tests/CMakeLists.txt runs them once more with OpenCL.
inline std::string testedBackend() {
    const char* id = std::getenv("HEADLIGHT_BACKEND");
    return id ? id : kDefaultBackend;
}

/// Returns the traces of all layers, computed by a new engine.
inline std::vector<Trace> tracesOf(const Session& session) {
    Engine engine(std::move(*makeBackend(testedBackend())));
    return engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {}).value();
}

/// Returns the trace of one layer.
inline Trace traceOf(Engine& engine, const Session& session, int layer = 0) {
    return engine.traces(session, layer, layer, {}).value().front();
}

} // namespace headlight::testing
