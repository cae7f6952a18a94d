#pragma once

namespace headlight {

/// Makes screen readers see each HeatmapView as a table whose headers are tokens and whose cells say their query, key
/// and number.
void makeMapsAccessible();

} // namespace headlight
