#pragma once

#include "document/ViewState.h"
#include "export/render.h"

namespace headlight {

/// Returns a picture of what the window shows now: its maps, its head if one is enlarged, its scales and its theme. If
/// a part of the maps is seen, it has whole cells.
ExportSpec screenSpec(const ViewState&);

} // namespace headlight
