#pragma once

#include "document/Workbench.h"

#include <utility>

namespace headlight::testing {

/// Returns a verb that gives an edit which a test has made already.
inline Workbench::Verb giving(Result<Session> made) {
    return [made = std::move(made)](const Session&, const Watch&) { return made; };
}

} // namespace headlight::testing
