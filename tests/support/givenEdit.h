#pragma once

#include "document/Workbench.h"

#include <utility>

namespace headlight::testing {

/// Returns an edit whose result a test has made already.
inline Workbench::Edit givenEdit(Result<Session> made) {
    return [made = std::move(made)](const Session&, const Watch&) { return made; };
}

} // namespace headlight::testing
