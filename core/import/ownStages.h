#pragma once

#include "import/openedFile.h"

namespace headlight {

/// Returns the session of a file with pins of the scores and weights that the file itself holds, where the session
/// computes them from what comes before: "The file's own weights". Arrays that do not fit the heads and tokens of its
/// only layer are left out. Reads these arrays.
Session withOwnStages(const Session&, const FileArrays&);

} // namespace headlight
