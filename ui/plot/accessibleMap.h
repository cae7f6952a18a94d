#pragma once

namespace headlight {

/// From now on screen readers find a HeatmapView to be a table whose headers are tokens and whose cells say their
/// query, key and number.
void makeMapsAccessible();

} // namespace headlight
