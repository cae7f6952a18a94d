#pragma once

#include "backend/backends.h"
#include "engine/Engine.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

/// What the tests of golden numbers compute with: once more with OpenCL (tests/CMakeLists.txt).
inline std::string testedBackend() {
    const char* id = std::getenv("HEADLIGHT_BACKEND");
    return id ? id : kDefaultBackend;
}

/// Of all layers, by an engine of their own.
inline std::vector<Trace> tracesOf(const Session& session) {
    Engine engine(std::move(*makeBackend(testedBackend())));
    return engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {}).value();
}

} // namespace headlight::testing
