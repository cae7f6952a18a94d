#pragma once

#include "document/ViewState.h"
#include "export/render.h"

namespace headlight {

/// What the window shows at the moment, as a picture: its maps, its head if one is large, its scales, its theme; of a
/// part of the maps whole cells.
ExportSpec screenSpec(const ViewState&);

} // namespace headlight
