#pragma once

#include "panels/maps/DisplayPopup.h"

namespace headlight {

/// Returns which maps are shown: "scores, weights", "5 stages", "weights of head 2" or "overview".
QString shownWords(const ViewState& state);
/// Returns how they look: "4 decimals", "colours only, square root"; the curve only if it is bent.
QString displayWords(const MapOptions& options, const ShownMaps& shown);

} // namespace headlight
