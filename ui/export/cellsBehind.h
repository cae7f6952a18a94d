#pragma once

#include "export/render.h"

namespace headlight {

/// Returns about how many cells have to be computed for a picture: its own or, if they are more, the scores of all
/// heads that they need, in the layers below as well.
double cellsBehind(const Session& session, const ExportSpec& spec);

} // namespace headlight
