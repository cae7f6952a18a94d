#pragma once

#include "document/ViewState.h"

namespace headlight::testing {

/// Returns the head that is shown alone; -1: all are shown.
inline int enlargedHead(const ViewState& state) { return state.maps.isEnlarged ? state.view.head : -1; }

} // namespace headlight::testing
