#pragma once

#include "export/render.h"

namespace headlight {

/// About how many cells have to be computed for such a picture: its own, and the scores of every head that is needed
/// for them, in the layers below as well.
double cellsBehind(const Session& session, const ExportSpec& spec);

} // namespace headlight
